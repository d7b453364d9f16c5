import { CallFailed } from '../../core/call-failed.ts';
import { againAfter } from './aws-codes.ts';

/** `AwsError.type` for a secret that is stored as binary, not as text. */
export const notText = 'SecretString is missing';

/**
 * AWS returned an error, or no response. `type` is AWS's name of the error. Nothing else of the response is stored. After an
 * unknown error, AWS may have carried out the call.
 */
export class AwsError extends CallFailed {
  override readonly name = 'AwsError';
  override readonly system = 'AWS';
  readonly type: string;

  constructor(type: string) {
    super(`AWS: ${type}`, againAfter(type) ?? 'soon');
    this.type = type;
  }

  override get code(): string {
    return this.type;
  }
}
