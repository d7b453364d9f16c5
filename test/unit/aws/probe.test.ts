import { afterEach, expect, test, vi } from 'vitest';
import { awsProbe } from '../../../src/aws/probe.ts';
import { localAws } from '../playground/aws/local-aws.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['AccessDeniedException', { kind: 'denied' }],
  ['InvalidRequestException', { kind: 'refused', message: 'AWS refuses: InvalidRequestException.' }],
  ['InternalServiceError', { kind: 'unreachable' }],
  ['in account 123456789012', { kind: 'refused', message: 'AWS refuses: without a reason.' }],
])('a secret that AWS refuses with %s', async (type, obstacle) => {
  const { aws } = await localAws({ secrets: { plain: 'text' } });
  for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value);
  aws.faults.next('SecretsManager.GetSecretValue', { kind: 'refuse', type }, 2);
  await expect(awsProbe().secret('plain')).rejects.toMatchObject({ name: 'Obstacle', ...obstacle });
});
