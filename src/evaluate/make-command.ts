import { writeCommand } from '../operation/write-command.ts';
import type { MakeCommand } from '../operations/context/command-link.ts';
import type { Context } from '../operations/context/context.ts';
import { operationById } from '../operations/index.ts';

/** Returns functions that create commands. Commands about an account name it if it isn't the login's own. */
export function commandsIn({
  service,
  login,
}: {
  readonly service: Pick<Context['service'], 'alias'>;
  readonly login: Pick<Context['login'], 'accountAlias'>;
}): Pick<Context, 'command' | 'link'> {
  const elsewhere = service.alias.toUpperCase() !== login.accountAlias.toUpperCase();
  const account = elsewhere ? { account: service.alias } : {};
  const command: MakeCommand = (id, ...[args]) => {
    const operation = operationById(id);
    if (!operation) throw new Error(`There is no operation ${id}: run \`npm run fix\``);
    const given = Object.entries({ ...args, ...(operation.offline ? {} : account) });
    const raw = Object.fromEntries(given.flatMap(([name, words]) => (words ? [[name, words]] : [])));
    return { operation: id, raw, line: writeCommand(operation, raw) };
  };
  return { command, link: (id, ...args) => command(id, ...args).line };
}
