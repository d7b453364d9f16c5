import { type KeyboardEvent, useId } from 'react';
import { asString, type JsonObject } from '../../../slack/payload/json.ts';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { useBlock, useLabelled } from '../parts/block-context.tsx';
import { useField } from './use-field.ts';

/** One line, or several. */
export function TextInput({ element }: { element: JsonObject }) {
  const { value, keep, submit, waiting } = useField(element);
  const { dispatches } = useBlock();
  const placeholder = labelOf(element.placeholder ?? '');
  const labelled = useLabelled(placeholder || 'Text');
  const id = useId();
  const typed = asString(value.value);
  const most = typeof element.max_length === 'number' ? element.max_length : Number.POSITIVE_INFINITY;
  const over = typed.length > most;
  const described = [labelled['aria-describedby'], over && id].filter(Boolean).join(' ');
  const attributes = {
    ...labelled,
    ...(described && { 'aria-describedby': described }),
    ...(over && { 'aria-invalid': true }),
    className: 'bk-control',
    value: typed,
    placeholder,
    dir: 'auto' as const,
    'aria-busy': waiting,
    onChange: ({ target }: { target: { value: string } }) => keep(target.value || null),
    onKeyDown: (event: KeyboardEvent) => {
      if (!dispatches || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
      event.preventDefault();
      submit(typed || null);
    },
  };
  return (
    <div className="bk-typing">
      {element.multiline === true ? (
        <textarea rows={4} {...attributes} />
      ) : (
        <input type="text" {...attributes} />
      )}
      {over && (
        <p className="bk-error" id={id}>
          {typed.length - most} too many: at most {most} characters
        </p>
      )}
      {!over && typed.length > most * 0.8 && <p className="bk-hint">{most - typed.length} characters left</p>}
    </div>
  );
}
