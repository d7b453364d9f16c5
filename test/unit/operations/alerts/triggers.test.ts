import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { contentOf, describeTriggers, duration } from '../../../../src/operations/alerts/triggers.ts';

/* A duration in another form than the documented one is shown as the cloud API has it. */

test.each([
  ['00:05:00', '5 min', '5m'],
  ['01:00:00', '60 min', '60m'],
  ['01:30:00', '90 min', '90m'],
  ['00:07:30', '00:07:30', '00:07:30'],
  ['PT5M', 'PT5M', 'PT5M'],
  ['', '', ''],
])('“%s” is “%s”', (length, said, written) => {
  expect(describeTriggers([{ metric: 'cpu', threshold: 80, duration: length }])).toBe(
    `CPU ≥ 80% for ${said}`,
  );
  expect(duration({ label: '' }).write(length)).toBe(written);
});

test.each([
  ['ops@EXAMPLE.com', true],
  ['Ops@example.com', false],
])('a policy that notifies %s is equal to one that notifies ops@example.com: %j', (recipient, isEqual) => {
  const content = (to: string) =>
    contentOf({
      name: 'Disk 80',
      actions: [{ action: 'email', settings: { recipients: [to] } }],
      triggers: [],
    });
  expect(isDeepStrictEqual(content(recipient), content('ops@example.com'))).toBe(isEqual);
});
