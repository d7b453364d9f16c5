import { NodeHttpHandler } from '@smithy/node-http-handler';
import { AwsError, unreachable } from '../lambda/aws-error.ts';
import { required } from '../lambda/environment.ts';

/** How often and how long the SDK's clients try, wherever they are. Times in milliseconds, for each attempt. */
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
 * What the clients of the worker and the sweeper are made with. Region and credentials come from the environment, as
 * Lambda sets them. Endpoints are the SDK's own: `AWS_ENDPOINT_URL_*`, FIPS, dual-stack and every partition.
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

/** How AWS says in the message of an `InvalidSignatureException` that the clock, not the key, is wrong. */
const signedAtAnotherTime = /^Signature (expired|not yet current)\b/;

/** An error of the SDK by AWS's own name for it, and by nothing else: the error itself holds the request. */
export const awsErrorOf = (error: unknown): AwsError => {
  if (!(error instanceof Error && '$fault' in error)) return new AwsError(unreachable);
  return new AwsError(signedAtAnotherTime.test(error.message) ? 'RequestExpired' : error.name);
};

/** Awaits a call of the SDK. Rejects with an `AwsError`. */
export const calling = <Output>(call: Promise<Output>): Promise<Output> =>
  call.catch((error: unknown) => {
    throw awsErrorOf(error);
  });
