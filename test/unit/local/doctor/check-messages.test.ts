import { expect, test } from 'vitest';
import { messagesCheck } from '../../../../local/doctor/check-messages.ts';
import type { Sample } from '../../../../local/doctor/samples/sample.ts';
import { CheckFailed } from '../../../../src/health/probes/probes.ts';
import { foundBy } from '../../health/stub.ts';

/** What the check finds, where Slack judges each drawing by `judge`. */
const found = (samples: readonly Sample[], judge: (rendered: string) => Record<string, unknown>) =>
  foundBy(
    messagesCheck(() => samples),
    (_, input) => judge(Object.values(input).join()),
  );

const table: Sample = {
  name: 'a table',
  as: 'message',
  rendered: { new: true },
  otherwise: { new: false },
};
const refused = {
  ok: false,
  error: 'invalid_message',
  errors: [{ pointer: '/blocks/0/type', message: 'is not known' }],
};

test('a block that this workspace does not have yet is no harm: the bot sends lines instead', async () => {
  expect(await found([table], (rendered) => (rendered === '{"new":true}' ? refused : { ok: true }))).toEqual([
    {
      state: 'warning',
      message:
        'Slack rejected “a table” at /blocks/0/type: is not known. Skydesk sends it as plain text instead.',
      next: 'Nothing to do: this workspace doesn’t support that block yet.',
    },
  ]);
});

test('it is where the lines are refused, too', async () => {
  const [first] = await found([table], () => refused);
  expect(first).toMatchObject({
    state: 'wrong',
    message: 'Slack rejected “a table” at /blocks/0/type: is not known.',
  });
});

test('what was judged before Slack asked to wait is told', async () => {
  let asked = 0;
  const samples = Array.from({ length: 20 }, (_, number): Sample => ({ ...table, name: `table ${number}` }));
  const findings = await found(samples, () => {
    asked += 1;
    if (asked > 10) throw new CheckFailed('throttled');
    return { ok: true };
  });
  expect(findings).toEqual([
    {
      state: 'not checked',
      message: 'Slack’s rate limit was reached after 10 of 20 samples.',
      next: 'Run this again in a minute.',
    },
  ]);
});

test('what repeats all that it was sent is not quoted', async () => {
  const findings = await found([table], () => ({ ok: false, error: 'You sent Bearer xoxb-1' }));
  expect(findings).toEqual([
    {
      state: 'not checked',
      message: 'Slack doesn’t validate messages for this token: without a reason.',
      next: undefined,
    },
  ]);
});
