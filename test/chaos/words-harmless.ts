import { expect } from 'vitest';
import { checkMessage } from '../../local/slack/blocks/check-message.ts';
import type { MountableSlack } from '../../local/slack/index.ts';
import { asObject, type JsonObject } from '../../local/slack/payload/json.ts';
import { markupIn, type Outcome } from '../harness/index.ts';

/** The people and the channel that Skydesk mentions itself: nothing that it says mentions any other. */
const mentions = [
  ...['U0ANA', 'U0BEN'].flatMap((id) => [`<@${id}>`, `user ${id}`]),
  '<#C0APPROVALS>',
  'channel C0APPROVALS',
];
/** The link to a card, which Slack itself gives. */
const permalink = /^(link )?<?https:\/\/acme\.slack\.com\/archives\/C0APPROVALS\/p\d{16}(\|#\d+>)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
const unruly = /[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** Fails where text from outside became markup, or changes how the text around it is read. */
export function expectHarmless(shown: JsonObject): void {
  const foreign = markupIn(shown).filter((markup) => !permalink.test(markup));
  expect(mentions).toEqual(expect.arrayContaining(foreign));
  for (const text of strings(shown)) {
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(unruly);
  }
}

/** All texts but the values of buttons and fields, which are told back to the bot alone. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    ['value', 'initial_value', 'private_metadata', 'values'].includes(name) ? [] : strings(item),
  );
}

/** Fails where something said is not as Slack takes it, or not harmless; how many messages there were. */
export function expectSaid({ ack, said, logged }: Outcome): number {
  expect(ack).toBe('ok');
  expect(said).not.toEqual([]);
  expect(logged).toEqual([]);
  for (const { message } of said) {
    expect(checkMessage(message)).toBeUndefined();
    expectHarmless({ text: message.text ?? '', blocks: message.blocks ?? [] });
  }
  return said.length;
}

/** What Slack refused since `cursor`. */
export const refusals = (slack: MountableSlack, cursor: number): string[] =>
  slack
    .journal(cursor)
    .filter(({ kind, data }) => kind === 'call' && asObject(data.response).ok === false)
    .map(({ data }) => JSON.stringify(data));
