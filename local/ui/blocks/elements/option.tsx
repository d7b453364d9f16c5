import { asObjects, asString, type Json, type JsonObject } from '../../../slack/payload/json.ts';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { PlainText } from '../parts/text-object.tsx';

export interface Option {
  readonly value: string;
  /** Label for the search, and for the field after the choice. */
  readonly label: string;
  readonly text: Json;
  readonly description?: Json | undefined;
}

export interface OptionGroup {
  readonly label?: Json;
  readonly options: readonly Option[];
}

export const toOption = (option: JsonObject): Option => ({
  value: asString(option.value),
  label: labelOf(option),
  text: option.text ?? '',
  description: option.description,
});

/** Returns the static options of an element. Ungrouped ones become one group without a label. */
export function groupsOf(element: JsonObject): OptionGroup[] {
  const groups = asObjects(element.option_groups);
  if (groups.length === 0) return [{ options: asObjects(element.options).map(toOption) }];
  return groups.map(({ label = '', options }) => ({ label, options: asObjects(options).map(toOption) }));
}

export function OptionText({ option: { text, description } }: { option: Option }) {
  return (
    <>
      <span>
        <PlainText of={text} />
      </span>
      {description !== undefined && (
        <span className="bk-option-description">
          <PlainText of={description} />
        </span>
      )}
    </>
  );
}
