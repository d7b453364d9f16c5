import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { listenOnLoopback } from '../loopback/listen.ts';
import type { FaultBoard } from './aws-faults.ts';
import { AwsError, awsJson } from './aws-json.ts';

const reading = z.object({ SecretId: z.string() });
const writing = reading.extend({ SecretString: z.string() });

/** Starts a Secrets Manager that holds the seeded secrets, by name. It knows the actions GetSecretValue and PutSecretValue. */
export async function startSecrets(options: {
  readonly seed: Readonly<Record<string, unknown>>;
  readonly region: string;
  readonly faults: FaultBoard;
}) {
  const secrets = new Map<string, string>();
  /** Stores the value of a new or existing secret. Values other than strings are stored as JSON. */
  const put = (id: string, value: unknown): void =>
    void secrets.set(id, typeof value === 'string' ? value : JSON.stringify(value));
  /** Returns a secret's current value as a string. Throws an AwsError if there is none. */
  const get = (id: string): string => {
    const value = secrets.get(id);
    if (value !== undefined) return value;
    throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  };
  const operate = (operation: string, input: unknown): object => {
    const { SecretId } = reading.parse(input);
    const before = get(SecretId);
    const Arn = `arn:aws:secretsmanager:${options.region}:000000000000:secret:${SecretId}-local1`;
    const about = { ARN: Arn, Name: SecretId, VersionId: randomUUID(), VersionStages: ['AWSCURRENT'] };
    if (operation === 'GetSecretValue') return { ...about, SecretString: before };
    if (operation !== 'PutSecretValue')
      throw new AwsError('UnknownOperationException', `${operation} is not known here`);
    put(SecretId, writing.parse(input).SecretString);
    return about;
  };
  for (const [name, value] of Object.entries(options.seed)) put(name, value);
  const listener = awsJson('1.1', async (operation, input) => ({
    status: 200,
    body: operate(operation, input),
  }));
  const { url, close } = await listenOnLoopback(options.faults.guard('SecretsManager', listener));
  return { url, put, get, close };
}
