import type { MouseEvent, ReactNode } from 'react';
import { type Surface, useSurface } from './surface.ts';

const openableScheme = /^(https?|mailto|tel):/i;

/** Whether a browser may follow an address that a message names. */
const isLink = (url: string): boolean => openableScheme.test(url);

interface LinkProps {
  readonly href: string;
  readonly target?: string;
  readonly rel?: string;
  readonly onClick?: (event: MouseEvent) => void;
}

/** What makes an element a link: to a message of this workspace, which is shown in this window, or to somewhere else. */
function linkProps(url: string, { placeOf }: Pick<Surface, 'placeOf'>): LinkProps {
  const place = placeOf(url);
  if (!place) return { href: url, target: '_blank', rel: 'noreferrer' };
  return {
    href: place.href,
    onClick(event) {
      // With one of these keys the browser opens a window of its own.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      place.go();
    },
  };
}

/** A link; an address that leads nowhere safe stays words. */
export function OutLink({
  url,
  className,
  children,
}: {
  url: string;
  className?: string;
  children: ReactNode;
}) {
  const surface = useSurface();
  if (!isLink(url)) return <span className={className}>{children}</span>;
  return (
    <a {...linkProps(url, surface)} className={className}>
      {children}
    </a>
  );
}
