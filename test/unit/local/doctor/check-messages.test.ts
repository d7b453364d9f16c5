import { expect, test } from 'vitest';
import { messagesCheck, type Sample } from '../../../../local/doctor/check-messages.ts';
import { CheckFailed } from '../../../../src/health/probes/probes.ts';
import { foundBy } from '../../health/stub.ts';

/** The findings of the check if Slack judges each rendered sample by `judge`. */
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

test('a block that this workspace does not have yet is only a warning: the bot sends lines instead', async () => {
  expect(await found([table], (rendered) => (rendered === '{"new":true}' ? refused : { ok: true }))).toEqual([
    {
      state: 'warning',
      message:
        'Slack rejected “a table” at /blocks/0/type: is not known. Skydesk sends it as plain text instead.',
      next: 'Nothing to do: this workspace doesn’t support that block yet.',
    },
  ]);
});

test('a block whose lines are refused, too, is an error', async () => {
  const [first] = await found([table], () => refused);
  expect(first).toMatchObject({
    state: 'wrong',
    message: 'Slack rejected “a table” at /blocks/0/type: is not known.',
  });
});

test('a rate limit is reported with the number of samples checked before it', async () => {
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

test('a response that repeats the request is not quoted', async () => {
  const findings = await found([table], () => ({ ok: false, error: 'You sent Bearer xoxb-1' }));
  expect(findings).toEqual([
    {
      state: 'not checked',
      message: 'Slack doesn’t validate messages for this token: without a reason.',
      next: undefined,
    },
  ]);
});
