import type { JsonObject } from '../payload/json.ts';
import { asObject, asObjects, asString } from '../payload/json.ts';
import { elementsOf, labelOf } from '../payload/view-state.ts';
import type { Local } from '../workspace/local.ts';
import type { View } from '../workspace/open-views.ts';
import type { Person } from '../workspace/sample-workspace.ts';
import type { Message } from '../workspace/workspace.ts';

/** Narrows down the place of an element if its name is ambiguous: a message by ts, a view by id, a block by id. */
export interface Where {
  readonly ts?: string;
  readonly view?: string;
  readonly block?: string;
  /** Only elements that appeared or changed after this cursor of the journal. */
  readonly after?: number;
}

export interface Found {
  readonly block: JsonObject;
  readonly element: JsonObject;
  readonly message?: Message;
  readonly view?: View;
}

type Place = Pick<Found, 'message' | 'view'>;

/** Returns the places to search for an element, the top one first. */
function placesOf(local: Local, person: Person, where: Where): readonly Place[] {
  const isRecent = recently(local, where.after);
  const shown = (view: View | undefined): Place[] =>
    view?.person === person.id && isRecent(view.id) ? [{ view }] : [];
  if (where.view) return [...shown(local.views.find(where.view)), ...shown(local.views.home(person.id))];
  const messages = local.workspace
    .seenBy(person.id)
    .filter(({ ts }) => (!where.ts || ts === where.ts) && isRecent(ts))
    .map((message) => ({ message }))
    .reverse();
  if (where.ts) return messages;
  return [...shown(local.views.of(person.id).at(-1)), ...messages, ...shown(local.views.home(person.id))];
}

/**
 * Finds an element that a person can use, by its text, label, placeholder, `action_id` or `value`: in the top view if one is
 * open, else in the newest message that has it, else on the Home tab.
 */
export function findElement(local: Local, person: Person, name: string, where: Where = {}): Found {
  /** The names of the elements in the first place that has any. */
  let offered: string[] = [];
  for (const place of placesOf(local, person, where)) {
    const all = elementsOf(place.message?.blocks ?? asObjects(place.view?.payload.blocks));
    const inBlock = all.filter(({ block }) => block.block_id === where.block);
    // An edit may have generated new block ids, if the app names none. The clicked element may still exist.
    const elements = inBlock.length > 0 ? inBlock : all;
    const found = elements.find(({ block, element }) => isCalled(block, element, name));
    if (found) return { ...place, ...found };
    if (offered.length > 0) continue;
    const { close = '', submit = '' } = place.view?.payload ?? {};
    offered = [
      ...elements.map(({ block, element }) => shownAs(block, element)),
      labelOf(close),
      labelOf(submit),
    ];
  }
  const names = offered.filter((label) => label !== '').map((label) => `"${label}"`);
  const there = names.length > 0 ? `; there is ${names.join(', ')}` : '';
  throw new Error(`${person.name} sees nothing called "${name}"${there}.`);
}

/** Whether a message, by its ts, or a view, by its id, appeared or changed after a cursor; always true without one. */
export function recently({ workspace }: Local, after: number | undefined): (key: string) => boolean {
  if (after === undefined) return () => true;
  const keys = workspace.journal
    .since(after)
    .flatMap(({ data }) => [asString(asObject(data.message).ts), asString(asObject(data.view).id)]);
  return (key) => keys.includes(key);
}

/** The label of an input, or the text or the placeholder of another element. */
const textsOf = ({ type, label }: JsonObject, { text, placeholder }: JsonObject): string[] =>
  [type === 'input' ? label : undefined, text, placeholder].map((one) => labelOf(one ?? ''));

const withoutEmoji = (text: string): string => text.replaceAll(/:[\w+-]+:/g, '').trim();

const shownAs = (block: JsonObject, element: JsonObject): string =>
  withoutEmoji(textsOf(block, element).find((text) => text !== '') ?? '');

function isCalled(block: JsonObject, element: JsonObject, name: string): boolean {
  const { action_id, value } = element;
  const ids = [action_id, value, block.type === 'input' ? block.block_id : undefined].map(asString);
  const texts = textsOf(block, element);
  return name !== '' && [...ids, ...texts.map(withoutEmoji), ...texts].includes(name);
}
