import type { ReactNode } from 'react';

const openableScheme = /^(https?|mailto|tel):/i;

/** Whether a browser may follow an address that a message names. */
export const isLink = (url: string): boolean => openableScheme.test(url);

/** A link to somewhere else; an address that leads nowhere safe stays words. */
export function OutLink({
  url,
  className,
  children,
}: {
  url: string;
  className?: string;
  children: ReactNode;
}) {
  if (!isLink(url)) return <span className={className}>{children}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={className}>
      {children}
    </a>
  );
}
