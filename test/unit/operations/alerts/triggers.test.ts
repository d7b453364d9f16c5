import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { plainField } from '../../../../src/command-line/form.ts';
import { parseCommand } from '../../../../src/command-line/parse-command.ts';
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

const field = duration({ label: 'How long' });

test.each([
  ['10m', '10m'],
  ['00:05:00', '5m'],
  ['15 minutes', '15m'],
  ['cpu:10m,disk:5m', 'cpu:10m,disk:5m'],
  ['CPU:5m; Memory:15', 'cpu:5m,memory:15m'],
])('%s means %s', (words, written) => {
  const reading = field.read(words);
  if ('problem' in reading) throw new Error(reading.problem);
  expect(field.write(reading.value)).toBe(written);
});

test.each(['', '7m', 'cpu', 'cpu:', 'cpu:7m', 'network:5m', 'cpu:5m,', '5m,10m', 'cpu:5m:10m'])(
  '“%s” is refused',
  (words) => {
    expect(field.read(words)).toHaveProperty('problem');
  },
);

test('a new policy has no duration for a metric without a threshold', () => {
  const parsed = parseCommand('alert create Two disk=80 for=disk:5m,cpu:10m to=a@b.co');
  expect(JSON.stringify(parsed)).toContain('names cpu, which has no threshold');
});

test('a form keeps a value that only a line can have', () => {
  const { input, value } = plainField('for', field, { for: 'cpu:10m,disk:5m' }, []);
  expect(value).toBe('cpu:10m,disk:5m');
  expect(input).toMatchObject({ options: { length: 4, 3: { value } } });
  expect(plainField('for', field, { for: '10m' }, []).input).toMatchObject({ options: { length: 3 } });
});
