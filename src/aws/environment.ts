/** A variable that must be set; the error names it. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

export const optional = (name: string, otherwise: string): string => process.env[name] || otherwise;

/** AWS's domains by the beginning of a region's name: usual, and DynamoDB's for IPv4 and IPv6 alike. */
const partitions: readonly (readonly [begins: string, domain: string, dualstack: string])[] = [
  ['cn-', 'amazonaws.com.cn', 'api.amazonwebservices.com.cn'],
  ['eusc-', 'amazonaws.eu', 'api.amazonwebservices.eu'],
  ['us-iso-', 'c2s.ic.gov', 'api.aws.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov', 'api.aws.scloud'],
  ['us-isof-', 'csp.hci.ic.gov', 'api.aws.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk', 'api.cloud-aws.adc-e.uk'],
  ['', 'amazonaws.com', 'api.aws'],
];

const isOn = (name: string): boolean => process.env[name]?.toLowerCase() === 'true';

/** The address that is set for a service of AWS by the variables of AWS's SDKs; undefined when there is none. */
export const givenEndpoint = (service: 'SQS' | 'SECRETS_MANAGER' | 'DYNAMODB'): string | undefined =>
  process.env[`AWS_ENDPOINT_URL_${service}`] || process.env.AWS_ENDPOINT_URL || undefined;

/**
 * Where a service of AWS is called: at the address that is set for it, else at its endpoint in the region, as the
 * SDKs find it; they hear AWS_USE_FIPS_ENDPOINT and AWS_USE_DUALSTACK_ENDPOINT too.
 */
export function endpoint(service: 'SECRETS_MANAGER' | 'DYNAMODB'): string {
  const given = givenEndpoint(service);
  if (given) return given;
  const region = required('AWS_REGION');
  const [, domain, both] = partitions.find(([begins]) => region.startsWith(begins)) ?? [];
  // Secrets Manager's usual endpoint speaks IPv6 as it is.
  const dualstack = service === 'DYNAMODB' && isOn('AWS_USE_DUALSTACK_ENDPOINT');
  // DynamoDB's usual endpoint is its FIPS endpoint in GovCloud.
  const isFips = service === 'DYNAMODB' && region.startsWith('us-gov-') && !dualstack;
  const name = service.toLowerCase().replace('_', '');
  const fips = isOn('AWS_USE_FIPS_ENDPOINT') && !isFips ? '-fips' : '';
  return `https://${name}${fips}.${region}.${dualstack ? both : domain}/`;
}
