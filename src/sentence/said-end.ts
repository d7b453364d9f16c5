import { services } from '../network/service-names.ts';
import { join } from '../operation/words.ts';
import { type Cursor, Unclear } from './cursor.ts';
import { command, type Said } from './meaning.ts';
import { isServer, serverIn } from './said-place.ts';
import { portsIn } from './said-ports.ts';
import { furtherSpanIn, type Reader, type SaidTime, untilIn, writeSpan } from './said-time.ts';

const list = 'openings';

/** Reads which opening is meant: its number, or “it”, or ports and a server, which the fields of these commands look up. */
function whichIn(cursor: Cursor): string {
  if (cursor.take('it', 'this', 'that')) return 'it';
  const number = cursor.match(/^#\d{1,9}$/);
  if (number !== undefined) return number;
  if (cursor.isAtEnd || /^(?:everything|all|by|for|until)$/.test(cursor.next))
    throw new Unclear('Which one? Others may need what they opened.', list);
  if (isServer(cursor.next) && !services.has(cursor.next))
    throw new Unclear(`Which port on ${cursor.ahead().text}?`, list, `reach to=${cursor.ahead().text}`);
  const ports = portsIn(cursor);
  if (!cursor.take('on', 'at')) throw new Unclear('On which server?', list);
  const server = serverIn(cursor);
  if (ports === 'all') throw new Unclear('Which port?', list);
  return `${ports.join(' ')} on ${server}`;
}

const mine = [
  'everything that i opened',
  'everything i opened',
  'everything of mine',
  'all of mine',
  'all mine',
] as const;

/** Reads what is behind “close”. It closes at once: a time for it is another end. */
export function closeIn(cursor: Cursor, reader: Reader, why: string | undefined): Said {
  if (cursor.take(...mine)) {
    cursor.finish(list);
    return command([list], { who: 'me' }, ['Close yours there, one by one.']);
  }
  const which = whichIn(cursor);
  if (cursor.take('at', 'by', 'until'))
    throw new Unclear(
      'That is another end. To close it at once, leave the time out.',
      extendLine(which, untilIn(cursor, reader)),
    );
  cursor.finish(extendLine(which), list);
  return command(['end', which], { why });
}

/**
 * Reads what is behind “extend”, which adds a time, or “keep”. Adding it and counting it from now differ, so it has to be said which one is
 * meant.
 */
export function extendIn(cursor: Cursor, adds: boolean, reader: Reader, why: string | undefined): Said {
  const which = whichIn(cursor);
  const form = extendLine(which);
  if (!adds && !cursor.take('open')) throw new Unclear('Keep it open for how long?', form);
  if (cursor.take('for good', 'permanently', 'forever')) {
    cursor.finish(form);
    return command(['keep', which], { why });
  }
  const time = timeIn(cursor, which, adds, reader);
  cursor.finish(form);
  return command(['extend', which, time.words], { why }, time.note === undefined ? [] : [time.note]);
}

/** Writes the command that moves an end, for a button: to a time, or by the time that its form asks for. */
const extendLine = (which: string, time?: SaidTime): string =>
  join(command(['extend', which, ...(time ? [time.words] : [])]).words);

function timeIn(cursor: Cursor, which: string, adds: boolean, reader: Reader): SaidTime {
  if (cursor.take('until', 'till', 'til', 'to')) return untilIn(cursor, reader);
  const isFor = cursor.take('for') !== undefined;
  if (!isFor) cursor.take('by');
  const { span, isMore } = furtherSpanIn(cursor);
  const words = writeSpan(span);
  if (!isMore && (isFor || !adds))
    throw new Unclear(`Is it ${words} from now, or ${words} more?`, extendLine(which, { words }));
  return { words };
}
