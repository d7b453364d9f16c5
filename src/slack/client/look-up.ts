import { MissingScope } from '../../messaging/missing-scope.ts';
import { SlackRejection } from '../api/slack-rejection.ts';

/** Makes a call that looks something up, for which the app needs `scope`. Rejects with `MissingScope` if it lacks that, else as the call does. */
export async function lookUp<Result>(scope: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof SlackRejection && error.reason === 'missing_scope') throw new MissingScope(scope);
    throw error;
  }
}
