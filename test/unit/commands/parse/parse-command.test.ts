import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessage } from '../../../../local/slack/blocks/check-message.ts';
import { resubmit, submit } from '../../../../src/commands/parse/parse-command.ts';
import { operations } from '../../../../src/operations/index.ts';
import { draw } from '../../../../src/slack/render/draw.ts';
import { words } from '../../memory.ts';

test.each([
  ['', 'What you can type'],
  ['  ', 'What you can type'],
  ['HELP', 'What you can type'],
  ['help alert', 'What alert can do'],
  ['help alert create', 'Make an alert policy'],
  ['help alret', 'Did you mean alert'],
  ['help key=value', 'There is no command'],
  ['alert', 'What alert can do'],
  ['alert lsit', 'Did you mean alert list'],
  ['moon land', 'There is no command “moon”. Nothing was changed.'],
  ['alert list now', '“now” is one word too many'],
  ['alert show', 'is missing'],
  ['alert list acount=X', 'Did you mean account=?'],
  ['alert list account=../x', 'is not an account alias'],
])('“%s” is answered at once', (line, text) => {
  const submitted = submit(line);
  expect('answer' in submitted && words(submitted.answer)).toContain(text);
});

test.each(['alert list', 'ALERT LIST account=acme', 'alert delete x', 'invoice', 'invoice trend 3'])(
  '“%s” may go on',
  (line) => {
    const submitted = submit(line);
    expect('prepared' in submitted && submitted.prepared.operation.id).toBe(
      line
        .toLowerCase()
        .split(' ')
        .filter((word) => /^(alert|list|delete|invoice|trend)$/.test(word))
        .join('.'),
    );
  },
);

describe('approval', () => {
  const needing = operations.filter(({ needs }) => needs === 'approval');
  const missing = 'is missing: whoever approves has to know why you want this';
  const filled = ({ fields }: (typeof operations)[number]) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { example, read }]) => [
        name,
        'value' in read(example) ? example : '0'.repeat(32),
      ]),
    );

  test('of all that needs it is not asked for without a reason, by line or by what was kept', () => {
    expect(needing.length).toBeGreaterThan(5);
    for (const operation of needing) {
      const kept = resubmit(operation.id, filled(operation));
      expect('answer' in kept && words(kept.answer), operation.id).toContain(missing);
      const line = Object.entries(filled(operation)).map(([name, text]) => `${name}="${text}"`);
      const typed = submit(`${operation.words.join(' ')} ${line.join(' ')}`);
      expect('form' in typed && typed.form?.problems, operation.id).toContainEqual({
        field: 'why',
        message: missing,
      });
    }
  });

  test('of all that needs it may be asked for with a reason', () => {
    for (const operation of needing) {
      const kept = resubmit(operation.id, { ...filled(operation), why: 'Nightly backup' });
      expect('prepared' in kept && kept.prepared.why, operation.id).toBe('Nightly backup');
    }
  });

  test('without a reason says which it needs, that nothing was changed, and offers the form', () => {
    const line = `firewall disable de1 ${'0'.repeat(32)}`;
    const submitted = submit(line);
    const said = 'answer' in submitted ? words(submitted.answer) : '';
    expect(said).toContain('“firewall disable” cannot run like this. Nothing was changed.');
    expect(said).toContain(missing);
    expect(said).toContain(`Open the form${line}`);
  });
});

test('what is no longer known is refused', () => {
  const submitted = resubmit('moon.land', {});
  expect('answer' in submitted && words(submitted.answer)).toContain('Nothing was changed');
});

test('any line gives an answer that Slack takes, or a request', () => {
  const starts = fc.constantFrom('', 'help ', ...operations.map(({ words }) => `${words.join(' ')} `));
  const rest = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('x'.repeat(3000), '<!channel>', '"'),
  );
  fc.assert(
    fc.property(starts, rest, (start, text) => {
      const submitted = submit(start + text);
      if (!('answer' in submitted)) return;
      const drawn = draw(submitted.answer, '/cloud');
      expect(checkMessage(JSON.parse(JSON.stringify(drawn)))).toBeUndefined();
      expect(drawn.text).not.toContain('<');
    }),
    { numRuns: 300 },
  );
});
