import { asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { useBlock } from '../parts/block-context.tsx';
import { groupsOf, OptionText } from './option.tsx';
import { useField } from './use-field.ts';

export function Checkboxes({ element }: { element: JsonObject }) {
  const { value, choose, dialog } = useField(element);
  const { field } = useBlock();
  const options = groupsOf(element).flatMap((group) => group.options);
  const ticked = asObjects(value.selected_options).map((option) => asString(option.value));
  return (
    <fieldset className="bk-checkboxes" aria-labelledby={field?.label} aria-describedby={field?.describedBy}>
      {options.map((option) => (
        <label key={option.value} className="bk-checkbox">
          <input
            type="checkbox"
            checked={ticked.includes(option.value)}
            aria-invalid={field?.invalid}
            onChange={({ target }) => {
              const now = options
                .map((one) => one.value)
                .filter((one) => (one === option.value ? target.checked : ticked.includes(one)));
              choose(now);
            }}
          />
          <span>
            <OptionText option={option} />
          </span>
        </label>
      ))}
      {dialog}
    </fieldset>
  );
}
