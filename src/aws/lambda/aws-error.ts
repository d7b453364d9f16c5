/** `AwsError.type` if no response arrived, or none that could be parsed. */
export const unreachable = 'unreachable';

/** `AwsError.type` for a secret that is stored as binary, not as text. */
export const notText = 'SecretString is missing';

/** AWS returned an error, or no response. `type` is AWS's name of the error. Nothing else of the response is stored. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly type: string;

  constructor(type: string) {
    super(`AWS: ${type}`);
    this.type = type;
  }

  /** For logs. */
  get code(): string {
    return this.type;
  }
}
