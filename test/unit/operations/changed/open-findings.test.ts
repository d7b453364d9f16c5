import { expect, test } from 'vitest';
import { resourceId } from '../../../../src/change/model/resource.ts';
import { findingId } from '../../../../src/drift/finding-id.ts';
import type { Finding, MadeBy } from '../../../../src/drift/findings.ts';
import type { WatchedResources } from '../../../../src/drift/watched-state.ts';
import { listedFor, listedSince } from '../../../../src/operations/changed/open-findings.ts';
import { changesInMemory } from '../../../support/in-memory/memory.ts';

/* The findings that still need action: each look finds one change. The states of a policy are a letter, or one letter per setting. */

const own = { change: 'c1', requester: 'U0ANA' };

/** Looks that found a policy changed from one state to another ("-" if it wasn’t there), their author, and whether it was adopted. */
const looksOf = (looks: string) =>
  looks.split(', ').map((look) => {
    const [id = '', change = '', by = '', adopted] = look.split(' ');
    const isEnd = by === 'end';
    const kind = isEnd ? 'skydesk' : (by as MadeBy['kind']);
    return { id, change, by: { kind, changes: [{ ...own, isEnd }] }, isAdopted: adopted === 'adopted' };
  });

const minute = 60_000;
const begin = Date.UTC(2026, 10, 27);

/** The content of a firewall policy has its id. */
const contentOf = (id: string, state: string): Finding['after'] =>
  state === '-' ? undefined : { content: { id, ...state.split('') } };

/** The changes that are open after these looks, a minute apart, of those that were found by the look `first` or later. */
async function openAfter(seen: string, first = 1): Promise<string> {
  const looks = looksOf(seen);
  const kind = 'firewall inside';
  const subjectOf = (id: string): Finding['subject'] => ({ kind, dc: 'de1', id });
  const sets = looks.map(({ id, change, by }, at) => {
    const [before, after] = change.split('→').map((state) => contentOf(id, state));
    const finding = { subject: subjectOf(id), before, after, by };
    const [from, to] = [at, at + 1].map((minutes) => begin + minutes * minute) as [number, number];
    return { id: `${at}.${kind}`, account: 'ACME', kind, from, to, findings: [finding] } as const;
  });
  const resources: Record<string, WatchedResources[string]> = {};
  for (const { findings } of sets)
    for (const { subject, after } of findings) {
      const id = resourceId('ACME', subject);
      if (after) resources[id] = { subject, ...after };
      else delete resources[id];
    }
  const adoption = { person: 'U0ANA', at: begin, reason: 'Ours' };
  const adoptions = sets.flatMap((set, at) =>
    looks[at]?.isAdopted ? [[findingId(set, 0), adoption] as const] : [],
  );
  const found = await listedSince(begin + first * minute, begin + listedFor, {
    watches: {
      findings: async (_, since) => sets.filter(({ to }) => to >= since),
      heads: async () => [{ kind, version: 1, seq: 0, form: 1 }],
      resources: async () => resources,
      adoptions: async () => new Map(adoptions),
    },
    changes: changesInMemory().changes,
    service: { alias: 'ACME' },
  });
  return found
    .flatMap(({ isOpen, set }) => (isOpen ? [looks[(set.from - begin) / minute]?.change] : []))
    .join();
}

test.each([
  ['a change that is still in effect is open', '1 a→b outside', 'a→b'],
  ['a change by Skydesk is not open', '1 a→b skydesk', ''],
  ['a change by others after Skydesk is open', '1 a→b both', 'a→b'],
  ['a change by Skydesk or others is open', '1 a→b unclear', 'a→b'],
  ['of several changes of one policy only the last is open', '1 a→b outside, 1 b→c outside', 'b→c'],
  ['a change that others reverted is not open', '1 a→b outside, 1 b→a outside', ''],
  ['a state that others left and came back to is', '1 a→b outside, 1 b→c outside, 1 c→b outside', 'c→b'],
  ['a change that others made again after Skydesk is open', '1 b→a skydesk, 1 a→b outside', 'a→b'],
  ['an adopted change is not open', '1 a→b outside adopted', ''],
  ['the reversal of an adopted change is open', '1 a→b outside adopted, 1 b→a outside', 'b→a'],
  ['a removed policy is open', '1 a→- outside', 'a→-'],
  ['a removed policy is not open once an equal new one exists', '1 a→- outside, 2 -→a skydesk', ''],
  ['another policy that is not equal leaves a removed one open', '1 a→- outside, 2 -→b skydesk', 'a→-'],
  ['an equal policy that existed before leaves a removed one open', '2 -→a skydesk, 1 a→- outside', 'a→-'],
  ['an end leaves another setting open that others changed', '1 ax→bx outside, 1 bx→by end', 'ax→bx'],
  ['an end closes the setting that it restores', '1 ax→bx outside, 1 bx→ax end', ''],
  [
    'a change by Skydesk that people asked for agrees to what it shows',
    '1 ax→bx outside, 1 bx→by skydesk',
    '',
  ],
  [
    'others can come back to what was before their change, also after an end',
    '1 ax→bx outside, 1 bx→by end, 1 by→ay outside',
    '',
  ],
  [
    'a state that others left and came back to after an end is open',
    '1 ax→bx outside, 1 bx→by end, 1 by→cy outside, 1 cy→by outside',
    'cy→by',
  ],
  ['an end that removes what others changed closes it', '1 ax→bx outside, 1 bx→- end', ''],
  ['of two ends each restores its own', '1 axm→bxm outside, 1 bxm→bym end, 1 bym→byn end', 'axm→bxm'],
  [
    'a state that others left after Skydesk is open, also if they come back to it',
    '1 a→b both, 1 b→c outside, 1 c→b outside',
    'c→b',
  ],
  [
    'a state that Skydesk or others left is open, also if others come back to it',
    '1 a→b unclear, 1 b→c outside, 1 c→b outside',
    'c→b',
  ],
  [
    'a change that took back what Skydesk had changed with others is open',
    '1 a→b outside, 1 b→c both, 1 c→a outside',
    'c→a',
  ],
  ['others can come back to what was adopted', '1 a→b both adopted, 1 b→c outside, 1 c→b outside', ''],
  [
    'a removed policy is open again once others removed its equal',
    '1 a→- outside, 2 -→a outside, 2 a→- outside',
    'a→-',
  ],
  [
    'a removed policy is not open if Skydesk removed its equal',
    '1 a→- outside, 2 -→a skydesk, 2 a→- skydesk',
    '',
  ],
  [
    'of a removed policy and its equal from Skydesk only the last removal is open',
    '1 a→- outside, 2 -→a skydesk, 2 a→- outside',
    'a→-',
  ],
])('%s', async (_, looks, open) => {
  expect(await openAfter(looks)).toBe(open);
});

test('the list of open changes also counts reversals of changes that were found before it', async () => {
  const looks = '1 a→b outside, 1 b→a outside, 2 a→- outside';
  expect(await openAfter(looks, 2)).toBe('a→-');
  expect(await openAfter(looks, 3)).toBe('a→-');
  expect(await openAfter(looks, 4)).toBe('');
});
