import { asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { ChooseOne } from './choose.tsx';
import { groupsOf } from './option.tsx';
import { useField } from './use-field.ts';

/** A menu with several chosen options. Each has a button that removes it. */
export function MultiSelect({ element }: { element: JsonObject }) {
  const { value, choose, waiting, dialog } = useField(element);
  const chosen = asObjects(value.selected_options).map((option) => asString(option.value));
  const groups = groupsOf(element);
  const labelFor = (one: string): string =>
    groups.flatMap(({ options }) => options).find((option) => option.value === one)?.label ?? one;
  const rest = groups.map((group) => ({
    ...group,
    options: group.options.filter((option) => !chosen.includes(option.value)),
  }));
  const most = typeof element.max_selected_items === 'number' ? element.max_selected_items : Infinity;
  return (
    <div className="bk-multi">
      {chosen.length > 0 && (
        <ul className="bk-chosen">
          {chosen.map((one) => (
            <li key={one}>
              {labelFor(one)}
              <button
                type="button"
                aria-label={`Remove ${labelFor(one)}`}
                onClick={() => choose(chosen.filter((other) => other !== one))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {/* Remounted after each choice, which empties the field. */}
      <ChooseOne
        key={chosen.join(' ')}
        groups={chosen.length < most ? rest : []}
        placeholder={labelOf(element.placeholder ?? '') || 'Choose'}
        waiting={waiting}
        chosen={null}
        onChoose={(one) => choose([...chosen, one])}
      />
      {dialog}
    </div>
  );
}
