import { expect, test } from 'vitest';
import { resourceId } from '../../../src/change/model/resource.ts';
import type { Finding, FindingSet } from '../../../src/drift/findings.ts';
import { outsideChanges } from '../../../src/home/outside-section.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { textOf } from '../../support/answer-text.ts';
import { changesInMemory } from '../../support/in-memory/memory.ts';
import { buttonsIn } from '../../support/in-memory/run-line.ts';

/* What the Home tab shows of changes that were made outside Skydesk. */

const now = Date.UTC(2026, 10, 27, 12);
const login = { userName: 'u', accountAlias: 'ACME', locationAlias: 'DE1', roles: [] };
const ana = { id: 'U0ANA', groups: [] };
const kind = 'autoscale policy on server';

const found = (server: string, by: Finding['by'] = { kind: 'outside' }): Finding => ({
  ...{ subject: { kind, server }, after: { content: 'p1', label: 'Batch' }, by },
});

/** The section that Ana sees for these findings, in watched accounts. */
function shown(findings: readonly Finding[], policy: Partial<Policy> = {}) {
  const set: FindingSet = { id: 'f1', account: 'ACME', kind, from: now - 1000, to: now, findings };
  const resources = Object.fromEntries(
    findings.map(({ subject, after }) => [resourceId('ACME', subject), { subject, content: after?.content }]),
  );
  return outsideChanges(
    ana,
    { login },
    {
      policy: { ...defaults, watch: { accounts: ['ACME'], everyMinutes: 15 }, ...policy },
      clock: () => now,
      changes: changesInMemory().changes,
      watches: {
        findings: async () => [set],
        heads: async () => [{ kind, version: 1, seq: 0, form: 1 }],
        resources: async () => resources,
        adoptions: async () => new Map(),
      },
    },
  );
}

test('an open change has both buttons, and a change by Skydesk is not listed', async () => {
  const ours = found('de1acmeweb02', { kind: 'skydesk', changes: [] });
  const answer = await shown([found('de1acmeweb01'), ours]);
  expect(textOf(answer)).toMatch(/^.*Autoscale policy of DE1ACMEWEB01 created.*outside Skydesk.*$/);
  expect(buttonsIn(answer).map(({ label }) => label)).toEqual(['Put It Back', 'Adopt…']);
});

test('a change that Skydesk may have made has only the button that adopts it', async () => {
  const answer = await shown([found('de1acmeweb01', { kind: 'unclear', changes: [] })]);
  expect(buttonsIn(answer).map(({ label }) => label)).toEqual(['Adopt…']);
});

test('of many changes, a few are listed and the others counted', async () => {
  const answer = await shown(['01', '02', '03', '04', '05'].map((number) => found(`de1acmeweb${number}`)));
  expect(buttonsIn(answer).filter(({ label }) => label === 'Put It Back')).toHaveLength(3);
  expect(textOf(answer)).toContain('2 more changes');
});

test.each<[string, Partial<Policy>]>([
  ['no account is watched', { watch: undefined }],
  ['the person may not read the account', { people: { read: [], change: [], approve: [] } }],
])('nothing is listed if %s', async (_, policy) => {
  expect(await shown([found('de1acmeweb01')], policy)).toEqual([]);
});
