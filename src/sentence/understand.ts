import { Cursor, Unclear } from './cursor.ts';
import { command, type Meaning } from './meaning.ts';
import { letIn, openIn } from './opening.ts';
import { listed, questionIn } from './question.ts';
import { closeIn, extendIn } from './said-end.ts';
import { isAddress, isServer } from './said-place.ts';
import { refuseHidden, withReason } from './said-reason.ts';
import type { Reader } from './said-time.ts';
import { plainLine, type Token, tokensOf } from './sentence-words.ts';

/** A line may be long and hold a sentence that was pasted. A sentence is short. */
const longest = 500;

/**
 * Reads a sentence as a person types it: “open ssh on web01 from 203.0.113.7 for 2h because checkout is down”. Pure: the names in it
 * are looked up by the fields of the command. The words are read from the first to the last, each by one rule, and the first that no rule
 * takes makes it not understood. Undefined for what isn't a sentence of this kind.
 */
export function understand(typed: string, reader: Reader): Meaning | undefined {
  const line = plainLine(typed);
  if (line.length > longest) return undefined;
  const { tokens: typedTokens, isOrder, isQuestion } = withoutFillers(tokensOf(line));
  const tokens = withoutNeed(typedTokens);
  const verb = tokens[0]?.low ?? '';
  try {
    if (asking.has(verb) && !isOrder) return questionIn(new Cursor(tokens), reader);
    const order = orders.get(verb);
    if (!order) return undefined;
    if (isQuestion && !isOrder) throw new Unclear('Is this a question? To request it, remove the “?”.');
    return order({ tokens, line, reader });
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    return { unclear: error.message, nearest: error.nearest.length > 0 ? error.nearest : nearestTo(verb) };
  }
}

/** “I need to open ssh” is an order, and “I need ssh on web01” is one to open it. */
function withoutNeed(tokens: readonly Token[]): readonly Token[] {
  const [who, need, to] = tokens.map(({ low }) => low);
  if (!/^(?:i|we)$/.test(who ?? '') || !/^(?:need|want)$/.test(need ?? '')) return tokens;
  return tokens.slice(to === 'to' ? 3 : 1);
}

const polite = ['please', 'pls', 'plz', 'hey', 'hi', 'hello', 'ok', 'okay', 'so', ','] as const;
const thanks = /^(?:please|pls|plz|thanks|thx|now|asap|,)$/;
const asking: ReadonlySet<string> = new Set([
  'who',
  'what',
  "what's",
  'whats',
  'which',
  'where',
  'can',
  'may',
  'could',
  'does',
  'is',
  'are',
  'show',
]);

/** The commands that come nearest where no rule knows a nearer one. */
function nearestTo(verb: string): readonly string[] {
  const order = orders.get(verb);
  if (order === opens || order === lets) return ['ip add', 'reach'];
  return order === undefined ? ['reach'] : ['scheduled'];
}

/** Takes away what means nothing at both ends. “can you open” is an order, with or without a question mark. */
function withoutFillers(all: readonly Token[]) {
  const cursor = new Cursor(all);
  while (cursor.take(...polite)) {}
  const isOrder = cursor.take('can you', 'could you', 'can u') !== undefined;
  while (cursor.take(...polite)) {}
  const begun = all.slice(all.length - cursor.left);
  const tokens = withoutThanks(begun);
  const isQuestion = begun
    .slice(tokens.length - 1)
    .some(({ low, isQuoted }) => !isQuoted && low.endsWith('?'));
  return { tokens, isOrder, isQuestion };
}

function withoutThanks(tokens: readonly Token[]): readonly Token[] {
  const [before, last] = [tokens.slice(0, -1), tokens.at(-1)];
  if (!last || last.isQuoted) return tokens;
  const text = last.text.replace(/[.!?]+$/, '');
  const low = text.toLowerCase();
  if (text === '' || thanks.test(low)) return withoutThanks(before);
  if (low === 'you' && before.at(-1)?.low === 'thank') return withoutThanks(before.slice(0, -1));
  return [...before, { ...last, text, low }];
}

/** What an order is read from: its words, the line, and the reader's clock. */
interface Order {
  readonly tokens: readonly Token[];
  readonly line: string;
  readonly reader: Reader;
}

type ReadOrder = (order: Order) => Meaning;

const opens: ReadOrder = ({ tokens, line, reader }) => {
  const reason = withReason(tokens, line);
  const cursor = new Cursor(reason.body.slice(1));
  if (cursor.take('the firewall', 'firewall', 'the network') && cursor.isAtEnd)
    throw new Unclear('Between which two ends, and on which port?', 'firewall create', 'ip add', 'reach');
  if (reason.body.length === 1) return listed();
  if (cursor.take('mine') && cursor.isAtEnd) return listed({ who: 'me' });
  return openIn(cursor, reader, reason);
};

const lets: ReadOrder = ({ tokens, line, reader }) => {
  const reason = withReason(tokens, line);
  return letIn(new Cursor(reason.body.slice(1)), reader, reason);
};

const closes: ReadOrder = ({ tokens, line, reader }) => {
  const reason = withReason(tokens, line);
  refuseHidden(reason, { hasEnd: true, isForEveryone: false });
  return closeIn(new Cursor(reason.body.slice(1)), reader, reason.why);
};

const extending =
  (adds: boolean): ReadOrder =>
  ({ tokens, line, reader }) => {
    const reason = withReason(tokens, line);
    refuseHidden(reason, { hasEnd: true, isForEveryone: false });
    return extendIn(new Cursor(reason.body.slice(1)), adds, reader, reason.why);
  };

/** Nothing looks up by its name what can be restored, so the answer lists it. */
const restores: ReadOrder = ({ tokens }) => {
  const cursor = new Cursor(tokens.slice(1));
  const request = cursor.match(/^#\d{1,9}$/);
  if (request !== undefined && cursor.isAtEnd) return command(['request', 'status', request]);
  if (cursor.isAtEnd || /^(?:everything|all|it|this|that)$/.test(cursor.next))
    throw new Unclear('Restore what?', 'changed since=7d', 'history');
  return command(['changed'], { since: '7d' }, [
    `Look for “${cursor.rest}” here: what can be restored has a button.`,
  ]);
};

const cantRun: ReadOrder = ({ tokens }) => {
  const server = tokens.find(({ low }) => isServer(low));
  return {
    unclear: 'Skydesk can’t start, stop, create or delete servers.',
    nearest: [server ? `server show ${server.text}` : 'server find'],
  };
};

const cantDeny: ReadOrder = ({ tokens }) => {
  const place = tokens.find(({ low }) => isServer(low) || isAddress(low));
  return {
    unclear: 'No firewall policy denies traffic: what none allows is closed.',
    nearest: [place ? `reach ${place.text}` : 'reach', 'firewall list'],
  };
};

const orders: ReadonlyMap<string, ReadOrder> = new Map([
  ...['open', 'allow', 'permit', 'expose', 'need', 'want'].map((verb) => [verb, opens] as const),
  ['let', lets],
  ...['close', 'end', 'stop'].map((verb) => [verb, closes] as const),
  ['extend', extending(true)],
  ['keep', extending(false)],
  ...['restore', 'undo'].map((verb) => [verb, restores] as const),
  ...['restart', 'reboot'].map((verb) => [verb, cantRun] as const),
  ...['block', 'deny'].map((verb) => [verb, cantDeny] as const),
]);
