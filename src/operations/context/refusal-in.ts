import { UserError } from '../../answer/user-error.ts';
import { isCloudApiError } from '../../cloud/model/cloud-error.ts';

/** Resolves to the refusal of a change that the cloud API has checked; undefined if it would make it. Rejects if it doesn't answer. */
export async function refusalIn(check: Promise<void>): Promise<UserError | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    if (!isCloudApiError(error, 'bad-request') || error.problems.length === 0) throw error;
    return new UserError(error.problems.map(({ message }) => message).join(' '));
  }
}
