import { describe, expect, test } from 'vitest';
import type { Part } from '../../../../src/answer/answer.ts';
import type { Step } from '../../../../src/change/model/step.ts';
import { mapNonEmpty } from '../../../../src/core/non-empty.ts';
import { incomplete, type Previewed, preview } from '../../../../src/lifecycle/views/preview.ts';
import type { NetworkChange } from '../../../../src/network/network-change.ts';
import { draw, drawPlainly } from '../../../../src/slack/render/draw.ts';
import { lines } from '../../../../src/slack/render/plain-text.ts';
import { words } from '../../../support/in-memory/memory.ts';
import { approvalRequired } from '../../../support/made/approval-required.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { noon } from '../../../support/made/requests.ts';

const points = [
  { points: 2, why: 'range wider than /16' },
  { points: 3, why: 'all ports' },
];
const asks = approvalRequired({ approvers: 2, accounts: ['ACME', 'ACDV'], points });
type Operation = Previewed['steps'][0]['prepared']['operation'];
const assign: Operation = { button: 'Assign Policy', risk: 'changes' };
const night = stepOf({
  title: 'Assign alert policy Night watch → DE1ACMEJUMP01',
  action: 'Assign alert policy',
  phrase: { verb: 'assign', thing: 'alert policy Night watch', rest: ' to DE1ACMEJUMP01' },
});
const step = (operation: Operation, warnings: readonly string[] = []): Previewed['steps'][0] => ({
  prepared: { operation },
  resolved: { warnings },
});

/** The content of a preview: of one step, unless it says more. */
const previewed = (more: Partial<Previewed> = {}): Previewed => ({
  change: { steps: [night] },
  steps: [step(assign)],
  decision: { kind: 'confirm', points: [] },
  impact: [],
  ...more,
});

/** A preview as lines: texts, and the labels of a row of buttons. */
function shown(more: Partial<Previewed>, command: string | undefined = 'alert assign "Night watch" jump') {
  const rendered = preview(previewed(more), {
    id: 'p1',
    seen: 's1',
    expires: noon,
    command,
    edit: 'alert assign x y',
  });
  return rendered.flatMap((part: Part) =>
    part.kind === 'buttons'
      ? [part.buttons.map(({ label, style }) => (style ? `${label} (${style})` : label)).join(' · ')]
      : lines(part).map((text) => words(text)),
  );
}
const title = 'Assign alert policy Night watch to DE1ACMEJUMP01?';
const small =
  'Nothing is changed yet · expires at 2026-11-20T12:00:00.000Zclock · alert assign "Night watch" jump';

test('a preview is a question, a button named after it, and small print', () => {
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

const opened = { verb: 'open', thing: '10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1)', rest: ', all ports' } as const;

test('what opens access says until when, and that nothing is open yet', () => {
  const ask = (more: Partial<Step>) => shown({ change: { steps: [stepOf({ phrase: opened, ...more })] } });
  const [lasting] = ask({ ends: { after: 7_200_000 } });
  expect(lasting).toBe('Open 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1), all ports, for 2 h?');
  const [endless, ...others] = ask({});
  expect(endless).toMatch(/, all ports, no end\?$/);
  expect(others.at(-1)).toMatch(/^Nothing is open yet · /);
});

test('several steps say which of them opens access and has no end', () => {
  const networkChange: NetworkChange = { change: 'opens', scope, traffic: way };
  const opens = (isReversible: boolean): Previewed['steps'][0] => ({
    prepared: { operation: { ...assign, isReversible } },
    resolved: { warnings: [], networkChange },
  });
  const steps = [stepOf({ phrase: opened }), night, night] as const;
  const lines = shown({
    change: { steps, plan: { allOrNothing: false } },
    steps: [opens(true), opens(false), step(assign)],
  });
  expect(lines.filter((line) => line.startsWith('🗓️'))).toEqual([
    '🗓️ Step 1: No end: it stays open until somebody closes it',
  ]);
});

test('an Undo is asked as one', () => {
  expect(shown({ undoes: true })[0]).toBe('Undo: assign alert policy Night watch to DE1ACMEJUMP01?');
});

test('the risk with its sum is one line, and the approvals that it needs are another', () => {
  const riskLine = 'Risk 5 of 14 · range wider than /16 (2) · all ports (3) · needs 2 approvals';
  expect(shown({ decision: asks, impact: ['16.8 M addresses gain access to 256.'], riskLine })).toEqual([
    title,
    riskLine,
    '16.8 M addresses gain access to 256.',
    'Needs an approver for each account: ACME and ACDV.',
    'Request Approval (primary) · Edit · Cancel',
    small,
  ]);
});

describe('a plan whose title and impact are as long as they may be', () => {
  const times = <Value>(count: number, make: (at: number) => Value): Value[] =>
    Array.from({ length: count }, (_, at) => make(at));
  const largest: Previewed = {
    change: {
      steps: mapNonEmpty([0, ...times(11, (at) => at + 1)], (at) =>
        stepOf({ title: `Assign policy ${at}`.padEnd(79, 'x'), ends: { at: at * 3_600_000 } }),
      ),
      plan: { allOrNothing: true },
    },
    steps: mapNonEmpty([0, ...times(11, (at) => at + 1)], () => step(assign)),
    decision: { kind: 'confirm', points },
    impact: times(50, (at) => `${at} addresses gain access.`.padEnd(99, 'x')),
    riskLine: 'Risk'.padEnd(600, 'x'),
    warnings: times(2, (at) => `Warning ${at}`.padEnd(200, 'x')),
    options: { reason: 'r'.repeat(500), ticket: 'T'.repeat(60) },
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
  const other = stepOf({ title: 'Delete alert policy Disk' });
  expect(shown({ steps: both, change: { steps: [night, other] } })).toEqual([
    'Assign alert policy Night watch to DE1ACMEJUMP01, + 1 step?',
    night.title,
    other.title,
    'Apply Changes (danger) · Edit · Cancel',
    small,
  ]);
});

test('the command of an Undo is not shown, since nobody typed it', () => {
  const rendered = preview(previewed(), {
    id: 'p1',
    seen: 's1',
    expires: noon,
    command: undefined,
    edit: 'alert delete x',
  });
  expect(words(rendered.at(-1))).toContain('expires at 2026-11-20T12:00:00.000Zclock');
  expect(words(rendered.at(-1))).not.toContain('alert delete');
});

test('a change that lacks its reason has one notice: about the reason', () => {
  const answer = incomplete(
    previewed({ steps: [step(assign, ['It restarts.'])], riskLine: 'Risk 5 of 14' }),
    'alert assign x y',
    'Approvers need a reason.',
  );
  expect(answer.flatMap((part) => (part.kind === 'notice' ? [part.tone, words(part.text)] : []))).toEqual([
    'warning',
    'Approvers need a reason.',
  ]);
  expect(words(answer)).toMatch(/Risk 5 of 14.*It restarts\./);
});

test.each([
  ['an opening that starts later', 'opens', 5, true],
  ['an opening that starts at once', 'opens', undefined, false],
  ['a closing that starts later', 'deletes', 5, false],
] as const)('%s says whether it is decided again: %s', (_, change, startsAt, says) => {
  const scope = { kind: 'inside', dataCenter: 'de1' } as const;
  const { prepared, resolved } = step(assign);
  const networkChange = { change, scope, traffic: { rule: 'aa' } };
  const said = shown({
    steps: [{ prepared, resolved: { ...resolved, networkChange } }],
    change: { steps: [{ ...night, ...(startsAt !== undefined && { startsAt }) }] },
  }).join(' ');
  expect(said.includes('Decided again when it starts')).toBe(says);
});
