import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { asObject, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { useBlock, useLabelled } from '../parts/block-context.tsx';
import { useField } from './use-field.ts';

/** Pause in typing after which the app is notified, in milliseconds. */
const typingPause = 300;

/** Returns the triggers that notify the app: by default only Enter. */
function triggersOf(element: JsonObject): readonly unknown[] {
  const { trigger_actions_on: triggers } = asObject(element.dispatch_action_config ?? {});
  return Array.isArray(triggers) ? triggers : ['on_enter_pressed'];
}

export function TextInput({ element }: { element: JsonObject }) {
  const { value, keep, submit, waiting } = useField(element);
  const { dispatches } = useBlock();
  const tells = (when: string): boolean => dispatches && triggersOf(element).includes(when);
  const whileTyping = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(whileTyping.current), []);
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
    onChange: ({ target }: { target: { value: string } }) => {
      const entered = target.value || null;
      keep(entered);
      clearTimeout(whileTyping.current);
      if (tells('on_character_entered')) whileTyping.current = setTimeout(() => submit(entered), typingPause);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (
        !tells('on_enter_pressed') ||
        event.key !== 'Enter' ||
        event.shiftKey ||
        event.nativeEvent.isComposing
      )
        return;
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
