import { describe, expect, test } from 'vitest';
import type { Part } from '../../../../src/answer/answer.ts';
import { mapNonEmpty } from '../../../../src/core/non-empty.ts';
import { incomplete, type Previewed, preview } from '../../../../src/lifecycle/views/preview.ts';
import type { NetworkChange } from '../../../../src/network/network-change.ts';
import type { Decision } from '../../../../src/policy/decide.ts';
import { draw, drawPlainly } from '../../../../src/slack/render/draw.ts';
import { lines } from '../../../../src/slack/render/plain-text.ts';
import type { Timing } from '../../../../src/time/timing.ts';
import { words } from '../../../support/in-memory/memory.ts';
import { approvalRequired } from '../../../support/made/approval-required.ts';
import { noon } from '../../../support/made/requests.ts';

const points = [
  { points: 2, why: 'range wider than /16' },
  { points: 3, why: 'all ports' },
];
const asks = approvalRequired({ approvers: 2, accounts: ['ACME', 'ACDV'], points });
type Operation = Previewed['steps'][0]['prepared']['operation'];
const assign: Operation = { button: 'Assign Policy', risk: 'changes' };
const step = (operation: Operation, warnings: readonly string[] = []): Previewed['steps'][0] => ({
  prepared: { operation },
  resolved: {
    title: 'Assign alert policy Night watch → DE1ACMEJUMP01',
    action: 'Assign alert policy',
    warnings,
  },
});

/** A preview as lines: texts, and the labels of a row of buttons. */
function shown(more: Partial<Previewed>, command: string | undefined = 'alert assign "Night watch" jump') {
  const decision: Decision = { kind: 'confirm', points: [] };
  const rendered = preview(
    { steps: [step(assign)], decision, impact: [], ...more },
    { id: 'p1', seen: 's1', expires: noon, command, edit: 'alert assign x y' },
  );
  return rendered.flatMap((part: Part) =>
    part.kind === 'buttons'
      ? [part.buttons.map(({ label, style }) => (style ? `${label} (${style})` : label)).join(' · ')]
      : lines(part).map((text) => words(text)),
  );
}
const title = 'Assign alert policy Night watch → DE1ACMEJUMP01';
const small = 'Expires at 2026-11-20T12:00:00.000Zclock · alert assign "Night watch" jump';

test('a preview is the change, a button named after it, and small print', () => {
  expect(shown({})).toEqual([title, 'Assign Policy (primary) · Edit · Cancel', small]);
});

const way = {
  sources: ['10.0.0.0/24'],
  destinations: ['10.1.0.0/24'],
  ports: [],
  to: 'VA1',
  into: undefined,
};
const scope = { kind: 'between', dataCenter: 'de1' } as const;

test.each<[string, 'opens' | 'deletes', Timing, boolean, string | undefined]>([
  ['that opens access and has no end', 'opens', {}, true, '🗓️ No end: it stays open until somebody closes it'],
  [
    'that opens access for a while',
    'opens',
    { ends: { after: 7_200_000 } },
    true,
    '🗓️ Ends 2 h after it is applied',
  ],
  ['that closes access', 'deletes', {}, true, undefined],
  ['that moves the end of an opening, and has none of its own', 'opens', {}, false, undefined],
])('the preview of a change %s says so', (_, change, timing, isReversible, says) => {
  const { resolved } = step(assign);
  const networkChange: NetworkChange = { change, scope, traffic: way };
  const opening = {
    prepared: { operation: { ...assign, isReversible } },
    resolved: { ...resolved, networkChange },
  };
  expect(shown({ steps: [opening], timings: [timing] }).filter((line) => line.startsWith('🗓️'))).toEqual(
    says === undefined ? [] : [says],
  );
});

test('the risk with its sum is one line, and the approvals that it needs are another', () => {
  const riskLine = 'Risk 5 of 14: range wider than /16 (2) · all ports (3) → 2 approvals';
  expect(shown({ decision: asks, impact: ['16.8 M addresses gain access to 256.'], riskLine })).toEqual([
    title,
    '16.8 M addresses gain access to 256.',
    riskLine,
    'Needs an approver for each account: ACME and ACDV.',
    'Request Approval (primary) · Edit · Cancel',
    small,
  ]);
});

