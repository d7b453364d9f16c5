import { afterEach, expect, test, vi } from 'vitest';
import { awsErrorOf } from '../../../../src/aws/sdk/client-config.ts';
import { awsProbe } from '../../../../src/health/probes/aws-probe.ts';
import { localAws } from '../../../support/local-aws.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['AccessDeniedException', { kind: 'denied' }],
  [
    'InvalidRequestException',
    { kind: 'refused', message: 'AWS returned an error: InvalidRequestException.' },
  ],
  ['InternalServiceError', { kind: 'unreachable' }],
  ['RequestExpired', { kind: 'wrong clock' }],
  ['RequestTimeTooSkewed', { kind: 'wrong clock' }],
  ['InvalidSignatureException', { kind: 'no credentials' }],
  ['in account 123456789012', { kind: 'refused', message: 'AWS returned an error: without a reason.' }],
])('a secret that AWS refuses with %s', async (type, obstacle) => {
  const { aws } = await localAws({ secrets: { plain: 'text' } });
  for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value);
  // The SDK tries some of these up to three times.
  aws.faults.next('SecretsManager.GetSecretValue', { kind: 'refuse', type }, 3);
  await expect(awsProbe.secret('plain')).rejects.toMatchObject({ name: 'CheckFailed', ...obstacle });
});

test.each([
  'Signature expired: 20261122T030000Z is now earlier than 20261122T031000Z (20261122T031500Z - 5 min.)',
  'Signature not yet current: 20261122T033000Z is still later than 20261122T032000Z (20261122T031500Z + 5 min.)',
])('AWS blames the clock, not the key: %s', (message) => {
  const error = Object.assign(new Error(message), { name: 'InvalidSignatureException', $fault: 'client' });
  expect(awsErrorOf(error).type).toBe('RequestExpired');
});
