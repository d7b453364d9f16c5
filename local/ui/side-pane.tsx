import type { ReactNode } from 'react';

/** A pane beside a place, or over it on a narrow screen. */
export function SidePane({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <aside className="beside" aria-label={title}>
      <header className="beside-header">
        <h2>{title}</h2>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </header>
      {children}
    </aside>
  );
}
