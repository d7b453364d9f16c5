import { expect, test } from 'vitest';
import type { Answer } from '../../../../src/answer/answer.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import type { PostedMessage } from '../../../../src/change/model/posted-message.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import { notifyRequester, publish, show } from '../../../../src/lifecycle/notify/keep-messages.ts';
import { updateMessages } from '../../../../src/lifecycle/notify/update-messages.ts';
import type { Message } from '../../../../src/messaging/messaging.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { posted, type RequestFacts, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

const at = (ts: string): Message => ({ channel: 'C1', ts });
const broken = voteOf('U0ANA', 'approve', { breakGlass: true });
const notice = posted('notice', 'n', { of: broken.job });
const status = posted('status', 'd');
const offer = { id: 'p1', by: 'U0BEN', title: 'do less' };
const offered = posted('offer', 'o', { of: 'p1' });
const cards = (...ts: readonly string[]): PostedMessage[] => ts.map((one) => posted('card', one));

test('a deleted message is posted again once, and its new place is stored', async () => {
  const messages = [...cards('1', '2'), notice, status, offered];
  const asked = request({ messages, votes: [broken], offers: [offer] });
  const { kept, changes } = changesInMemory(asked);
  const edited: string[] = [];
  const edit = async (message: Message) => {
    edited.push(message.ts);
    return ['1', 'n', 'd', 'o'].includes(message.ts) ? at(`${message.ts}b`) : message;
  };
  const amend = async ({ ts }: Message) => edited.push(ts) > 0;
  const { deps } = memory({ changes, messenger: { edit, amend } });
  await updateMessages(asked, deps);
  expect(edited).toEqual(['1', '2', 'n', 'd', 'o']);
  await updateMessages(kept.get('a1') ?? asked, deps);
  expect(edited.slice(5)).toEqual(['1b', '2', 'nb', 'db']);
});

test('if Slack refuses every edit, each message is posted again once, and then left', async () => {
  const asked = request({ messages: [...cards('1'), status], status: 'rejected' });
  const { kept, changes } = changesInMemory(asked);
  const again: string[] = [];
  const { deps, said } = memory({
    changes,
    messenger: {
      async edit(message) {
        if (again.length > 9) throw new Error('It is posted again and again');
        again.push(message.ts);
        return at(`${message.ts}b`);
      },
      permalink: async ({ ts }) => `https://acme.slack.com/archives/C1/p${ts}`,
    },
  });
  for (const is of ['rejected', 'withdrawn'] as const) {
    const now = { ...(kept.get('a1') ?? asked), status: is };
    kept.set('a1', now);
    expect(await updateMessages(now, deps)).toBe('shown');
    expect(again).toEqual(['1', 'd']);
  }
  expect(kept.get('a1')?.messages.map(({ ts }) => ts)).toEqual(['1b', 'db']);
  expect(said.map(({ kind }) => kind)).toContain('amend');
});

test.each<[string, PostedMessage]>([
  ['for the first time', posted('card', '1')],
  ['in its second place, which was archived since', posted('card', '1', { isAgain: true })],
])('a card whose channel Slack refuses %s stays due', async (_, card) => {
  const asked = request({ messages: [card], status: 'approved' });
  const { kept, changes } = changesInMemory(asked);
  const messenger = { edit: async () => undefined, amend: async () => false };
  await show(asked, memory({ changes, messenger }).deps);
  expect(kept.get('a1')?.due).toEqual(['card']);
});

test('an offer is edited once for each new state of its suggestion', async () => {
  const asked = request({ messages: [offered], offers: [offer], suggestion: suggestionOf('do less') });
  const { kept, changes } = changesInMemory(asked);
  const { deps, said } = memory({ changes });
  const editsOf = async (more: RequestFacts = {}): Promise<number> => {
    const before = said.length;
    const current = { ...(kept.get('a1') ?? asked), ...more };
    kept.set('a1', current);
    await updateMessages(current, deps);
    return said.length - before;
  };
  expect([await editsOf(), await editsOf()]).toEqual([1, 0]);
  expect([await editsOf({ status: 'rejected' }), await editsOf({ due: ['log'] })]).toEqual([1, 0]);
  const { approval } = request({ offers: [offer], suggestion: suggestionOf('do least', { id: 'p2' }) });
  expect(await editsOf({ approval })).toBe(1);
  expect(words(said)).toContain('A newer suggestion replaced this one');
});

test('a card and an offer show the last state, even if a slow edit of an earlier one lands after it', async () => {
  const asked = request({
    messages: [...cards('1'), offered],
    offers: [offer],
    suggestion: suggestionOf('do less'),
  });
  const { changes } = changesInMemory(asked);
  const shown: (readonly [string, string])[] = [];
  const edit = async (message: Message, answer: Answer) => {
    shown.push([message.ts, words(answer)]);
    return message;
  };
  let isFirst = true;
  const slow = async (message: Message, answer: Answer) => {
    if (isFirst) {
      isFirst = false;
      const stepped = await changes.change('a1', (now) => ({ change: { ...now, status: 'rejected' } }));
      if ('change' in stepped)
        await updateMessages(stepped.change, memory({ changes, messenger: { edit } }).deps);
    }
    return edit(message, answer);
  };
  await updateMessages(asked, memory({ changes, messenger: { edit: slow } }).deps);
  expect(shown).toHaveLength(6);
  expect(Object.fromEntries(shown)).toEqual({
    1: expect.stringContaining('Rejected'),
    o: expect.stringContaining(' is closed, so this no longer applies'),
  });
});

