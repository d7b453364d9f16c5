import { useMemo, useState } from 'react';
import type { Ack } from '../slack/human/post-to-app.ts';
import { valueFor } from '../slack/human/values.ts';
import { asObject, asObjects, asString, type JsonObject } from '../slack/payload/json.ts';
import { elementsOf, initialState } from '../slack/payload/view-state.ts';
import { readPermalink } from '../slack/workspace/permalink.ts';
import { linkTo } from './address.ts';
import type { At, Entered, Surface } from './blocks/index.ts';
import { placeNameOf, type Reader, useReader } from './reader.ts';
import { act } from './shared/client.ts';
import { useToasts } from './shared/toasts.tsx';
import { go } from './use-address.ts';
import type { Message, View } from './workspace-view.ts';

/** Entered values that were not sent yet: block id -> action id. */
type Draft = Readonly<Record<string, Readonly<Record<string, Entered>>>>;

export function useMessageSurface({ ts, blocks }: Message): Surface {
  const initial = useMemo(() => initialState([...blocks]), [blocks]);
  return useSurfaceOn('message', blocks, initial, {}, { ts }).surface;
}

/** Returns the surface of the blocks of a modal or a Home tab. `draft` contains the entered values, by block id. */
export function useViewSurface(kind: 'modal' | 'home', { id, json, errors }: View) {
  const values = asObject(asObject(json.state).values);
  return useSurfaceOn(kind, asObjects(json.blocks), values, errors, { view: id });
}

function useSurfaceOn(
  kind: Surface['kind'],
  blocks: readonly JsonObject[],
  kept: JsonObject,
  errors: Surface['errors'],
  where: { ts: string } | { view: string },
): { surface: Surface; draft: Readonly<Record<string, Entered>> } {
  const reader = useReader();
  const toasts = useToasts();
  const [draft, setDraft] = useState<Draft>({});
  const person = reader.person.name;

  // If a removed field returns, its entered value is gone.
  const present = blocks.map(({ block_id }) => asString(block_id)).join(' ');
  const [wasPresent, setWasPresent] = useState(present);
  if (present !== wasPresent) {
    setWasPresent(present);
    const here = present.split(' ');
    setDraft((before) =>
      Object.fromEntries(Object.entries(before).filter(([block]) => here.includes(block))),
    );
  }

  const keep = ({ block, action }: At, entered: Entered): void =>
    setDraft((before) => ({ ...before, [block]: { ...before[block], [action]: entered } }));

  const surface: Surface = {
    ...named(reader),
    kind,
    errors,
    values: withDraft(kept, draft, blocks),
    enter: keep,
    async act({ block, action }, entered) {
      const at = { person, where: { ...where, block } };
      try {
        const values = flat(draft, blocks);
        const isMessage = 'ts' in where;
        if (kind === 'modal' || (isMessage && Object.keys(values).length > 0))
          await act('/_control/fill', { person, values, ...(isMessage && { where }) });
        if (entered === undefined) await act<Ack>('/_control/press', { ...at, button: action });
        else {
          keep({ block, action }, entered);
          await act<Ack>('/_control/choose', { ...at, element: action, value: entered });
        }
      } catch (error) {
        toasts.say(error);
      }
    },
  };
  return { surface, draft: flat(draft, blocks) };
}

const named = (reader: Reader) => ({
  tz: reader.person.tz,
  nameOf: reader.nameOf,
  callsReader: (id: string) =>
    id === reader.person.id ||
    reader.info.groups.some((group) => group.id === id && group.members.includes(reader.person.id)),
  placeOf(url: string) {
    const { person, info } = reader;
    const linked = readPermalink(url);
    const channel = linked && info.channels.find(({ id }) => id === linked.channel);
    if (!channel) return undefined;
    const address = { person: person.name, place: placeNameOf(channel, reader), message: linked.ts };
    return { href: linkTo(address), go: () => go(address) };
  },
});

/** Returns the server's values of a view, updated with the draft. */
function withDraft(kept: JsonObject, draft: Draft, blocks: readonly JsonObject[]): JsonObject {
  const values: JsonObject = { ...kept };
  for (const { block, element } of elementsOf([...blocks])) {
    const [blockId, action] = [asString(block.block_id), asString(element.action_id)];
    const entered = draft[blockId]?.[action];
    if (entered === undefined) continue;
    values[blockId] = { ...asObject(values[blockId]), [action]: valueFor(element, entered) };
  }
  return values;
}

/** Returns the draft of the inputs that still exist, by block id. */
function flat(draft: Draft, blocks: readonly JsonObject[]): Record<string, Entered> {
  const inputs = blocks.filter(({ type }) => type === 'input').map(({ block_id }) => asString(block_id));
  const entered = inputs.flatMap((block): [string, Entered][] =>
    Object.values(draft[block] ?? {}).map((value) => [block, value]),
  );
  return Object.fromEntries(entered);
}
