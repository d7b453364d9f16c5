import { useEffect, useRef, useState } from 'react';
import { asString, type JsonObject } from '../../../slack/payload/json.ts';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { useBlock } from '../parts/block-context.tsx';
import { useSurface } from '../parts/surface.ts';
import { ChooseOne, ChooseSeveral } from './choose.tsx';
import { chosenIn, groupsOf, idOf, namedOptions, type Option, type OptionGroup, toOption } from './option.ts';
import { useField } from './use-field.ts';

/** A menu of the options that the app wrote into it. */
export function StaticSelect({ element }: { element: JsonObject }) {
  return <Select element={element} groups={groupsOf(element)} />;
}

export function UsersSelect({ element }: { element: JsonObject }) {
  const { people } = useSurface();
  return <Select element={element} groups={[{ options: namedOptions('@', people) }]} />;
}

/** Also for conversations, of which the channels are known here. */
export function ChannelsSelect({ element }: { element: JsonObject }) {
  const { channels } = useSurface();
  return <Select element={element} groups={[{ options: namedOptions('#', channels) }]} />;
}

/** Milliseconds without typing before the app is asked. */
const queryDelayMs = 150;
/** As Slack has it where the app names none. */
const minQueryLength = 3;

/** A menu whose options the app is asked for while the person types. */
export function ExternalSelect({ element }: { element: JsonObject }) {
  const { suggest } = useSurface();
  const { block } = useBlock();
  const [found, setFound] = useState<readonly JsonObject[]>([]);
  const [state, setState] = useState<'short' | 'asking' | 'asked'>('short');
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef('');
  const shortest = typeof element.min_query_length === 'number' ? element.min_query_length : minQueryLength;
  useEffect(() => () => clearTimeout(pause.current), []);

  const ask = async (query: string): Promise<void> => {
    const answer = await suggest({ block, action: asString(element.action_id) }, query);
    if (latest.current !== query) return;
    setFound(answer);
    setState('asked');
  };
  const onQuery = (query: string): void => {
    clearTimeout(pause.current);
    latest.current = query;
    if (query.length < shortest) {
      setFound([]);
      setState('short');
      return;
    }
    setState('asking');
    pause.current = setTimeout(() => void ask(query), queryDelayMs);
  };
  const nothing = {
    short: `Type at least ${shortest} characters`,
    asking: 'Asking the app…',
    asked: 'No results',
  }[state];
  return (
    <Select
      element={element}
      groups={[{ options: found.map(toOption) }]}
      found={found}
      onQuery={onQuery}
      nothing={nothing}
    />
  );
}

function Select({
  element,
  groups,
  found,
  ...asking
}: {
  element: JsonObject;
  groups: readonly OptionGroup[];
  /** The options of an external menu as the app wrote them. */
  found?: readonly JsonObject[];
  onQuery?: (query: string) => void;
  nothing?: string;
}) {
  const { value, choose, waiting, dialog } = useField(element);
  const chosen = chosenIn(value);
  const known = groups.flatMap(({ options }) => options);
  const picked = chosen.map(
    (picked): Option =>
      known.find((option) => option.value === idOf(picked)) ??
      (typeof picked === 'string' ? { value: picked, label: picked, text: picked } : toOption(picked)),
  );
  const missing = picked.filter((choice) => !known.some((option) => option.value === choice.value));
  const props = {
    groups: missing.length > 0 ? [...groups, { options: missing }] : groups,
    placeholder: labelOf(element.placeholder ?? '') || 'Choose',
    waiting,
    ...asking,
  };
  const offered = found && [...found, ...chosen.filter((option) => typeof option !== 'string')];
  if (!asString(element.type).startsWith('multi_'))
    return (
      <>
        <ChooseOne
          {...props}
          chosen={picked[0]?.value ?? null}
          onChoose={(value) => choose(value, offered)}
        />
        {dialog}
      </>
    );
  const most = typeof element.max_selected_items === 'number' ? element.max_selected_items : Infinity;
  return (
    <>
      <ChooseSeveral
        {...props}
        chosen={picked}
        onChoose={(all) => all.length <= most && choose(all, offered)}
      />
      {dialog}
    </>
  );
}
