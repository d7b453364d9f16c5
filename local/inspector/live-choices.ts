import { connect } from '../../src/cloud/index.ts';
import type { Choice } from '../../src/core/field.ts';
import { operationById } from '../../src/operations/index.ts';
import type { Context } from '../../src/operations/shared/context.ts';
import { rulesAt } from '../../src/operations/shared/firewall-rules.ts';
import { linksIn } from '../../src/requests/write-link.ts';
import { type LocalCloud, users } from '../cloud/index.ts';

/** What there is to name in a field of an operation, those that have `filter` in their name or id. */
export type LiveChoices = (operation: string, field: string, filter: string) => Promise<readonly Choice[]>;

/** A user other than the bot, so that the bot's password and token do not matter. */
const looker = 'accountadmin';

/**
 * Asks the local cloud as the operations do, but through `quietUrl`: no fault meets these requests, and
 * nobody is told of them. Nothing where the service is elsewhere.
 */
export function liveChoices(cloud: LocalCloud | undefined): LiveChoices {
  const user = users.find(({ userName }) => userName === looker);
  if (!cloud || !user) return async () => [];
  const credentials = { username: user.userName, password: user.password };
  const service = connect({ baseUrl: cloud.quietUrl, credentials: async () => credentials });
  return async (operation, field, filter) => {
    const reference = operationById(operation)?.fields[field]?.reference;
    if (!reference) throw new TypeError(`There is nothing to choose from for ${field} of ${operation}.`);
    const login = await service.login();
    const account = service.account(login.accountAlias);
    const link = linksIn({ service: account, login });
    const context: Context = {
      ...withoutRequester,
      service: account,
      rulesAt: (scope) => rulesAt(scope, account),
      login,
      link,
    };
    return (await reference.choices(context, filter)).options;
  };
}

/** The part of a context that is about who asks: choosing needs nothing of it. */
const withoutRequester: Omit<Context, 'service' | 'rulesAt' | 'login' | 'link'> = {
  clock: Date.now,
  requester: '',
  auditLog: { read: unavailable, verify: unavailable },
  approvals: { waiting: unavailable, get: unavailable },
  mayApprove: async () => () => false,
  idOf: unavailable,
  nameOf: async () => undefined,
  send: unavailable,
  describePolicy: unavailable,
  explain: unavailable,
  runChecks: unavailable,
};

async function unavailable(): Promise<never> {
  throw new Error('Choices come from the service alone');
}
