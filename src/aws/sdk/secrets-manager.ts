import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AwsError, notText } from '../lambda/aws-error.ts';
import { sdkCall } from './client-config.ts';

/** Reads a text secret by name or ARN. Rejects with an `AwsError`. */
export const secretsIn =
  (client: SecretsManagerClient) =>
  async (id: string): Promise<string> => {
    const { SecretString } = await sdkCall(client.send(new GetSecretValueCommand({ SecretId: id })));
    if (SecretString === undefined) throw new AwsError(notText);
    return SecretString;
  };
