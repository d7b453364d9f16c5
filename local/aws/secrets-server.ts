import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { listenOnLoopback } from '../loopback/listen.ts';
import type { FaultBoard } from './aws-faults.ts';
import { AwsError, awsJson } from './aws-json.ts';

/** A local Secrets Manager. */
export interface Secrets {
  readonly url: string;
  /** Writes a secret's value, new or not; anything but a string is kept as JSON. */
  put(id: string, value: unknown): void;
  /** A secret's current value as a string. Throws an AwsError when there is none. */
  get(id: string): string;
  close(): Promise<void>;
}

interface Version {
  readonly id: string;
  readonly value: string;
  /** Seconds since the epoch. */
  readonly createdAt: number;
}

interface Secret {
  readonly name: string;
  readonly arn: string;
  /** The current version comes first, then the previous one. */
  versions: readonly Version[];
}

const stages = ['AWSCURRENT', 'AWSPREVIOUS'];

const byId = z.object({ SecretId: z.string(), VersionStage: z.string().default('AWSCURRENT') });
const writing = z.object({ SecretString: z.string(), ClientRequestToken: z.string().default(randomUUID) });
const creating = writing.extend({ Name: z.string().regex(/^[\w/+=.@-]{1,512}$/) });
const putting = writing.extend({ SecretId: z.string() });

/** Starts a Secrets Manager that holds the seeded secrets, by name. */
export async function startSecrets(options: {
  readonly seed?: Readonly<Record<string, unknown>>;
  readonly region: string;
  readonly faults: FaultBoard;
  readonly port?: number;
}): Promise<Secrets> {
  const secrets = new Map<string, Secret>();

  function find(id: string): Secret {
    const found =
      secrets.get(id) ?? [...secrets.values()].find(({ arn }) => arn === id || arn.slice(0, -7) === id);
    if (found) return found;
    throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  }

  function create(name: string): Secret {
    const suffix = randomBytes(3).toString('hex');
    const arn = `arn:aws:secretsmanager:${options.region}:000000000000:secret:${name}-${suffix}`;
    const secret: Secret = { name, arn, versions: [] };
    secrets.set(name, secret);
    return secret;
  }

  function write(secret: Secret, value: string, id: string): object {
    secret.versions = [{ id, value, createdAt: Date.now() / 1000 }, ...secret.versions.slice(0, 1)];
    return { ARN: secret.arn, Name: secret.name, VersionId: id, VersionStages: ['AWSCURRENT'] };
  }

  const operations: Record<string, (input: unknown) => object> = {
    CreateSecret(input) {
      const { Name, SecretString, ClientRequestToken } = parse(creating, input);
      if (secrets.has(Name)) {
        throw new AwsError(
          'ResourceExistsException',
          `The operation failed because the secret ${Name} already exists.`,
        );
      }
      return write(create(Name), SecretString, ClientRequestToken);
    },
    PutSecretValue(input) {
      const { SecretId, SecretString, ClientRequestToken } = parse(putting, input);
      return write(find(SecretId), SecretString, ClientRequestToken);
    },
    GetSecretValue(input) {
      const { SecretId, VersionStage } = parse(byId, input);
      const { arn, name, versions } = find(SecretId);
      const version = versions[stages.indexOf(VersionStage)];
      if (!version) {
        throw new AwsError(
          'ResourceNotFoundException',
          `Secrets Manager can't find the specified secret value for staging label: ${VersionStage}`,
        );
      }
      return {
        ARN: arn,
        Name: name,
        VersionId: version.id,
        SecretString: version.value,
        VersionStages: [VersionStage],
        CreatedDate: version.createdAt,
      };
    },
    DescribeSecret(input) {
      const { arn, name, versions } = find(parse(byId, input).SecretId);
      const labelled = versions.map(({ id }, index) => [id, [stages[index]]]);
      return { ARN: arn, Name: name, VersionIdsToStages: Object.fromEntries(labelled) };
    },
  };

  function put(id: string, value: unknown): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    write(secrets.get(id) ?? create(id), text, randomUUID());
  }

  for (const [name, value] of Object.entries(options.seed ?? {})) put(name, value);
  const listener = awsJson('1.1', async (operation, input) => {
    const operate = operations[operation];
    if (!operate) throw new AwsError('UnknownOperationException', `${operation} is not known here`);
    return { status: 200, body: operate(input) };
  });
  const { url, close } = await listenOnLoopback(
    options.faults.guard('SecretsManager', listener),
    options.port,
  );
  return { url, put, get: (id) => find(id).versions[0]?.value ?? '', close };
}

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new AwsError('InvalidParameterException', z.prettifyError(error));
}
