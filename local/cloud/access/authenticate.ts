import { HttpError, message } from '../http/reply.ts';
import type { Service } from '../store/cloud-service.ts';
import type { CloudStore } from '../store/cloud-store.ts';
import { type Caller, rolesMay } from './permissions.ts';

/**
 * Identifies the sender of a request by its Authorization header: the word Bearer once, and a valid, unexpired token.
 * @throws HttpError with 401 otherwise, also for a doubled prefix (docs/cloud-api.md, Login and roles)
 */
export async function authenticate(service: Service, authorization: string | undefined): Promise<Caller> {
  const [, token] = /^Bearer +([^\s]+)$/i.exec(authorization ?? '') ?? [];
  const userName = token && (await service.tokens.read(token, service.now()));
  const user = service.store.users.find((candidate) => candidate.userName === userName);
  if (!user) throw new HttpError(message(401, 'Authorization has been denied for this request.'));
  return {
    userName: user.userName,
    accountAlias: user.accountAlias,
    may: (permission) => rolesMay(user.roles, permission),
  };
}

/** Whether an account is the caller's own or one of its descendants (docs/cloud-api.md, Login and roles). */
export function seesAccount(store: CloudStore, caller: Caller, alias: string): boolean {
  const account = store.accounts.get(alias);
  if (!account) return false;
  if (alias === caller.accountAlias) return true;
  return account.parentAlias !== alias && seesAccount(store, caller, account.parentAlias);
}