describe('a plan whose title and impact are as long as they may be', () => {
  const times = <Value>(count: number, make: (at: number) => Value): Value[] =>
    Array.from({ length: count }, (_, at) => make(at));
  const largest: Previewed = {
    steps: mapNonEmpty([0, ...times(11, (at) => at + 1)], (at) => ({
      prepared: { operation: assign },
      resolved: { title: `Assign policy ${at}`.padEnd(79, 'x'), action: 'Assign policy', warnings: [] },
    })),
    plan: { allOrNothing: true },
    decision: { kind: 'confirm', points },
    impact: times(50, (at) => `${at} addresses gain access.`.padEnd(99, 'x')),
    riskLine: 'Risk'.padEnd(600, 'x'),
    warnings: times(2, (at) => `Warning ${at}`.padEnd(200, 'x')),
    options: { reason: 'r'.repeat(500), ticket: 'T'.repeat(60) },
    timings: times(12, (at) => ({ ends: { at: at * 3_600_000 } })),
  };

  test.each([
    ['a message', draw],
    ['a modal', drawPlainly],
  ] as const)('is shown in full in %s', (_, render) => {
    const answer = preview(largest, {
      id: 'p1',
      seen: 's1',
      expires: noon,
      command: undefined,
      edit: 'x'.repeat(500),
    });
    const rendered = JSON.stringify(render(answer, '/cloud').blocks);
    const cut = [...largest.impact, largest.riskLine, 'Apply Changes'].filter(
      (text) => !rendered.includes(`${text}`),
    );
    expect(cut).toEqual([]);
    expect(rendered.includes('too long for one message')).toBe(false);
  });
});

test.each<[string, Operation, string]>([
  ['interrupts something', { button: 'Delete Policy', risk: 'disrupts' }, 'Delete Policy (danger)'],
  ['opens the network', { button: 'Add Public IP', risk: 'opens' }, 'Add Public IP (primary)'],
])('a change that %s has a button that says so', (_, operation, label) => {
  expect(shown({ steps: [step(operation)] })[1]).toBe(`${label} · Edit · Cancel`);
});

test('warnings stand between the change and its buttons, also those of an Undo', () => {
  const steps: Previewed['steps'] = [step(assign, ['It watches nothing yet.'])];
  expect(shown({ steps, warnings: ['It comes back with a new id.'] }).slice(0, 3)).toEqual([
    title,
    'It comes back with a new id.',
    'It watches nothing yet.',
  ]);
});

test('several steps share one button', () => {
  const both: Previewed['steps'] = [step(assign), step({ button: 'Delete Policy', risk: 'disrupts' })];
  expect(shown({ steps: both })).toEqual([title, title, 'Apply Changes (danger) · Edit · Cancel', small]);
});

test('the command of an Undo is not shown, since nobody typed it', () => {
  const rendered = preview(
    { steps: [step(assign)], decision: { kind: 'confirm', points: [] }, impact: [] },
    { id: 'p1', seen: 's1', expires: noon, command: undefined, edit: 'alert delete x' },
  );
  expect(words(rendered.at(-1))).toContain('Expires at 2026-11-20T12:00:00.000Zclock');
  expect(words(rendered.at(-1))).not.toContain('alert delete');
});

test('a change that lacks its reason has one notice: about the reason', () => {
  const decision: Decision = { kind: 'confirm', points: [] };
  const answer = incomplete(
    { steps: [step(assign, ['It restarts.'])], decision, impact: [], riskLine: 'Risk 5 of 14' },
    'alert assign x y',
    'Approvers need a reason.',
  );
  expect(answer.flatMap((part) => (part.kind === 'notice' ? [part.tone, words(part.text)] : []))).toEqual([
    'warning',
    'Approvers need a reason.',
  ]);
  expect(words(answer)).toMatch(/It restarts\..*Risk 5 of 14/);
});

test.each([
  ['an opening that starts later', 'opens', 5, true],
  ['an opening that starts at once', 'opens', undefined, false],
  ['a closing that starts later', 'deletes', 5, false],
] as const)('%s says whether it is decided again: %s', (_, change, startsAt, says) => {
  const scope = { kind: 'inside', dataCenter: 'de1' } as const;
  const { prepared, resolved } = step(assign);
  const networkChange = { change, scope, traffic: { rule: 'aa' } };
  const timings = [startsAt === undefined ? {} : { startsAt }];
  const said = shown({ steps: [{ prepared, resolved: { ...resolved, networkChange } }], timings }).join(' ');
  expect(said.includes('Decided again when it starts')).toBe(says);
});
