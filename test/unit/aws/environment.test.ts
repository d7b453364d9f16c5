import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, expect, test, vi } from 'vitest';
import { endpoint } from '../../../src/aws/environment.ts';

afterEach(() => vi.unstubAllEnvs());

/** As AWS's own SDK has it. */
function bySdk(
  service: 'DYNAMODB' | 'SECRETS_MANAGER',
  Region: string,
  UseFIPS: boolean,
  UseDualStack: boolean,
) {
  const client = service === 'DYNAMODB' ? new DynamoDBClient() : new SecretsManagerClient();
  return client.config.endpointProvider({ Region, UseFIPS, UseDualStack }).url.href;
}

const flags = [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
] as const;
const everywhere = ['eu-west-1', 'mx-central-1', 'us-gov-west-1'].flatMap((region) =>
  flags.map((flag) => [region, ...flag] as const),
);
const elsewhere = [
  'cn-north-1',
  'cn-northwest-1',
  'eusc-de-east-1',
  'us-iso-east-1',
  'us-isob-east-1',
  'us-isof-south-1',
  'eu-isoe-west-1',
].map((region) => [region, false, false] as const);

test.each([...everywhere, ...elsewhere, ['cn-north-1', false, true] as const])(
  'services are called where the SDK calls them: %s, FIPS %s, dualstack %s',
  (region, fips, dualstack) => {
    vi.stubEnv('AWS_REGION', region);
    vi.stubEnv('AWS_USE_FIPS_ENDPOINT', String(fips));
    vi.stubEnv('AWS_USE_DUALSTACK_ENDPOINT', String(dualstack));
    for (const service of ['DYNAMODB', 'SECRETS_MANAGER'] as const)
      expect(endpoint(service)).toBe(bySdk(service, region, fips, dualstack));
  },
);
