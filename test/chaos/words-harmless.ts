import { expect } from 'vitest';
import { checkMessage } from '../../local/slack/blocks/check-message.ts';
import type { MountableSlack } from '../../local/slack/index.ts';
import { asObject, type JsonObject } from '../../local/slack/payload/json.ts';
import { markupIn, type Outcome } from '../support/index.ts';

/** The people and the channel that Skydesk mentions itself: no message mentions any other. */
const mentions = [
  ...['U0ANA', 'U0BEN'].flatMap((id) => [`<@${id}>`, `user ${id}`]),
  '<#C0APPROVALS>',
  'channel C0APPROVALS',
];
/** The link to a card, which Slack itself gives. */
const permalink = /^(link )?<?https:\/\/acme\.slack\.com\/archives\/C0APPROVALS\/p\d{16}(\|#\d+>)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
const unruly = /[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** Fails if text from outside became markup, or changes the reading of the text around it. */
export function expectHarmless(shown: JsonObject): void {
  const foreign = markupIn(shown).filter((markup) => !permalink.test(markup));
  expect(mentions).toEqual(expect.arrayContaining(foreign));
  for (const text of strings(shown)) {
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(unruly);
  }
}

/** All texts but the values of buttons and fields, which go back to the bot only. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    ['value', 'initial_value', 'private_metadata', 'values'].includes(name) ? [] : strings(item),
  );
}

/** Fails if a message is not valid for Slack, or not harmless; returns how many messages there were. */
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

/** The refusals of Slack since `cursor`. */
export const refusals = (slack: MountableSlack, cursor: number): string[] =>
  slack
    .journal(cursor)
    .filter(({ kind, data }) => kind === 'call' && asObject(data.response).ok === false)
    .map(({ data }) => JSON.stringify(data));
