import { useEffect } from 'react';
import type { Completion } from './completion.ts';
import type { Suggestions } from './use-suggestions.ts';

interface Props extends Suggestions {
  /** The id of the list, and the prefix of the ids of its options and the tip. */
  readonly id: string;
  readonly onTake: (completion: Completion) => void;
}

/** The suggestions above the line. The highlighted one is scrolled into view. */
export function SuggestionList({ id, offered, tip, at, onTake }: Props) {
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  if (offered.length === 0 && !tip) return null;
  return (
    <div className="completions">
      {tip && (
        <p id={`${id}-tip`}>
          <strong>{tip.label}</strong> {tip.hint}
        </p>
      )}
      {offered.length > 0 && (
        <div role="listbox" id={id} aria-label="Suggestions">
          {offered.map((completion, index) => (
            <div
              key={completion.text}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onMouseDown={(event) => {
                event.preventDefault();
                onTake(completion);
              }}
            >
              <strong>{completion.label}</strong>
              <span>{completion.hint}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
