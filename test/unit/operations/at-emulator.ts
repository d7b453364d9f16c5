import { type Emulator, users } from '../../../local/cloud/index.ts';
import { connect, type Service } from '../../../src/cloud/index.ts';
import type { Context } from '../../../src/operations/shared/context.ts';

/** A client of the emulator, with the bot's own login. */
export function connected({ url }: Emulator): Service {
  const password = users.find(({ userName }) => userName === 'skydesk')?.password ?? '';
  return connect({ baseUrl: url, credentials: async () => ({ username: 'skydesk', password }) });
}

/** What an operation may use at the emulator, for ACME; nobody has done or asked for anything yet. */
export async function contextAt(emulator: Emulator): Promise<Context> {
  const service = connected(emulator);
  return {
    service: service.account('ACME'),
    login: await service.login(),
    clock: Date.now,
    asker: 'U1',
    ledger: { read: async () => ({ entries: [] }), verify: async () => ({ entries: 0 }) },
    approvals: { waiting: async () => [], get: async () => undefined },
    mayApprove: async () => () => true,
    idOf: async (person) => person,
    nameOf: async () => undefined,
    send: async () => {},
    examine: async () => [],
  };
}
