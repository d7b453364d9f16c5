/** A variable that must be set; the error names it. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

export const optional = (name: string, otherwise: string): string => process.env[name] || otherwise;

/** The domains of AWS's partitions, by the beginning of a region's name. */
const partitions: readonly (readonly [begins: string, domain: string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
  ['', 'amazonaws.com'],
];

const isOn = (name: string): boolean => process.env[name]?.toLowerCase() === 'true';

/** The address that is set for a service of AWS by the variables of AWS's SDKs; undefined when there is none. */
export const givenEndpoint = (service: 'SQS' | 'SECRETS_MANAGER'): string | undefined =>
  process.env[`AWS_ENDPOINT_URL_${service}`] || process.env.AWS_ENDPOINT_URL || undefined;

/**
 * Where Secrets Manager is called without the SDK: at the address that is set for it, else at its endpoint in the region,
 * which speaks IPv6 as it is. AWS_USE_FIPS_ENDPOINT counts as it does in the SDKs.
 */
export function secretsManagerEndpoint(): string {
  const given = givenEndpoint('SECRETS_MANAGER');
  if (given) return given;
  const region = required('AWS_REGION');
  const [, domain] = partitions.find(([begins]) => region.startsWith(begins)) ?? [];
  return `https://secretsmanager${isOn('AWS_USE_FIPS_ENDPOINT') ? '-fips' : ''}.${region}.${domain}/`;
}
