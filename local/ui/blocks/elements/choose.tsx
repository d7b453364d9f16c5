import { use } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { useBlock } from '../parts/block-context.tsx';
import { ChevronIcon } from '../parts/icons.tsx';
import { PlainText } from '../parts/text-object.tsx';
import { type Option, type OptionGroup, OptionText } from './option.tsx';

interface ChooseProps {
  readonly groups: readonly OptionGroup[];
  readonly placeholder: string;
  readonly waiting: boolean;
  readonly chosen: string | null;
  readonly onChoose: (value: string) => void;
}

/** A field to choose one option. Typing searches; arrow keys and Enter choose. */
export function ChooseOne({ groups, placeholder, waiting, chosen, onChoose }: ChooseProps) {
  const { field } = useBlock();
  const options = groups.flatMap((group) => group.options);
  const named = field
    ? {
        id: field.control,
        'aria-labelledby': field.label,
        isInvalid: field.invalid,
        isRequired: field.required,
        ...(field.describedBy && { 'aria-describedby': field.describedBy }),
      }
    : { 'aria-label': placeholder };
  return (
    <ComboBox
      className="bk-choose"
      allowsEmptyCollection
      aria-busy={waiting}
      {...named}
      selectionMode="single"
      value={chosen}
      // A field with the initial focus would otherwise stay empty, even after a choice.
      defaultInputValue={options.find(({ value }) => value === chosen)?.label ?? ''}
      // A choice can't be cleared in Slack, so emptying the field changes nothing.
      onChange={(value) => value !== null && value !== chosen && onChoose(String(value))}
    >
      <Typed placeholder={placeholder} />
      <Options groups={groups} />
    </ComboBox>
  );
}

/** The field itself. A click shows all options, and typing replaces the current text. */
function Typed({ placeholder }: { placeholder: string }) {
  const state = use(ComboBoxStateContext);
  return (
    <div className="bk-choose-field">
      <Input
        className="bk-control"
        placeholder={placeholder}
        onClick={() => state?.open(null, 'manual')}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button className="bk-choose-open">
        <ChevronIcon />
      </Button>
    </div>
  );
}

function Options({ groups }: { groups: readonly OptionGroup[] }) {
  return (
    <Popover className="bk-popover">
      <ListBox className="bk-menu" renderEmptyState={() => <p className="bk-nothing">No results</p>}>
        {groups.map(({ label, options }) =>
          label === undefined ? (
            options.map(toItem)
          ) : (
            <ListBoxSection key={labelOf(label)} id={`group:${labelOf(label)}`} className="bk-option-group">
              <Header>
                <PlainText of={label} />
              </Header>
              {options.map(toItem)}
            </ListBoxSection>
          ),
        )}
      </ListBox>
    </Popover>
  );
}

const toItem = (option: Option) => (
  <ListBoxItem key={option.value} id={option.value} textValue={option.label} className="bk-option">
    <OptionText option={option} />
  </ListBoxItem>
);
