import type { Clock } from '../core/ports.ts';
import type { Context } from '../operations/context.ts';
import type { Service } from '../service/index.ts';

/** What an operation may use, for the account that was asked for or else the login's own. */
export async function contextFor(
  account: string | undefined,
  { service, clock }: { service: Service; clock: Clock },
): Promise<Context> {
  const login = await service.login();
  return { service: service.account(account ?? login.accountAlias), login, clock };
}
