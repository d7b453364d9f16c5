import { expect, test } from 'vitest';
import { type Answer, bold, buttons, commandButton, done, note } from '../../../../src/answer/answer.ts';
import type { OfferedUndo, OfferUse, Step, StepEnd } from '../../../../src/change/model/step.ts';
import { outcomeOf } from '../../../../src/change/words/outcome-in-words.ts';
import { signed } from '../../../../src/lifecycle/views/signed.ts';
import { words } from '../../../support/in-memory/memory.ts';
import { changeOf, commandOf } from '../../../support/made/changes.ts';

const expires = Date.UTC(2026, 10, 21, 12);
const before = expires - 1;
const result: Answer = [done(bold('Night watch'), ' assigned to DE1ACMEJUMP01')];
const show = commandButton('Show Policy', 'alert show x');
const undo: OfferedUndo = {
  ...commandOf('alert delete x'),
  subject: { kind: 'alert policy', id: 'x' },
  state: '',
  expires,
};

const offering = (answer: Answer = result): Partial<Step> => ({
  outcome: { kind: 'done', answer, job: 'j1', undo },
});

/** The text that people read of a change with a done step. */
function shown(step: Partial<Step>, now = before): Answer {
  const change = changeOf({}, step);
  return signed(outcomeOf(change, now), change);
}

test('a result is one line with its Undo, and one of small print with person, command and expiry', () => {
  expect(shown(offering())).toEqual([
    {
      kind: 'item',
      tone: 'done',
      text: [{ bold: 'Night watch' }, ' assigned to DE1ACMEJUMP01'],
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
  ['next to its only line', result],
  ['next to other buttons', [...result, buttons(show)]],
  ['in its own row', [...result, note('It watches nothing yet.')]],
])('an Undo %s is removed when it expires, and everything else stays', (_, answer) => {
  expect(JSON.stringify(shown(offering(answer)))).toContain('"decide":"undo"');
  expect(shown(offering(answer), expires)).toEqual(signed(answer, changeOf()));
});

test('a full row gives up its last button for Undo, since Slack shows five', () => {
  const full = shown(offering([...result, buttons(...Array(5).fill(show))]));
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

test.each<[string, Partial<StepEnd>, string, boolean]>([
  ['waits', {}, 'Ends 2026-11-21T12:00', true],
  ['is overdue', { overdue: true }, 'Overdue since', true],
  ['is sent', { phase: 'ending' }, 'Ending…', false],
  ['came early', { phase: 'ended', endedBy: 'U0BEN' }, 'by U0BEN', false],
  ['was skipped', { phase: 'skipped' }, 'Not ended: somebody changed it', false],
  ['is unknown', { phase: 'unknown' }, 'Outcome of its end unknown', true],
  ['had no resource', { phase: 'over', over: 'gone' }, 'It was removed before its end', false],
  ['had nothing to close', { phase: 'over', over: 'closed' }, 'Nothing was left to end', false],
  ['was cancelled', { phase: 'over', over: 'kept', endedBy: 'U0BEN' }, 'Kept for good by U0BEN', false],
])(
  'a step whose end %s says so, and offers to end it while that is not known to be over',
  (_, more, says, isOffered) => {
    const end: StepEnd = { phase: 'active', since: before, endsAt: expires, ...more };
    const ending = shown({ ...offering(), end });
    expect(words(ending)).toContain(says);
    expect(JSON.stringify(ending).includes('End Now')).toBe(isOffered);
    expect(JSON.stringify(ending)).not.toContain('"decide":"undo"');
  },
);

test('the command of an Undo is not shown, since nobody typed it', () => {
  const undoes = { id: 'a0', subject: { kind: 'alert policy', id: 'x' } } as const;
  expect(signed(result, changeOf({}, { undoes })).at(-1)).toEqual({
    kind: 'context',
    text: [{ person: 'U0ANA' }, ' · ', 'Undo'],
  });
});
