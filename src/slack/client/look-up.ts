import { orError } from '../../core/or-error.ts';
import { MissingScope } from '../../messaging/missing-scope.ts';
import { SlackRejection } from '../api/slack-rejection.ts';
import { scopesOfMethods } from './scopes.ts';
import type { SlackCall } from './web.ts';

type LookUpMethod = 'conversations.info' | 'usergroups.list' | 'users.info';

/** Makes a look-up call. Rejects with `MissingScope` if the app lacks the method's scope, else as the call does. */
export async function lookUp<Result>(
  slack: SlackCall,
  method: LookUpMethod,
  act: (web: Parameters<Parameters<SlackCall>[0]>[0]) => Promise<Result>,
): Promise<Result> {
  const found = await orError(slack(act), SlackRejection);
  if (!(found instanceof SlackRejection)) return found;
  throw found.reason === 'missing_scope' ? new MissingScope(scopesOfMethods[method][0]) : found;
}
