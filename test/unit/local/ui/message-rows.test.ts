import { describe, expect, test } from 'vitest';
import { mentions } from '../../../../local/ui/mentions.ts';
import { rowsOf } from '../../../../local/ui/message-rows.ts';
import type { Message } from '../../../../local/ui/workspace-view.ts';

const now = Date.UTC(2026, 10, 21, 9, 30);

/** A message of Ana so many seconds before now. */
function message(secondsAgo: number, more: Partial<Message> = {}): Message {
  return {
    ts: String(now / 1000 - secondsAgo),
    channel: 'C1',
    user: 'U0ANA',
    text: 'Hello',
    blocks: [],
    files: [],
    secret: false,
    edited: false,
    threadTs: undefined,
    isBroadcast: false,
    ...more,
  };
}

describe('a message is shown without a name', () => {
  test.each([
    ['within five minutes of the same author', [message(290), message(0)], true],
    ['not after five minutes', [message(300), message(0)], false],
    ['not after another author', [message(1, { user: 'U0BEN' }), message(0)], false],
    ['not when only one person sees it', [message(1), message(0, { secret: true })], false],
    ['not after one that only one person sees', [message(1, { secret: true }), message(0)], false],
    ['not as the first reply of a thread', [message(1), message(0, { threadTs: '1.0' })], false],
    ['not as a reply in the channel', [message(1), message(0, { isBroadcast: true })], false],
    ['not as the first', [message(0)], false],
  ])('%s', (_, messages, continues) => {
    expect(rowsOf(messages, 'UTC', now).at(-1)?.continues).toBe(continues);
  });

  test('not as the first of a day in the reader’s time zone', () => {
    const midnight = [message(9.5 * 3600 + 60), message(9.5 * 3600 - 60)];
    expect(rowsOf(midnight, 'UTC', now).map(({ continues }) => continues)).toEqual([false, false]);
    expect(rowsOf(midnight, 'Asia/Tokyo', now).map(({ continues }) => continues)).toEqual([false, true]);
  });
});

test('a day is named once, and as people name it', () => {
  const day = 24 * 3600;
  const messages = [330 * day, 2 * day, day, 60, 0].map((ago) => message(ago));
  expect(rowsOf(messages, 'UTC', now).map((row) => row.day)).toEqual([
    'Friday, December 26th, 2025',
    'Thursday, November 19th',
    'Yesterday',
    'Today',
    undefined,
  ]);
});

describe('a message calls Ana', () => {
  const groups = [
    { id: 'S0OPERATORS', handle: 'operators', name: 'Operators', members: ['U0ANA'] },
    { id: 'S0APPROVERS', handle: 'approvers', name: 'Approvers', members: ['U0BEN'] },
  ];
  const rich = (element: object) => [
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ ...element }] }] },
  ];
  test.each<[string, Partial<Message>, boolean]>([
    ['by name', { text: 'Thanks <@U0ANA>' }, true],
    ['by name in a block', { blocks: rich({ type: 'user', user_id: 'U0ANA' }) }, true],
    ['by a group that she is in', { text: '<!subteam^S0OPERATORS> please' }, true],
    ['as everybody there', { text: '<!channel> lunch' }, true],
    ['not by another name', { text: '<@U0BEN>' }, false],
    ['not by a group that she is not in', { text: '<!subteam^S0APPROVERS>' }, false],
    ['not by nobody', {}, false],
  ])('%s', (_, said, calls) => {
    expect(mentions(message(0, said), { id: 'U0ANA' }, groups)).toBe(calls);
  });
});
