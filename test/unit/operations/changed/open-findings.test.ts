import { expect, test } from 'vitest';
import { resourceId } from '../../../../src/change/model/resource.ts';
import type { Finding, MadeBy } from '../../../../src/drift/findings.ts';
import type { WatchedResources } from '../../../../src/drift/watched-state.ts';
import { listed } from '../../../../src/operations/changed/open-findings.ts';

/* Which of the things that were found have something left to do: a look finds one change each, the states of a policy are one letter. */

const outside: MadeBy = { kind: 'outside' };
const skydesk: MadeBy = { kind: 'skydesk', changes: [{ change: 'c1', requester: 'U0ANA' }] };

/** A look that found that a policy was changed from one state to another: "-" where it wasn’t there. */
type Look = readonly [id: string, change: `${string}→${string}`, by: MadeBy];

test.each<[string, readonly Look[], readonly string[]]>([
  ['what is still so is open', [['1', 'a→b', outside]], ['a→b']],
  ['what Skydesk did is not', [['1', 'a→b', skydesk]], []],
  [
    'of several changes of one policy the last is',
    [
      ['1', 'a→b', outside],
      ['1', 'b→c', outside],
    ],
    ['b→c'],
  ],
  [
    'what others took back is not',
    [
      ['1', 'a→b', outside],
      ['1', 'b→a', outside],
    ],
    [],
  ],
  [
    'what others did again after Skydesk is',
    [
      ['1', 'b→a', skydesk],
      ['1', 'a→b', outside],
    ],
    ['a→b'],
  ],
  ['a removed policy is open', [['1', 'a→-', outside]], ['a→-']],
  [
    'until there is one like it, which has another id',
    [
      ['1', 'a→-', outside],
      ['2', '-→a', skydesk],
    ],
    [],
  ],
  [
    'one that is not like it leaves it open',
    [
      ['1', 'a→-', outside],
      ['2', '-→b', skydesk],
    ],
    ['a→-'],
  ],
  [
    'so does one that was there before',
    [
      ['2', '-→a', skydesk],
      ['1', 'a→-', outside],
    ],
    ['a→-'],
  ],
])('%s', async (_, looks, open) => {
  const kind = 'alert policy';
  const state = (content = '-') => (content === '-' ? undefined : { content });
  const subjectOf = (id: string): Finding['subject'] => ({ kind, id });
  const sets = looks.map(([id, change, by], at) => {
    const [before, after] = change.split('→').map(state);
    const finding = { subject: subjectOf(id), before, after, by };
    return { id: `${at}.${kind}`, account: 'ACME', kind, from: at, to: at + 1, findings: [finding] } as const;
  });
  const now: WatchedResources = Object.fromEntries(
    sets.flatMap(({ findings: [{ subject, after }] }) =>
      after ? [[resourceId('ACME', subject), { subject, ...after }]] : [],
    ),
  );
  const removed = sets.flatMap(({ findings: [{ subject, after }] }) =>
    after ? [] : [resourceId('ACME', subject)],
  );
  const resources = Object.fromEntries(Object.entries(now).filter(([id]) => !removed.includes(id)));
  const found = await listed(sets, [{ kind, version: 1, seq: 0, form: 1 }], {
    watches: { resources: async () => resources, adoptions: async () => new Map() },
    service: { alias: 'ACME' },
  });
  const opened = found.flatMap(({ isOpen, set }) => (isOpen ? [looks[set.from]?.[1]] : []));
  expect(opened).toEqual(open);
});
