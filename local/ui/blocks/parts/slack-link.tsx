import type { MouseEvent, ReactNode } from 'react';
import { type Surface, useSurface } from './surface.ts';

const openableScheme = /^(https?|mailto|tel):/i;

const isLink = (url: string): boolean => openableScheme.test(url);

interface LinkProps {
  readonly href: string;
  readonly target?: string;
  readonly rel?: string;
  readonly onClick?: (event: MouseEvent) => void;
}

/** Returns the link properties of an element: to a message of this workspace, shown in this window, or to another site. */
function linkProps(url: string, { placeOf }: Pick<Surface, 'placeOf'>): LinkProps {
  const place = placeOf(url);
  if (!place) return { href: url, target: '_blank', rel: 'noreferrer' };
  return {
    href: place.href,
    onClick(event) {
      // With one of these keys, the browser opens a new window.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      place.go();
    },
  };
}

/** A link; an unsafe address is shown as text. */
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
