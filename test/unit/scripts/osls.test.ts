import { expect, test } from 'vitest';
import { UsageError } from '../../../scripts/command-line.ts';
import { oslsArguments } from '../../../scripts/osls.ts';

test('flags and parameters are handed on as osls takes them', () => {
  const values = { stage: 'prod', param: ['service=https://a.example?b=c', 'keepWarm=false'], force: true };
  expect(oslsArguments({ ...values, verbose: false, region: undefined })).toEqual([
    '--stage=prod',
    '--param=service=https://a.example?b=c',
    '--param=keepWarm=false',
    '--force',
  ]);
});

test.each([
  [
    'keepwarm=false',
    'serverless.yml has no parameter “keepwarm”; there are service, bot, command, email, table, logDays, keepWarm, mcp.',
  ],
  ['mcp=yes', '--param mcp must be true or false; it is “yes”.'],
  ['service', '--param needs NAME=VALUE; it is “service”.'],
])('the parameter %s, which osls would ignore or not explain, is refused', (parameter, sentence) => {
  expect(() => oslsArguments({ param: [parameter] })).toThrow(new UsageError(sentence));
});
