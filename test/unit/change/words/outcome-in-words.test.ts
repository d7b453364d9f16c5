import { expect, test } from 'vitest';
import { type Answer, buttons, commandButton, note } from '../../../../src/answer/answer.ts';
import type { OfferedUndo, OfferUse, Step, StepEnd } from '../../../../src/change/model/step.ts';
import { signed } from '../../../../src/lifecycle/views/signed.ts';
import { resultAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { words } from '../../../support/in-memory/memory.ts';
import { changeOf, commandOf } from '../../../support/made/changes.ts';
import { noon, request } from '../../../support/made/requests.ts';

const expires = Date.UTC(2026, 10, 21, 12);
const before = expires - 1;
const show = commandButton('Show Policy', 'alert show x');
const undo: OfferedUndo = {
  ...commandOf('alert delete x'),
  subject: { kind: 'alert policy', id: 'x' },
  state: '',
  expires,
};

const offering = (answer: Answer = []): Partial<Step> => ({
  outcome: { kind: 'done', answer, job: 'j1', undo },
});

const closed = { event: 'applied', person: 'U0ANA', job: 'j1' } as const;

/** What people read of a done change that its requester's click ran, without what a phone says. */
function shown(step: Partial<Step>, now = before): Answer {
  const change = request(
    { status: 'done', approvers: 0, job: 'j1', closed },
    { claimed: { at: noon, job: 'j1', run: 'r1' }, ...step },
  );
  return resultAnswer(change, now).filter(({ kind }) => kind !== 'push');
}

test('a result is its headline with its Undo, and one line of small print with person, command and expiry', () => {
  expect(shown(offering())).toEqual([
    {
      kind: 'item',
      tone: 'done',
      text: [{ bold: 'Deleted' }, ' ', 'a rule', ''],
      buttons: [{ label: 'Undo', action: { decide: 'undo', on: 'a1' } }],
    },
    {
      kind: 'context',
      text: [
        { person: 'U0ANA' },
        ' · ',
        { line: 'firewall delete de1' },
        ' · ',
        'Undo until ',
        { time: '2026-11-21T12:00:00.000Z', as: 'clock' },
      ],
    },
  ]);
});

test.each<[string, Answer]>([
  ['next to its only line', []],
  ['next to other buttons', [buttons(show)]],
  ['in its own row', [note('It watches nothing yet.')]],
])('an Undo %s is removed when it expires, and everything else stays', (_, answer) => {
  expect(JSON.stringify(shown(offering(answer)))).toContain('"decide":"undo"');
  const without = shown({ outcome: { kind: 'done', answer, job: 'j1' } });
  expect(shown(offering(answer), expires)).toEqual(without);
  expect(words(without)).toContain('Deleted a rule');
});

test('a full row gives up its last button for Undo, since Slack shows five', () => {
  const full = shown(offering([buttons(...Array(5).fill(show))]));
  expect(full[1]).toMatchObject({ buttons: { length: 5, 4: { label: 'Undo' } } });
});

test.each<[string, Omit<OfferUse, 'person' | 'job'>, string]>([
  ['is done says who did it', { outcome: 'done' }, 'Undone by U0BEN'],
  ['has an unknown outcome says so', { outcome: 'unknown' }, 'Outcome of its Undo unknown'],
  ['waits for approval names its request', { request: { id: 'a12', name: '#12' } }, 'Undo requested: #12'],
])('an Undo that %s, in place of its button', (_, more, says) => {
  const used = shown({ ...offering(), undoneBy: { person: 'U0BEN', job: 'j2', ...more } });
  expect(words(used)).toContain(says);
  expect(JSON.stringify(used)).not.toContain('"decide":"undo"');
});

const opens: Partial<Step> = {
  phrase: { verb: 'open', thing: 'SSH (22) on DE1ACMEWEB03' },
  ends: { after: 7_200_000 },
};

test.each<[string, Partial<StepEnd>, string, boolean]>([
  ['waits', {}, 'Open until 2026-11-21T12:00', true],
  ['is overdue', { overdue: true }, 'Still open: SSH (22) on DE1ACMEWEB03, should have closed', true],
  ['is sent', { phase: 'ending' }, 'Closing SSH', false],
  ['came', { phase: 'ended' }, 'Closed 2026-11-21T11:59', false],
  ['came early', { phase: 'ended', endedBy: 'U0BEN' }, 'by U0BEN', false],
  ['came 75 minutes early', { phase: 'ended', planned: before + 75 * 60_000 }, '1 h 15 min early', false],
  ['was skipped', { phase: 'skipped' }, 'Not closed, since somebody changed it', false],
  ['is unknown', { phase: 'unknown' }, 'Not known if closed', true],
  ['had no resource', { phase: 'over', over: 'gone' }, 'Closed before its time', false],
  ['had none after a removal', { phase: 'over', over: 'gone', removedBy: 'U0BEN' }, 'by U0BEN', false],
  ['had nothing to close', { phase: 'over', over: 'closed' }, 'Closed before its time', false],
  ['was cancelled', { phase: 'over', over: 'kept', endedBy: 'U0BEN' }, 'kept by U0BEN', false],
])(
  'a step whose end %s says so, and offers to end it while that is not known to be over',
  (_, more, says, isOffered) => {
    const end: StepEnd = { phase: 'active', since: before, endsAt: expires, ...more };
    const ending = shown({ ...offering(), ...opens, end });
    expect(words(ending)).toContain(says);
    expect(JSON.stringify(ending).includes('End Now')).toBe(isOffered);
    expect(JSON.stringify(ending)).not.toContain('"decide":"undo"');
  },
);

test.each<[string, Partial<StepEnd>, boolean]>([
  ['stands', {}, true],
  ['has ended', { phase: 'ended' }, false],
  ['is gone', { phase: 'over', over: 'gone' }, false],
  ['is kept', { phase: 'over', over: 'kept' }, true],
])('what %s has a button to look at it only as long as it is there', (_, more, isShown) => {
  const end: StepEnd = { phase: 'active', since: before, endsAt: expires, ...more };
  const result = shown({ ...offering([buttons(show)]), ...opens, end });
  expect(JSON.stringify(result).includes('Show Policy')).toBe(isShown);
});

test.each<[string, StepEnd['over'], string]>([
  ['gone is not said to be open again', 'gone', 'Removed before its time'],
  ['open already is', 'closed', 'Opened again before its time'],
])('what was closed for a while, and is %s', (_, over, says) => {
  const end: StepEnd = { phase: 'over', over, since: before };
  const closes = { verb: 'close', thing: 'SSH (22) on DE1ACMEWEB03' } as const;
  expect(words(shown({ ...offering(), phrase: closes, ends: { after: 1 }, end }))).toContain(says);
});

test('the command of an Undo is not shown, since nobody typed it', () => {
  const undoes = { id: 'a0', subject: { kind: 'alert policy', id: 'x' } } as const;
  expect(signed([note('It watches nothing yet.')], changeOf({}, { undoes })).at(-1)).toEqual({
    kind: 'context',
    text: [{ person: 'U0ANA' }, ' · ', 'Undo'],
  });
});
