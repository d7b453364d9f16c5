import { type Button, listButton } from '../../answer/answer.ts';
import type { Server, ServerEntry } from '../../cloud/index.ts';
import { ifFound } from '../../cloud/model/cloud-error.ts';
import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import type { Context } from '../context/context.ts';
import { choose, type Kind, none, several, similar } from '../fields/reference.ts';
import { wordsField } from '../fields/words-field.ts';

/** Creates a field for a server by its id, its name, or a part of the name that only one server has. */
export const server = (options: FieldOptions): Field<string, Server, Context> =>
  inAscii(
    wordsField(options, {
      hint: 'the id or name of a server, or a part that only one has',
      example: 'DE1ACMEWEB01',
      read: (words) =>
        /^[a-z0-9_-]{2,64}$/i.test(words)
          ? { value: words }
          : { problem: `“${words}” is not a server name like DE1ACMEWEB01` },
      reference: {
        find: findServer,
        pin: ({ id }) => id,
        choices: async ({ service }, filter) => choose(await service.servers.all(), filter, entry),
      },
    }),
  );

/** Identifies servers in the group tree. */
export const entry: Pick<Kind<ServerEntry>, 'id' | 'name' | 'describe'> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  describe: ({ dataCenter, group }) => `${dataCenter.toUpperCase()}: ${group.slice(1).join(' / ')}`,
};

/** Returns the button that lists all servers of the account. */
export const listServers = (link: Context['link']): Button => listButton('server', link('server.find'));

/** Returns the server that these words name: its id, its name, or a part that only one has. */
export const findServer = async (words: string, context: Context): Promise<Server> =>
  (await exactly(words, context)) ?? byPart(words, context);

/** Returns the server with this id; undefined if there is none. */
export const exactly = (parsed: string, { service }: Context): Promise<Server | undefined> =>
  ifFound(service.servers.get(parsed.toLowerCase()));

async function byPart(parsed: string, { service, link }: Context): Promise<Server> {
  const wanted = parsed.toLowerCase();
  const all = await service.servers.all();
  const matches = all.filter(({ id }) => id.includes(wanted));
  const [first] = matches;
  if (!first) {
    const names = all.map(({ name }) => name);
    throw none('server', parsed, listServers(link), similar(parsed, names));
  }
  if (matches.length > 1) {
    throw several('server', parsed, matches, {
      id: ({ id }) => id,
      name: ({ name }) => name,
      describe: ({ group }) => group.join(' / '),
    });
  }
  return service.servers.get(first.id);
}

/** Returns the name of a server, or its id in upper case. */
export const nameOf = ({ name, id }: Pick<Server, 'name' | 'id'>): string => name || id.toUpperCase();
