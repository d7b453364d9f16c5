import { useId } from 'react';
import { asObject, asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { useGroupLabelled } from '../parts/block-context.tsx';
import { PlainText } from '../parts/text-object.tsx';
import { useField } from './use-field.ts';

/** Several of a few choices. */
export function Checkboxes({ element }: { element: JsonObject }) {
  const { value, choose, waiting, dialog } = useField(element);
  const labelled = useGroupLabelled('Choices');
  const options = asObjects(element.options);
  const chosen = asObjects(value.selected_options).map((option) => asString(option.value));
  const toggle = (name: string): void =>
    choose(
      options
        .map((option) => asString(option.value))
        .filter((value) => chosen.includes(value) !== (value === name)),
    );
  return (
    <fieldset className="bk-choices" aria-busy={waiting} {...labelled}>
      {options.map((option) => (
        <Choice
          key={asString(option.value)}
          type="checkbox"
          option={option}
          checked={chosen.includes(asString(option.value))}
          onChoose={toggle}
        />
      ))}
      {dialog}
    </fieldset>
  );
}

/** One of a few choices. */
export function RadioButtons({ element }: { element: JsonObject }) {
  const { value, choose, waiting, dialog } = useField(element);
  const labelled = useGroupLabelled('Choices');
  const name = useId();
  const chosen = asString(asObject(value.selected_option).value);
  return (
    <div role="radiogroup" className="bk-choices" aria-busy={waiting} {...labelled}>
      {asObjects(element.options).map((option) => (
        <Choice
          key={asString(option.value)}
          type="radio"
          name={name}
          option={option}
          checked={chosen === option.value}
          onChoose={choose}
        />
      ))}
      {dialog}
    </div>
  );
}

function Choice({
  type,
  name,
  option,
  checked,
  onChoose,
}: {
  type: 'checkbox' | 'radio';
  name?: string;
  option: JsonObject;
  checked: boolean;
  onChoose: (value: string) => void;
}) {
  const id = useId();
  const described = option.description !== undefined;
  return (
    <div className="bk-choice">
      <input
        type={type}
        name={name}
        id={id}
        checked={checked}
        aria-describedby={described ? `${id}description` : undefined}
        onChange={() => onChoose(asString(option.value))}
      />
      <label htmlFor={id} dir="auto">
        <PlainText of={option.text} />
      </label>
      {described && (
        <p className="bk-option-description" id={`${id}description`} dir="auto">
          <PlainText of={option.description} />
        </p>
      )}
    </div>
  );
}
