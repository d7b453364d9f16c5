import { listenOnLoopback } from '../loopback/listen.ts';
import type { FaultBoard } from './aws-faults.ts';
import { AwsError, awsJson } from './aws-json.ts';
import { secretOperations } from './secret-operations.ts';
import { SecretStore } from './secret-store.ts';

/** A local Secrets Manager. */
export interface Secrets {
  readonly url: string;
  /** Writes a secret's value, new or not; anything but a string is kept as JSON. */
  put(id: string, value: unknown): void;
  /** A secret's current value as a string. Throws an AwsError when there is none. */
  get(id: string): string;
  close(): Promise<void>;
}

/** Starts a Secrets Manager that holds the seeded secrets, by name. */
export async function startSecrets(options: {
  readonly seed: Readonly<Record<string, unknown>>;
  readonly region: string;
  readonly faults: FaultBoard;
}): Promise<Secrets> {
  const store = new SecretStore(options.region);
  for (const [name, value] of Object.entries(options.seed)) store.put(name, value);
  const listener = awsJson('1.1', async (operation, input) => {
    const operate = secretOperations[operation];
    if (!operate) throw new AwsError('UnknownOperationException', `${operation} is not known here`);
    return { status: 200, body: operate(store, input) };
  });
  const { url, close } = await listenOnLoopback(options.faults.guard('SecretsManager', listener));
  return {
    url,
    put: (id, value) => store.put(id, value),
    get: (id) => store.find(id).versions[0]?.value ?? '',
    close,
  };
}
