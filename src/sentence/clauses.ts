import { type Cursor, Unclear } from './cursor.ts';
import { placeIn, type SaidPlace, seesWho, serverIn } from './said-place.ts';
import { portsIn, type SaidPorts } from './said-ports.ts';
import { beginsPart, type Reader, type SaidTime, seesSpan, spanIn, untilIn, writeSpan } from './said-time.ts';

/** The parts of a sentence behind what it opens, in any order. */
export interface Clauses {
  readonly on?: string;
  readonly ports?: SaidPorts;
  readonly from?: SaidPlace;
  readonly to?: SaidPlace;
  readonly ends?: SaidEnd;
  readonly ticket?: string;
}

/** When an opening ends: a time as an option takes it, never, or why that can't be read. */
type SaidEnd = SaidTime | 'never' | { readonly why: string };

const endless = [
  'for good',
  'permanently',
  'forever',
  'with no end',
  'without an end',
  'without end',
] as const;
const limits = ['at most', 'up to', 'no more than', 'max'] as const;

/** Reads parts up to the end of the sentence. Each is said once. `on` names a server, or ports if both ends are named already. */
export function clausesIn(cursor: Cursor, reader: Reader, on: 'server' | 'ports'): Clauses {
  let found: Clauses = {};
  while (!cursor.isAtEnd) {
    if (cursor.take(',')) continue;
    const part = clauseIn(cursor, reader, on);
    const [twice] = Object.keys(part).filter((name) => name in found);
    if (twice === 'ends') found = { ...found, ends: ofTwo(found.ends, part.ends) };
    else if (twice !== undefined) throw new Unclear(`“${twice}” is in it twice.`);
    else found = { ...found, ...part };
  }
  return found;
}

/** Of two ends, neither is taken: what can't be read is why, or that there are two. */
const ofTwo = (...ends: readonly (SaidEnd | undefined)[]): SaidEnd =>
  ends.find((one) => typeof one === 'object' && 'why' in one) ?? { why: 'It has two ends.' };

function clauseIn(cursor: Cursor, reader: Reader, on: 'server' | 'ports'): Clauses {
  const ends = endIn(cursor, reader);
  if (ends !== undefined) return { ends };
  if (on === 'ports' && cursor.take('on', 'over', 'via')) return { ports: portsIn(cursor) };
  if (on === 'server' && cursor.take('on', 'at')) return { on: serverIn(cursor) };
  if (cursor.take('from', 'only from')) return { from: whoIn(cursor) };
  const isFor = cursor.take('for') !== undefined;
  if (isFor || cursor.take('to')) {
    const who = whoIn(cursor);
    // “to db02” could be either end, “for db02” is who may reach it.
    return isFor && who.kind === 'servers' ? { from: who } : { to: who };
  }
  const isTicket = cursor.take('ticket', 'see') !== undefined;
  const ticket = ticketIn(cursor);
  if (ticket !== undefined) return { ticket };
  if (isTicket) throw new Unclear('Which ticket? Write it like OPS-17.');
  throw new Unclear(`I don’t understand “${cursor.rest}” here.`);
}

/** A ticket is known by its capitals: “OPS-17”. */
function ticketIn(cursor: Cursor): string | undefined {
  const { text, isQuoted } = cursor.ahead();
  if (isQuoted || !/^[A-Z][A-Z0-9]*-\d+$/.test(text)) return undefined;
  cursor.skip();
  return text;
}

/** “only” behind addresses repeats what they say. */
function whoIn(cursor: Cursor): SaidPlace {
  const place = placeIn(cursor);
  if (place.kind !== 'anyone') cursor.take('only');
  return place;
}

/** Reads an end if one is next. One that can't be read doesn't refuse the sentence: its form asks when it ends. */
function endIn(cursor: Cursor, reader: Reader): SaidEnd | undefined {
  if (cursor.take(...endless)) return 'never';
  if (cursor.take('until', 'till', 'til')) return readably(cursor, () => untilIn(cursor, reader));
  const isFor = cursor.sees('for') && !seesWho(cursor, 1);
  const isSpan = isFor || seesSpan(cursor);
  if (isFor) cursor.skip();
  else if (!isSpan && cursor.take(...limits) === undefined) return undefined;
  return readably(cursor, () => {
    const words = writeSpan(spanIn(cursor));
    cursor.take('at most', 'max', 'only');
    return { words };
  });
}

/** What an end that can't be read may be made of: plain words and numbers. */
const plain = /^(?:[a-z']+|\d+(?:[.:]\d+)?[a-z]*\d*|,)$/;
/** Words that could turn what is behind them around, or begin another order. */
const turning =
  /^(?:not|no|never|nobody|none|but|only|except|unless|if|like|without|excluding|besides|instead|rather|cancel|nevermind|cannot|dont|[a-z]+n't|and|or|when|after|before|then|less|minus|off|still|also|again|maybe|anyone|anybody|everyone|everybody|internet|open|allow|permit|expose|let|close|end|closed|shut|stop|extend|keep)$/;

function readably(cursor: Cursor, read: () => SaidTime): SaidEnd {
  return cursor.attempt(read, ({ message }) => {
    for (; !cursor.isAtEnd && !beginsPart.test(cursor.next); cursor.skip())
      if (!plain.test(cursor.next) || turning.test(cursor.next))
        throw new Unclear(`I don’t understand “${cursor.rest}” here.`);
    return { why: message };
  });
}
