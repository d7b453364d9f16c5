import { expect, test } from 'vitest';
import { type Answer, bold, buttons, commandButton, done, note, person } from '../../../src/answer/answer.ts';
import { signed } from '../../../src/changes/signed.ts';
import { undosIn, withoutUndo, withUndo } from '../../../src/undo/undo-button.ts';
import { changeOf } from '../changes.ts';

const expires = Date.UTC(2026, 10, 21, 12);
const result: Answer = [done(bold('Night watch'), ' assigned to DE1ACMEJUMP01')];
const show = commandButton('Show Policy', 'alert show x');
const posted = (answer: Answer): Answer => signed(withUndo(answer, 'a1', expires), changeOf());

test('a result is one line with its Undo, and one line of small print that says who, how, and until when', () => {
  expect(posted(result)).toEqual([
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
  ['beside its only line', result],
  ['beside other buttons', [...result, buttons(show)]],
  ['in a row of its own', [...result, note('It watches nothing yet.')]],
])('an Undo %s is taken away again, and all else stays', (_, answer) => {
  const shown = posted(answer);
  expect(undosIn(shown)).toEqual(['a1']);
  const left = withoutUndo(shown);
  expect(undosIn(left)).toEqual([]);
  expect(left.at(-1)).toEqual(signed(answer, changeOf()).at(-1));
  expect(JSON.stringify(left).includes('Show Policy')).toBe(answer.some(({ kind }) => kind === 'buttons'));
  expect(JSON.stringify(left)).toContain('Night watch');
});

test('of an Undo that was used it says by whom', () => {
  expect(withoutUndo(posted(result), ['Undone by ', person('U0BEN')]).at(-1)).toEqual({
    kind: 'context',
    text: [
      { person: 'U0ANA' },
      ' · ',
      { line: 'firewall delete de1' },
      ' · ',
      'Undone by ',
      { person: 'U0BEN' },
    ],
  });
});

test('a full row gives up its last button for Undo, since Slack shows five', () => {
  const full = withUndo([...result, buttons(...Array(5).fill(show))], 'a1', expires);
  expect(full[1]).toMatchObject({ buttons: { length: 5, 4: { label: 'Undo' } } });
});

test('the command of an Undo is not shown, since nobody typed it', () => {
  const undoes = { id: 'a0', subject: { kind: 'alert policy', id: 'x' } } as const;
  expect(signed(result, changeOf({}, { undoes })).at(-1)).toEqual({
    kind: 'context',
    text: [{ person: 'U0ANA' }, ' · ', 'Undo'],
  });
});
