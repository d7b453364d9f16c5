import { type KeyboardEvent, useId } from 'react';
import { asObject, asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { useBlock, useLabelled } from '../parts/block-context.tsx';
import { richTextWords } from '../parts/rich-text-block.tsx';
import { useField } from './use-field.ts';

/** What every field to type in has. */
function useTyping(
  element: JsonObject,
  text: (value: JsonObject) => string = ({ value }) => asString(value),
) {
  const { value, keep, submit, waiting } = useField(element);
  const placeholder = labelOf(element.placeholder ?? '');
  const labelled = useLabelled(placeholder || 'Text');
  const on = asObject(element.dispatch_action_config).trigger_actions_on;
  const triggers = Array.isArray(on) ? on : ['on_enter_pressed'];
  const typed = text(value);
  const { dispatches } = useBlock();
  return {
    typed,
    attributes: {
      ...labelled,
      className: 'bk-control',
      value: typed,
      placeholder,
      dir: 'auto' as const,
      autoFocus: element.focus_on_load === true,
      'aria-busy': waiting,
      onChange: ({ target }: { target: { value: string } }) => {
        keep(target.value || null);
        if (triggers.includes('on_character_entered')) submit(target.value || null);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const asked = dispatches && triggers.includes('on_enter_pressed');
        if (!asked || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        submit(typed || null);
      },
    },
  };
}

/** One line, or several. */
export function TextInput({ element }: { element: JsonObject }) {
  const { typed, attributes } = useTyping(element);
  const { multiline, min_length, max_length } = element;
  const id = useId();
  const over = typeof max_length === 'number' && typed.length > max_length;
  const under = typeof min_length === 'number' && typed !== '' && typed.length < min_length;
  const described = [attributes['aria-describedby'], (over || under) && id].filter(Boolean).join(' ');
  const tied = {
    ...attributes,
    ...(described && { 'aria-describedby': described }),
    ...((over || under) && { 'aria-invalid': true }),
  };
  return (
    <div className="bk-typing">
      {multiline === true ? <textarea rows={4} {...tied} /> : <input type="text" {...tied} />}
      {over && (
        <p className="bk-error" id={id}>
          {typed.length - max_length} too many: at most {max_length} characters
        </p>
      )}
      {under && (
        <p className="bk-hint" id={id}>
          At least {min_length} characters
        </p>
      )}
      {!over && typeof max_length === 'number' && typed.length > max_length * 0.8 && (
        <p className="bk-hint">{max_length - typed.length} characters left</p>
      )}
    </div>
  );
}

export function EmailInput({ element }: { element: JsonObject }) {
  return <input type="email" {...useTyping(element).attributes} />;
}

export function UrlInput({ element }: { element: JsonObject }) {
  return <input type="url" {...useTyping(element).attributes} />;
}

export function NumberInput({ element }: { element: JsonObject }) {
  const { attributes } = useTyping(element);
  return (
    <input
      type="number"
      step={element.is_decimal_allowed === true ? 'any' : 1}
      min={asString(element.min_value) || undefined}
      max={asString(element.max_value) || undefined}
      {...attributes}
    />
  );
}

/** Formatting is Slack's own; here the words are typed plainly. */
export function RichTextInput({ element }: { element: JsonObject }) {
  const { attributes } = useTyping(element, (value) =>
    asObjects([value.rich_text_value ?? null])
      .map(richTextWords)
      .join(''),
  );
  const lines = typeof element.min_lines === 'number' ? element.min_lines : 4;
  return <textarea rows={lines} {...attributes} />;
}
