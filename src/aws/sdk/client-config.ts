import { NodeHttpHandler } from '@smithy/node-http-handler';
import { unreachable } from '../lambda/aws-codes.ts';
import { AwsError } from '../lambda/aws-error.ts';
import { required } from '../lambda/environment.ts';

/** Returns the retries and timeouts of all SDK clients. Timeouts in milliseconds, per attempt. */
export const clientDefaults = () => ({
  maxAttempts: 3,
  retryMode: 'standard',
  defaultsMode: 'standard' as const,
  requestHandler: new NodeHttpHandler({
    connectionTimeout: 1_000,
    requestTimeout: 3_000,
    throwOnRequestTimeout: true,
  }),
});

/**
 * Returns the configuration of the SDK clients of the worker and the sweeper. Lambda sets region and credentials in the
 * environment. The SDK resolves endpoints itself: `AWS_ENDPOINT_URL_*`, FIPS, dual-stack, all partitions.
 */
export const clientConfig = () => ({
  ...clientDefaults(),
  region: required('AWS_REGION'),
  credentials: async () => ({
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
  }),
});

/** Message of an `InvalidSignatureException` whose cause is a wrong clock, not a wrong key. */
const signedAtAnotherTime = /^Signature (expired|not yet current)\b/;

/** Converts an SDK error to an `AwsError`. Uses only its name, since the error contains the request. */
export const awsErrorOf = (error: unknown): AwsError => {
  if (!(error instanceof Error && '$fault' in error)) return new AwsError(unreachable);
  return new AwsError(signedAtAnotherTime.test(error.message) ? 'RequestExpired' : error.name);
};

/** Awaits an SDK call. Converts its rejection to an `AwsError`. */
export const sdkCall = <Output>(call: Promise<Output>): Promise<Output> =>
  call.catch((error: unknown) => {
    throw awsErrorOf(error);
  });
