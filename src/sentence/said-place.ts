import { addressesOf, formatRange, parseCidr } from '../network/cidr.ts';
import { privateAddresses } from '../network/internet.ts';
import { includes, meets } from '../network/ranges.ts';
import { readTimeWords } from '../time/time-words.ts';
import { type Cursor, Unclear } from './cursor.ts';

/**
 * One end of traffic: anyone on the internet; the person, whose address isn't known; addresses there, or private ones; or servers and
 * groups, as a command names them.
 */
export type SaidPlace =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'me' }
  | { readonly kind: 'public' | 'private'; readonly entries: readonly string[] }
  | { readonly kind: 'servers'; readonly entries: readonly string[] };

const everyone = [
  'anyone on the internet',
  'the whole internet',
  'the internet',
  'the world',
  'internet',
  'anyone',
  'anybody',
  'everyone',
  'everybody',
  'anywhere',
] as const;

/** Slack tells nobody the address of a person. */
const me = ['my public ip', 'my ip address', 'my ip', 'my address', 'myself', 'me', 'i'] as const;

/** What a sentence is answered that needs the address of its author. */
export const unknownAddress = 'Skydesk doesn’t know your address.';

const addressLike = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/;
/** Names of servers have digits, so that no word of a sentence is taken for one. Others are written in quotes. */
const serverLike = /^(?=.*[a-z])(?=.*\d)[a-z0-9_-]{3,64}$/;
const quotedName = /^[a-z0-9_-]{1,64}$/i;
const groupLike = /^group=[a-z0-9_/-]{1,64}$/;

/** Whether a word is written like an address or a range. */
export const isAddress = (low: string): boolean => addressLike.test(low);

/** “for OPS-17” and “for 1h30” name no server. */
const noServer = /^(?:[a-z]+-\d+$|\d)/;

/** Whether a word further on begins who may reach something: “for” before them isn't how long. */
export const seesWho = (cursor: Cursor, by: number): boolean =>
  addressLike.test(cursor.ahead(by).low) ||
  (isServer(cursor.ahead(by).low) && !noServer.test(cursor.ahead(by).low)) ||
  [...everyone, ...me].some((phrase) =>
    phrase.split(' ').every((word, at) => cursor.ahead(by + at).low === word),
  );

/** Reads an end: everyone, or addresses, or servers and groups, with “,” or “and” between them. */
export function placeIn(cursor: Cursor): SaidPlace {
  if (cursor.take(...everyone)) return { kind: 'anyone' };
  if (cursor.take(...me) && !addressLike.test(cursor.next)) return { kind: 'me' };
  const addresses = eachIn(cursor, addressIn);
  if (addresses.length === 0) return { kind: 'servers', entries: serversIn(cursor) };
  if (addresses.includes('0.0.0.0/0')) {
    if (addresses.length > 1) throw new Unclear('From everyone, or from these addresses?');
    return { kind: 'anyone' };
  }
  const all = addressesOf(addresses);
  if (includes(privateAddresses, all)) return { kind: 'private', entries: addresses };
  if (meets(privateAddresses, all))
    throw new Unclear('Private addresses and addresses on the internet are opened apart.');
  return { kind: 'public', entries: addresses };
}

function serversIn(cursor: Cursor): readonly string[] {
  const names = eachIn(cursor, (one) => nameIn(one) ?? one.match(groupLike));
  if (names.length === 0)
    throw new Unclear(
      cursor.isAtEnd
        ? 'Which server or addresses?'
        : `“${cursor.ahead().text}” is no address, server or group. Write other names in quotes.`,
    );
  return names;
}

/** Reads one server. */
export function serverIn(cursor: Cursor): string {
  cursor.take('the server', 'server', 'host');
  const [only, ...others] = eachIn(cursor, nameIn);
  if (only === undefined)
    throw new Unclear(
      cursor.isAtEnd
        ? 'On which server?'
        : `“${cursor.ahead().text}” is no name of a server. Write a name without digits in quotes.`,
      'server find',
    );
  if (others.length > 0) throw new Unclear('One server at a time: each gets its own address.');
  return only;
}

/** Whether a word names something: joints also stand before the next part, as in “from 10.0.0.1, for 2h”. */
function isName(cursor: Cursor, by: number): boolean {
  const { text, low, isQuoted } = cursor.ahead(by);
  if (isQuoted) return quotedName.test(text);
  return addressLike.test(low) || groupLike.test(low) || isServer(low);
}

/** Whether a word in lower case can be the name of a server, and isn't a time. */
export const isServer = (low: string): boolean => serverLike.test(low) && 'problem' in readTimeWords(low);

function nameIn(cursor: Cursor): string | undefined {
  const { text, low, isQuoted } = cursor.ahead();
  if (isQuoted ? !quotedName.test(text) : !isServer(low)) return undefined;
  cursor.skip();
  return text;
}

/** Reads an address or a range. It must begin where it says, so that nobody opens more than they read. */
function addressIn(cursor: Cursor): string | undefined {
  const typed = cursor.match(addressLike);
  if (typed === undefined) return undefined;
  const range = parseCidr(typed);
  if (!range) throw new Unclear(`“${typed}” is no address or range.`);
  const written = formatRange(range);
  if (typed.includes('/') && written !== typed)
    throw new Unclear(`${typed} is the range ${written}. Write that, or one address.`);
  return typed;
}

const joints = [', and', ',', 'and', '&'] as const;

/** Reads one thing, and more of its kind behind “,” or “and”. */
function eachIn(cursor: Cursor, read: (cursor: Cursor) => string | undefined): readonly string[] {
  const found: string[] = [];
  for (;;) {
    const one = read(cursor);
    if (one === undefined) return found;
    found.push(one);
    const joint = joints.find((words) => cursor.sees(words));
    const by = joint?.split(' ').length ?? 0;
    if (by === 0 || !isName(cursor, by)) return found;
    cursor.skip(by);
  }
}
