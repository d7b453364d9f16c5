import { isIPv4 } from 'node:net';
import { isUnread } from '../../cloud/model/partly.ts';
import type { Reading } from '../../core/reading.ts';
import { parseCidr } from '../../network/cidr.ts';
import { privateAddresses, publicAddresses } from '../../network/internet.ts';
import { common, meets, minus, type Range, type United, union } from '../../network/ranges.ts';
import type { Field, FieldOptions, WordsByField } from '../../operation/field.ts';
import { join, type Word } from '../../operation/words.ts';
import type { Context } from '../context/context.ts';
import { choose } from '../fields/reference.ts';
import { wordsField } from '../fields/words-field.ts';
import { matchingServers } from '../servers/matching-servers.ts';
import { entry, listServers } from '../servers/server.ts';
import { addressesOfServer } from '../servers/server-addresses.ts';
import { groupKey, readServerWords, serverWordsIn } from '../servers/server-words.ts';
import { accountsOf, type PlacedServer, placedServers } from './placed-servers.ts';

/** Addresses in one place. Each address of an end is in exactly one of its places. */
export interface Place {
  /**
   * A data center as in "VA1", "VA1 (ACDV)" in the peer, or `internet`. Undefined if unknown: the addresses may be in any data
   * center.
   */
  readonly at: string | undefined;
  readonly addresses: United;
}

/** One end of the traffic that a person asks about. */
export interface End {
  /** Its name as typed: "DE1ACMEWEB01", "10.0.0.0/24". */
  readonly name: string;
  readonly places: readonly Place[];
  /** The unknown parts as clauses: "DE1ACMEWEB09 shows no address". */
  readonly unread: readonly string[];
}

export const internet = 'internet';

/**
 * Creates a field for servers, addresses, ranges and groups, separated by commas, or for the internet; in the account of the
 * request or in `peer`.
 */
export const reachEnd = (options: FieldOptions): Field<string, End, Context> =>
  wordsField(options, {
    hint: 'a server, an address, a range, group=NAME or internet',
    example: 'DE1ACMEWEB01',
    keys: [groupKey],
    read: readEnd,
    reference: {
      find,
      pin: ({ name }) => name,
      choices: async (context, filter, { peer } = {}) =>
        choose((await placedServers(await accountsOf(peer, context))).all, filter, entry),
    },
  });

function readEnd(words: string): Reading<string> {
  const entries = serverWordsIn(words);
  const servers = entries.filter((word) => !isInternet(word) && !rangeIn(word));
  if (entries.some(isInternet) && entries.length > 1)
    return { problem: '“internet” stands alone: ask about the others apart' };
  const reading = servers.length === 0 ? { value: '' } : readServerWords(join(servers));
  if (entries.length === 0 || 'problem' in reading)
    return {
      problem: `“${words}” is not a server like DE1ACMEWEB01, a range like 10.0.0.0/24, group=NAME or internet`,
    };
  return { value: entries.map((word) => (word.key === undefined ? word.text : join([word]))).join(',') };
}

const isInternet = ({ key, text }: Word): boolean => key === undefined && text.toLowerCase() === internet;

/** Reads an address, a range in CIDR notation, or a range of two addresses; undefined for anything else. */
function rangeIn({ key, text }: Word): Range | undefined {
  if (key !== undefined) return undefined;
  const [first = '', last = first, ...more] = text.split('-');
  if (!isIPv4(first)) return parseCidr(text);
  if (!isIPv4(last) || more.length > 0) return undefined;
  const [from, to] = [parseCidr(`${first}/32`), parseCidr(`${last}/32`)];
  return from && to && from.first <= to.last ? { first: from.first, last: to.last } : undefined;
}

async function find(parsed: string, context: Context, { peer }: WordsByField): Promise<End> {
  const entries = serverWordsIn(parsed);
  if (entries.some(isInternet))
    return { name: internet, places: [{ at: internet, addresses: publicAddresses }], unread: [] };
  const accounts = await accountsOf(peer, context);
  const { all, peerError } = await placedServers(accounts);
  const aliases = accounts.map(({ service }) => service.alias);
  const found = entries.map((word) => {
    const range = rangeIn(word);
    if (range) return { name: word.text, places: placesOf([range], all), unread: [] };
    const matching = new Set(matchingServers(word, all, { aliases, list: listServers(context.link) }));
    return ofServers(
      word,
      all.filter((server) => matching.has(server)),
    );
  });
  return {
    name: found.map(({ name }) => name).join(', '),
    places: inPlaces(found.flatMap(({ places }) => places)),
    unread: [
      ...found.flatMap(({ unread }) => unread),
      ...(peerError ? [`servers of ${aliases.at(-1)}, which the cloud API didn’t return`] : []),
    ],
  };
}

/**
 * Places addresses: private ones in the data center of the servers that have some of them, if there is only one such data center;
 * all others on the internet.
 */
function placesOf(range: United, all: readonly PlacedServer[]): readonly Place[] {
  const inside = common(range, privateAddresses);
  const servers = all.filter((server) => meets(addressesOfServer(server), inside));
  const [at, ...others] = new Set(servers.map((server) => server.at));
  return [
    { at: others.length === 0 ? at : undefined, addresses: inside },
    { at: internet, addresses: minus(range, privateAddresses) },
  ];
}

function ofServers(word: Word, servers: readonly PlacedServer[]): End {
  const [only, ...others] = servers;
  return {
    name: only && others.length === 0 ? only.name : join([word]),
    places: servers.map((server) => ({ at: server.at, addresses: addressesOfServer(server) })),
    unread: servers.flatMap((server) => {
      if (addressesOfServer(server).length === 0) return [`${server.name} shows no address`];
      return isAddressUnread(server) ? [`${server.name} has an address that Skydesk can’t read`] : [];
    }),
  };
}

const isAddressUnread = (server: PlacedServer): boolean =>
  isUnread(server, 'details.ipAddresses', 'details.secondaryIPAddresses') ||
  (server.addresses ?? []).some(({ internal }) => internal !== undefined && !isIPv4(internal));

const inPlaces = (places: readonly Place[]): readonly Place[] =>
  [...Map.groupBy(places, ({ at }) => at)].flatMap(([at, some]) => {
    const addresses = union(some.flatMap((place) => place.addresses));
    return addresses.length > 0 ? [{ at, addresses }] : [];
  });
