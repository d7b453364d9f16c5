import { type LocalCloud, users } from '../../../local/cloud/index.ts';
import { connect, type Service } from '../../../src/cloud/index.ts';
import type { Context } from '../../../src/operations/shared/context.ts';
import { linksIn } from '../../../src/requests/write-link.ts';

/** A client of the emulator, with the bot's own login. */
export function connected({ url }: LocalCloud): Service {
  const password = users.find(({ userName }) => userName === 'skydesk')?.password ?? '';
  return connect({ baseUrl: url, credentials: async () => ({ username: 'skydesk', password }) });
}

/** What an operation may use at the cloud, for an account; nobody has done or asked for anything yet. */
export async function contextAt(cloud: LocalCloud, account = 'ACME'): Promise<Context> {
  const connection = connected(cloud);
  const service = connection.account(account);
  const login = await connection.login();
  return {
    service,
    login,
    link: linksIn({ service, login }),
    clock: Date.now,
    requester: 'U1',
    auditLog: { read: async () => ({ entries: [] }), verify: async () => ({ entries: 0 }) },
    approvals: { waiting: async () => [], get: async () => undefined },
    mayApprove: async () => () => true,
    idOf: async (person) => person,
    nameOf: async () => undefined,
    send: async () => {},
    describePolicy: async () => [],
    explain: async () => [],
    runChecks: async () => [],
  };
}
