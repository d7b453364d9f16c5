/** The `type` of an error where no answer came, or none that can be read. */
export const unreachable = 'unreachable';

/** The `type` of the error about a secret that is kept as bytes. */
export const noText = 'SecretString is missing';

/** AWS answered with an error, or not at all. `type` is AWS's own name for it. Nothing else of it is kept. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly type: string;

  constructor(type: string) {
    super(`AWS: ${type}`);
    this.type = type;
  }
}
