import { expect, test } from 'vitest';
import { resourceId } from '../../../../src/change/model/resource.ts';
import { findingId } from '../../../../src/drift/finding-id.ts';
import type { Finding, MadeBy } from '../../../../src/drift/findings.ts';
import type { WatchedResources } from '../../../../src/drift/watched-state.ts';
import { listedFor, listedSince } from '../../../../src/operations/changed/open-findings.ts';

/* Which of the things that were found have something left to do: a look finds one change each, the states of a policy are one letter. */

const changes = [{ change: 'c1', requester: 'U0ANA' }];

/** Looks that found that a policy was changed from one state to another ("-" where it wasn’t there), by whom, and whether it was adopted. */
const looksOf = (looks: string) =>
  looks.split(', ').map((look) => {
    const [id = '', change = '', by = '', adopted] = look.split(' ');
    return { id, change, by: { kind: by as MadeBy['kind'], changes }, isAdopted: adopted === 'adopted' };
  });

const minute = 60_000;
const begin = Date.UTC(2026, 10, 27);

/** The content of a firewall policy has its id. */
const contentOf = (id: string, state: string): Finding['after'] =>
  state === '-' ? undefined : { content: { id, state } };

/** The changes that are open after some looks, a minute from one to the next, of those that were found by one of them or later. */
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
    service: { alias: 'ACME' },
  });
  return found
    .flatMap(({ isOpen, set }) => (isOpen ? [looks[(set.from - begin) / minute]?.change] : []))
    .join();
}

test.each([
  ['what is still so is open', '1 a→b outside', 'a→b'],
  ['what Skydesk did is not', '1 a→b skydesk', ''],
  ['what others changed after Skydesk is', '1 a→b both', 'a→b'],
  ['so is what Skydesk changed, or others', '1 a→b unclear', 'a→b'],
  ['of several changes of one policy the last is', '1 a→b outside, 1 b→c outside', 'b→c'],
  ['what others took back is not', '1 a→b outside, 1 b→a outside', ''],
  ['a state that others left and came back to is', '1 a→b outside, 1 b→c outside, 1 c→b outside', 'c→b'],
  ['what others did again after Skydesk is', '1 b→a skydesk, 1 a→b outside', 'a→b'],
  ['what somebody has adopted is not', '1 a→b outside adopted', ''],
  ['what others took back of that is', '1 a→b outside adopted, 1 b→a outside', 'b→a'],
  ['a removed policy is open', '1 a→- outside', 'a→-'],
  ['until there is one like it, which has another id', '1 a→- outside, 2 -→a skydesk', ''],
  ['one that is not like it leaves it open', '1 a→- outside, 2 -→b skydesk', 'a→-'],
  ['so does one that was there before', '2 -→a skydesk, 1 a→- outside', 'a→-'],
])('%s', async (_, looks, open) => {
  expect(await openAfter(looks)).toBe(open);
});

test('it is the same whatever is listed: what others took back counts, if it was found before', async () => {
  const looks = '1 a→b outside, 1 b→a outside, 2 a→- outside';
  expect(await openAfter(looks, 2)).toBe('a→-');
  expect(await openAfter(looks, 3)).toBe('a→-');
  expect(await openAfter(looks, 4)).toBe('');
});
