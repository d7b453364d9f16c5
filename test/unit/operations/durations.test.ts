import { expect, test } from 'vitest';
import { plainField } from '../../../src/command-line/form.ts';
import { parseCommand } from '../../../src/command-line/parse-command.ts';
import { duration } from '../../../src/operations/alerts/triggers.ts';

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
