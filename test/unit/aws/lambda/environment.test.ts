import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test, vi } from 'vitest';
import { endpointOf, optionalTime } from '../../../../src/aws/lambda/environment.ts';

/** As in the SDK of AWS. */
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
  'Secrets Manager is called at the endpoint of the SDK: %s, FIPS %s',
  (region, fips) => {
    vi.stubEnv('AWS_REGION', region);
    vi.stubEnv('AWS_USE_FIPS_ENDPOINT', String(fips));
    vi.stubEnv('AWS_ENDPOINT_URL', '');
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', '');
    expect(endpointOf('SECRETS_MANAGER')).toBe(bySdk(region, fips));
  },
);

test.each([
  ['not set', undefined, undefined],
  ['empty', '', undefined],
  ['a time in UTC', '2026-11-21T09:00:00Z', Date.UTC(2026, 10, 21, 9)],
  ['a time with an offset', '2026-11-21T09:00:00+01:00', Date.UTC(2026, 10, 21, 8)],
])('a variable with a time is read: %s', (_, value, time) => {
  vi.stubEnv('RESTORED_AT', value);
  expect(optionalTime('RESTORED_AT')).toBe(time);
});

test.each(['yesterday', '2026-11-21', '2026-11-21T09:00:00', '2026-13-21T09:00:00Z'])(
  'a function does not start with an invalid time: %s',
  (value) => {
    vi.stubEnv('RESTORED_AT', value);
    expect(() => optionalTime('RESTORED_AT')).toThrow(`RESTORED_AT is no time: ${value}`);
  },
);
