import type { Instant } from '../../core/clock.ts';
/** Returns the value of an environment variable. Throws if it is not set; the message names it. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/** Returns the value of an environment variable; `otherwise` if it is not set or empty. */
export const optional = (name: string, otherwise: string): string => process.env[name] || otherwise;

/** Returns the time in an environment variable; undefined if it is unset or empty. Throws unless it is ISO 8601 with a zone. */
export function optionalTime(name: string): Instant | undefined {
  const value = process.env[name];
  if (!value) return undefined;
  const time = /T.*(Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw new Error(`The environment variable ${name} is no time: ${value}`);
  return time;
}

/** The domains of AWS's partitions, by the prefix of a region's name. */
const partitions: readonly (readonly [begins: string, domain: string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
  ['', 'amazonaws.com'],
];

/** The services that are called without the SDK, and the beginning of their regional host names. */
const hosts = {
  SQS: 'sqs',
  SECRETS_MANAGER: 'secretsmanager',
  LAMBDA: 'lambda',
  DYNAMODB: 'dynamodb',
  S3: 's3',
} as const;
type ServiceName = keyof typeof hosts;

/** Returns the endpoint of a service from the variables of the AWS SDKs; undefined if not configured. */
export const configuredEndpoint = (service: ServiceName): string | undefined =>
  process.env[`AWS_ENDPOINT_URL_${service}`] || process.env.AWS_ENDPOINT_URL || undefined;

/**
 * Returns the endpoint of a service for calls without the SDK: the configured one, else the regional one. Supports
 * AWS_USE_FIPS_ENDPOINT like the SDKs.
 */
export function endpointOf(service: ServiceName): string {
  const configured = configuredEndpoint(service);
  if (configured) return configured;
  const region = required('AWS_REGION');
  const [, domain] = partitions.find(([begins]) => region.startsWith(begins)) ?? [];
  const fips = process.env.AWS_USE_FIPS_ENDPOINT?.toLowerCase() === 'true' ? '-fips' : '';
  return `https://${hosts[service]}${fips}.${region}.${domain}/`;
}
