import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import './toasts.css';

/** Shows errors of the local server at the bottom of the window. */
export interface Toasts {
  say(what: unknown): void;
}

const ToastContext = createContext<Toasts>({ say: () => {} });

export const useToasts = (): Toasts => use(ToastContext);

export function Toasting({ children }: { children: ReactNode }) {
  const [text, setText] = useState('');
  const toasts = useMemo(
    () => ({ say: (what: unknown) => setText(what instanceof Error ? what.message : String(what)) }),
    [],
  );
  return (
    <ToastContext value={toasts}>
      {children}
      <div role="status">
        {text && (
          <div className="toast">
            <span>{text}</span>
            <button type="button" onClick={() => setText('')}>
              Dismiss
            </button>
          </div>
        )}
      </div>
    </ToastContext>
  );
}
