/** A variable that must be set; the error names it. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

export const optional = (name: string, otherwise: string): string => process.env[name] || otherwise;

/** Where a service of AWS is called: the SDK's own variables first, then what is usual. */
export const endpoint = (service: 'SQS' | 'SECRETS_MANAGER' | 'DYNAMODB', usual: string): string =>
  process.env[`AWS_ENDPOINT_URL_${service}`] || process.env.AWS_ENDPOINT_URL || usual;
