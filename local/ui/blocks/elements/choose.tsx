import { type ReactNode, use } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { useBlock } from '../parts/block-context.tsx';
import { ChevronIcon, CloseIcon } from '../parts/icons.tsx';
import { PlainText } from '../parts/text-object.tsx';
import type { Option, OptionGroup } from './option.ts';

export interface ChooseProps {
  readonly groups: readonly OptionGroup[];
  readonly placeholder: string;
  readonly waiting: boolean;
  /** Called with what the person types, not with the words of a choice; absent for a menu that filters its own options. */
  readonly onQuery?: (query: string) => void;
  /** Said when there is nothing to choose. */
  readonly nothing?: ReactNode;
}

/** A field to choose one option: typing searches, arrow keys and Enter choose. */
export function ChooseOne({
  chosen,
  onChoose,
  ...props
}: ChooseProps & { chosen: string | null; onChoose: (value: string) => void }) {
  const common = useCommon(props);
  const options = props.groups.flatMap((group) => group.options);
  return (
    <ComboBox
      {...common}
      selectionMode="single"
      value={chosen}
      // A field that has the focus from the start would stay empty otherwise, even after a choice.
      defaultInputValue={options.find(({ value }) => value === chosen)?.label ?? ''}
      // Slack cannot take a choice back, so emptying the field leaves it as it was.
      onChange={(value) => value !== null && value !== chosen && onChoose(String(value))}
    >
      <Typed placeholder={props.placeholder} onQuery={props.onQuery} />
      <Options groups={props.groups} nothing={props.nothing} />
    </ComboBox>
  );
}

/** A field to choose several options; the chosen ones are listed before it and can be removed. */
export function ChooseSeveral({
  chosen,
  onChoose,
  ...props
}: ChooseProps & { chosen: readonly Option[]; onChoose: (values: string[]) => void }) {
  const common = useCommon(props);
  const values = chosen.map(({ value }) => value);
  return (
    <ComboBox
      {...common}
      selectionMode="multiple"
      value={values}
      onChange={(all) => onChoose(all.map(String))}
    >
      {chosen.length > 0 && (
        <ul className="bk-chosen" aria-label="Chosen">
          {chosen.map(({ value, text, label }) => (
            <li key={value}>
              <PlainText of={text} />
              <Button
                slot={null}
                aria-label={`Remove ${label}`}
                onPress={() => onChoose(values.filter((chosenValue) => chosenValue !== value))}
              >
                <CloseIcon />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Typed placeholder={props.placeholder} onQuery={props.onQuery} />
      <Options groups={props.groups} nothing={props.nothing} />
    </ComboBox>
  );
}

function useCommon({ placeholder, waiting, onQuery }: ChooseProps) {
  const { field } = useBlock();
  return {
    className: 'bk-choose',
    allowsEmptyCollection: true,
    'aria-busy': waiting,
    ...(onQuery && { defaultFilter: () => true }),
    ...(field
      ? {
          id: field.control,
          'aria-labelledby': field.label,
          isInvalid: field.invalid,
          isRequired: field.required,
          ...(field.describedBy && { 'aria-describedby': field.describedBy }),
        }
      : { 'aria-label': placeholder }),
  };
}

/** The field itself: a click shows all there is, and what is typed replaces what stood there. */
function Typed({
  placeholder,
  onQuery,
}: {
  placeholder: string;
  onQuery: ((query: string) => void) | undefined;
}) {
  const state = use(ComboBoxStateContext);
  return (
    <div className="bk-choose-field">
      <Input
        className="bk-control"
        placeholder={placeholder}
        onClick={() => state?.open(null, 'manual')}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => onQuery?.(currentTarget.value)}
      />
      <Button className="bk-choose-open">
        <ChevronIcon />
      </Button>
    </div>
  );
}

function Options({ groups, nothing }: { groups: readonly OptionGroup[]; nothing: ReactNode }) {
  return (
    <Popover className="bk-popover">
      <ListBox
        className="bk-menu"
        renderEmptyState={() => <p className="bk-nothing">{nothing ?? 'No results'}</p>}
      >
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

const toItem = ({ value, label, text, description }: Option) => (
  <ListBoxItem key={value} id={value} textValue={label} className="bk-option">
    <span>
      <PlainText of={text} />
    </span>
    {description !== undefined && (
      <span className="bk-option-description">
        <PlainText of={description} />
      </span>
    )}
  </ListBoxItem>
);
