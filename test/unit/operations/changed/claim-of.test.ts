import { expect, test } from 'vitest';
import type { Finding, FindingSet, MadeBy } from '../../../../src/drift/findings.ts';
import { commandsIn } from '../../../../src/evaluate/make-command.ts';
import { digestCard } from '../../../../src/operations/changed/digest-card.ts';
import type { Listed } from '../../../../src/operations/changed/open-findings.ts';
import { openedCard } from '../../../../src/operations/changed/opened-card.ts';
import { textOf } from '../../../support/answer-text.ts';
import { buttonsIn } from '../../../support/in-memory/run-line.ts';

/* A card on outside openings or changes claims no more than is certain, and names the certain ones first. */

const kind = 'alert policy';
const account = { alias: 'ACME', accountAlias: 'ACME' };
const context = { service: account, ...commandsIn({ service: account, login: account }) };
const changes = [{ change: 'c1', name: '#7', requester: 'U0ANA' }];

/** Findings by these kinds of authors, each named after its kind. */
function found(kinds: readonly MadeBy['kind'][]): readonly Listed[] {
  const findings = kinds.map((by): Finding => {
    const content = { name: by, recipients: [], cpu: [], memory: [], disk: [], others: [] };
    const subject = { kind, id: by } as const;
    return { subject, before: { content }, by: { kind: by, changes }, opens: `The ${by} gains access.` };
  });
  const set: FindingSet = { id: 'f1', account: 'ACME', kind, from: 0, to: 1, findings };
  return findings.map((finding, index) => ({ finding, set, index, isOpen: true }));
}

test.each<[string, readonly MadeBy['kind'][], string, string]>([
  ['a certain finding comes first', ['unclear', 'outside'], 'Opened', 'The outside gains access and 1 more'],
  ['the state that Skydesk left isn’t certain', ['both'], 'Possibly opened', 'The both gains access'],
  ['Skydesk made it, or others', ['unclear'], 'Possibly opened', 'The unclear gains access'],
])('opened: %s', (_, kinds, claim, first) => {
  const [push, ...lines] = openedCard(found(kinds), context);
  expect(push).toMatchObject({ text: [`${claim} outside Skydesk in ACME: ${first}`] });
  expect(textOf(lines)).toContain(`${claim} outside Skydesk in ACME`);
});

test.each<[string, readonly MadeBy['kind'][], string, string]>([
  [
    'a certain finding comes first',
    ['unclear', 'both'],
    'Changed',
    'Alert policy both removed and 1 more change',
  ],
  ['Skydesk made it, or others', ['unclear'], 'Possibly changed', 'Alert policy unclear removed'],
])('changed: %s', (_, kinds, claim, first) => {
  const content = { named: found(kinds), more: 0, postedAtOnce: 0 };
  const [push, ...lines] = digestCard(content, { day: '2026-11-27', from: 0, until: 1 }, [], context);
  expect(push).toMatchObject({ text: [`${claim} outside Skydesk in ACME: ${first}`] });
  expect(textOf(lines)).toContain(`${claim} outside Skydesk in ACME`);
});

test('a change that Skydesk may have a part in can be adopted, but not put back', () => {
  const labels = (kinds: readonly MadeBy['kind'][]) =>
    buttonsIn(openedCard(found(kinds), context)).map(({ label }) => label);
  for (const kind of ['both', 'unclear'] as const) expect(labels([kind])).toEqual(['Adopt…']);
});