/** A request that an agent made. */
const ofAgent = (facts: RequestFacts): Change => ({ ...request(facts), job: 'a1' });

/** The messages to Slack and the stored change, once the requester was notified. */
async function told(before: Change, meanwhile: RequestFacts = {}) {
  const { kept, changes } = changesInMemory({ ...before, ...meanwhile });
  const { deps, said } = memory({ changes });
  await expect(notifyRequester(before, deps)).resolves.toBe(true);
  return { now: kept.get('a1'), ways: said.map(({ kind }) => kind), words: words(said) };
}

test.each<[string, Change, string[]]>([
  ['a request is not sent to the person who has just made it', request({ messages: cards('1') }), []],
  ['a request that an agent made is sent to its requester', ofAgent({ messages: cards('1') }), ['send']],
  ['a request that an agent made is sent once', ofAgent({ messages: [...cards('1'), status] }), []],
  [
    'a suggestion comes in its own message',
    request({ messages: cards('1'), suggestion: suggestionOf('do less') }),
    ['send'],
  ],
  [
    'a suggestion comes in the thread of the first message about the request',
    request({
      messages: [...cards('1'), posted('offer', 'o', { of: 'p0', channel: 'D0ANA' })],
      suggestion: suggestionOf('do less'),
    }),
    ['reply'],
  ],
  [
    'a suggestion comes once',
    request({ messages: cards('1'), suggestion: suggestionOf('do less'), offers: [offer] }),
    [],
  ],
  ['a request that approvers cannot see is not sent', ofAgent({ messages: [] }), []],
  ['a request that has ended is not sent', ofAgent({ messages: cards('1'), status: 'rejected' }), []],
])('%s', async (_, asked, ways) => {
  expect((await told(asked)).ways).toEqual(ways);
});

test('if two workers notify the requester at once, one message is marked as not in use', async () => {
  const { now, ways, words } = await told(ofAgent({ messages: cards('1') }), {
    messages: [...cards('1'), status],
  });
  expect(now?.messages).toEqual([...cards('1'), status]);
  expect(ways).toEqual(['send', 'amend']);
  expect(words).toContain('This message is not in use.');
});

test('a message that the table did not store is marked as not in use, and sent again later', async () => {
  const asked = ofAgent({ messages: cards('1') });
  const change = () => Promise.reject(new Error('The table is away'));
  const { deps, said } = memory({ changes: { change } });
  await expect(notifyRequester(asked, deps)).resolves.toBe(false);
  expect(said.map(({ kind }) => kind)).toEqual(['send', 'amend']);
});

test.each([
  [
    'is stored with the card',
    async () => 'https://acme.slack.com/archives/C1/p1',
    'https://acme.slack.com/archives/C1/p1',
  ],
  ['may be missing, if Slack gives none', async () => undefined, undefined],
])('the permalink of a card %s', async (_, permalink, link) => {
  const { deps } = memory({ changes: changesInMemory(request()).changes, messenger: { permalink } });
  const published = await publish(request(), deps);
  expect(published.messages.map((card) => card.link)).toEqual([link]);
});

test.each<[string, RequestFacts, string[]]>([
  ['an approved change posts a list of its steps where it was requested', {}, ['post']],
  ['a change that needs no approval posts a list of its steps', { approvers: 0, messages: [] }, ['post']],
])('%s, once', async (_, more, ways) => {
  const steps = [stepOf({ title: 'one' }), stepOf({ title: 'two' })] as const;
  const approved = request({ status: 'approved', messages: cards('1'), steps, ...more });
  const first = await told(approved);
  expect(first.ways).toEqual(ways);
  expect(first.words).toContain('0 of 2 done');
  expect((await told(first.now ?? approved)).ways).toEqual([]);
});

test('a card that an earlier delivery posted is updated: it may be marked as not in use', async () => {
  const asked = request({ messages: cards('1') });
  const { deps, said } = memory({ changes: changesInMemory(asked).changes });
  expect(await publish(asked, deps)).toBe(asked);
  expect(said.map(({ kind }) => kind)).toEqual(['edit']);
  expect(words(said)).toContain('0 of 1 approved');
});

test.each(['open', 'done'] as const)(
  'a card that Slack did not take stays due if its request is %s',
  async (status) => {
    const asked = request({ messages: cards('1'), status });
    const { kept, changes } = changesInMemory(asked);
    const edit = () => Promise.reject(new Unavailable('Slack didn’t respond.'));
    await show(asked, memory({ changes, messenger: { edit } }).deps);
    expect(kept.get('a1')?.due).toEqual(['card']);
  },
);
