import { UserError } from '../../answer/user-error.ts';
import type { Server, ServerEntry } from '../../cloud/index.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import { unknown } from '../../core/unknown-text.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';
import { join, type Word } from '../../operation/words.ts';
import type { Context } from '../context/context.ts';
import { choose } from '../fields/reference.ts';
import { wordsField } from '../fields/words-field.ts';
import { matchingServers } from './matching-servers.ts';
import { entry, exactly, listServers } from './server.ts';
import { canNameSeveral, groupKey, readServerWords, serverWordsIn } from './server-words.ts';

/**
 * Creates a field for one or several servers. The operation runs once per server, named by:
 * - id or name,
 * - a part of the name that only one server has,
 * - a pattern (`web*`), or
 * - a group with its subgroups (`group=Shop`).
 */
export const servers = (options: FieldOptions): Field<string, Server, Context> =>
  wordsField(options, {
    hint: 'the id or name of a server, or several: stg01 jump, web*, group=Shop',
    example: 'DE1ACMEWEB01',
    read: readServerWords,
    reference: {
      find: onlyOne,
      pin: ({ id }) => id,
      choices: async ({ service }, filter) => choose(await service.servers.all(), filter, entry),
    },
    keys: [groupKey],
    many: {
      noun: 'server',
      each: 'the id or name of a server, a pattern like web*, or group=Shop',
      canNameSeveral,
      expand: async (words, context) => {
        const [first, ...others] = await named(words, context);
        return [first.name, ...others.map(({ name }) => name)];
      },
    },
  });

/** Finds the one server of a step. Rejects if the words name several. */
async function onlyOne(words: string, context: Context): Promise<Server> {
  const known = canNameSeveral(words) ? undefined : await exactly(words, context);
  if (known) return known;
  const [first, ...others] = await named(words, context);
  if (others.length === 0) return context.service.servers.get(first.id);
  throw new UserError(`“${words}” names ${others.length + 1} servers.`, { next: 'Name one.' });
}

/** Finds the named servers, each once. A single walk through the groups of the account covers all words. */
async function named(words: string, { service, link }: Context): Promise<NonEmpty<ServerEntry>> {
  const all = await service.servers.all();
  const entries = serverWordsIn(words);
  const found = entries.flatMap((word, at) => {
    try {
      return matchingServers(word, all, { aliases: [service.alias], list: listServers(link) });
    } catch (error) {
      throw error instanceof UserError ? inPlaceOf(at, entries, error) : error;
    }
  });
  const unread = found.find((server) => server.id === unknown);
  if (unread)
    throw new UserError(`Skydesk can’t read the name of a server in ${unread.group.join(' / ')}.`, {
      next: 'Name its servers.',
    });
  const [first, ...others] = new Map(found.map((server) => [server.id, server])).values();
  if (!first) throw new UserError('This names no server.', { next: 'Name at least one.' });
  return [first, ...others];
}

/** Extends candidates for one of several words to the words of the whole field. */
function inPlaceOf(at: number, entries: readonly Word[], error: UserError): UserError {
  const [before, after] = [join(entries.slice(0, at)), join(entries.slice(at + 1))];
  return error.with({
    candidates: error.candidates.map(({ value, ...shown }) => ({
      ...shown,
      value: [before, value, after].filter(Boolean).join(' '),
    })),
  });
}
