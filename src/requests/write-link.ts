import { writeCommand } from '../core/write-command.ts';
import { operationById } from '../operations/index.ts';
import type { WriteLink } from '../operations/shared/command-link.ts';
import type { Context } from '../operations/shared/context.ts';

/** Writes commands for answers about an account; they name the account if it isn't the login's own and the command is about one. */
export function linksIn({ service, login }: Pick<Context, 'service' | 'login'>): WriteLink {
  const elsewhere = service.alias.toUpperCase() !== login.accountAlias.toUpperCase();
  const account = elsewhere ? { account: service.alias } : {};
  return (id, ...[args]) => {
    const operation = operationById(id);
    if (!operation) throw new Error(`There is no operation ${id}: run \`npm run fix\``);
    return writeCommand(operation, { ...args, ...(operation.offline ? {} : account) });
  };
}
