import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test, vi } from 'vitest';
import { secretsManagerEndpoint } from '../../../../src/aws/lambda/environment.ts';

/** As AWS's own SDK has it. */
const bySdk = (Region: string, UseFIPS: boolean): string =>
  new SecretsManagerClient().config.endpointProvider({ Region, UseFIPS, UseDualStack: false }).url.href;

const everywhere = ['eu-west-1', 'mx-central-1', 'us-gov-west-1'].flatMap((region) => [
  [region, false] as const,
  [region, true] as const,
]);
const elsewhere = [
  'cn-north-1',
  'cn-northwest-1',
  'eusc-de-east-1',
  'us-iso-east-1',
  'us-isob-east-1',
  'us-isof-south-1',
  'eu-isoe-west-1',
].map((region) => [region, false] as const);

test.each([...everywhere, ...elsewhere])(
  'Secrets Manager is called where the SDK calls it: %s, FIPS %s',
  (region, fips) => {
    vi.stubEnv('AWS_REGION', region);
    vi.stubEnv('AWS_USE_FIPS_ENDPOINT', String(fips));
    vi.stubEnv('AWS_ENDPOINT_URL', '');
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', '');
    expect(secretsManagerEndpoint()).toBe(bySdk(region, fips));
  },
);
