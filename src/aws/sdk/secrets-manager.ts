import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AwsError, noText } from '../lambda/aws-error.ts';
import { calling } from './client-config.ts';

/** Reads a text secret by name or ARN. Rejects with an `AwsError`. */
export type ReadSecret = (id: string) => Promise<string>;

export const secretsIn =
  (client: SecretsManagerClient): ReadSecret =>
  async (id) => {
    const { SecretString } = await calling(client.send(new GetSecretValueCommand({ SecretId: id })));
    if (SecretString === undefined) throw new AwsError(noText);
    return SecretString;
  };
