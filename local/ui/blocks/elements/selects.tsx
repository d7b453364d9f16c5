import { asObject, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { ChooseOne } from './choose.tsx';
import { groupsOf } from './option.tsx';
import { useField } from './use-field.ts';

export function StaticSelect({ element }: { element: JsonObject }) {
  const { value, choose, waiting, dialog } = useField(element);
  return (
    <>
      <ChooseOne
        groups={groupsOf(element)}
        placeholder={labelOf(element.placeholder ?? '') || 'Choose'}
        waiting={waiting}
        chosen={asString(asObject(value.selected_option).value) || null}
        onChoose={choose}
      />
      {dialog}
    </>
  );
}
