import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from './aws-json.ts';
import type { SecretStore, StoredSecret } from './secret-store.ts';

/** Staging labels of the versions of a secret, in their order. */
const stages = ['AWSCURRENT', 'AWSPREVIOUS'];

const byId = z.object({ SecretId: z.string(), VersionStage: z.string().default('AWSCURRENT') });
const writing = z.object({ SecretString: z.string(), ClientRequestToken: z.string().default(randomUUID) });
const creating = writing.extend({ Name: z.string().regex(/^[\w/+=.@-]{1,512}$/) });
const putting = writing.extend({ SecretId: z.string() });

type Operation = (store: SecretStore, input: unknown) => object;

/** The actions of Secrets Manager that are known here, by name. Each throws an `AwsError`. */
export const secretOperations: Readonly<Record<string, Operation>> = {
  CreateSecret(store, input) {
    const { Name, SecretString, ClientRequestToken } = parse(creating, input);
    if (store.has(Name)) {
      throw new AwsError(
        'ResourceExistsException',
        `The operation failed because the secret ${Name} already exists.`,
      );
    }
    return write(store, store.create(Name), SecretString, ClientRequestToken);
  },
  PutSecretValue(store, input) {
    const { SecretId, SecretString, ClientRequestToken } = parse(putting, input);
    return write(store, store.find(SecretId), SecretString, ClientRequestToken);
  },
  GetSecretValue(store, input) {
    const { SecretId, VersionStage } = parse(byId, input);
    const { arn, name, versions } = store.find(SecretId);
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
  DescribeSecret(store, input) {
    const { arn, name, versions } = store.find(parse(byId, input).SecretId);
    const labelled = versions.map(({ id }, index) => [id, [stages[index]]]);
    return { ARN: arn, Name: name, VersionIdsToStages: Object.fromEntries(labelled) };
  },
};

function write(store: SecretStore, secret: StoredSecret, value: string, id: string): object {
  store.write(secret, value, id);
  return { ARN: secret.arn, Name: secret.name, VersionId: id, VersionStages: ['AWSCURRENT'] };
}

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new AwsError('InvalidParameterException', z.prettifyError(error));
}
