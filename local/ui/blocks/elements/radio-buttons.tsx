import { useId } from 'react';
import { asObject, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { useBlock } from '../parts/block-context.tsx';
import { PlainText } from '../parts/text-object.tsx';
import { groupsOf } from './option.ts';
import { useField } from './use-field.ts';

/** Choices of which one is made. */
export function RadioButtons({ element }: { element: JsonObject }) {
  const { value, choose, dialog } = useField(element);
  const { field } = useBlock();
  const name = useId();
  const options = groupsOf(element).flatMap((group) => group.options);
  const chosen = asString(asObject(value.selected_option).value);
  return (
    <fieldset className="bk-checkboxes" aria-labelledby={field?.label} aria-describedby={field?.describedBy}>
      {options.map((option) => (
        <label key={option.value} className="bk-checkbox bk-radio">
          <input
            type="radio"
            name={name}
            checked={chosen === option.value}
            onChange={() => choose(option.value)}
          />
          <span>
            <PlainText of={option.text} />
          </span>
        </label>
      ))}
      {dialog}
    </fieldset>
  );
}
