import { type Cursor, Unclear } from './cursor.ts';
import { command, type Said } from './meaning.ts';
import { serverIn } from './said-place.ts';
import { portsIn } from './said-ports.ts';
import { furtherSpanIn, type Reader, type SaidTime, untilIn, writeSpan } from './said-time.ts';

const list = 'scheduled';

/** Reads which opening is meant: its number, or “it”, which the fields of these commands look up. */
const whichIn = (cursor: Cursor): string | undefined =>
  cursor.take('it', 'this', 'that') === undefined ? cursor.match(/^#\d{1,9}$/) : 'it';

const mine = [
  'everything that i opened',
  'everything i opened',
  'everything of mine',
  'all of mine',
  'all mine',
] as const;

/** Reads what is behind “close”: an opening, or what was opened where. */
export function closeIn(cursor: Cursor, why: string | undefined): Said {
  if (cursor.take(...mine)) {
    cursor.finish(list);
    return command([list], {}, ['Close yours there, one by one.']);
  }
  const which = whichIn(cursor) ?? placeIn(cursor);
  cursor.finish(`extend ${which.includes(' ') ? 'it' : which}`, list);
  return command(['end', which], { why });
}

/** Reads ports and a server. */
function placeIn(cursor: Cursor): string {
  if (cursor.isAtEnd || cursor.sees('everything') || cursor.sees('all'))
    throw new Unclear('Close which one? Others may need what they opened.', list);
  const ports = portsIn(cursor);
  if (!cursor.take('on', 'at')) throw new Unclear('On which server?', list);
  const server = serverIn(cursor);
  if (ports === 'all') throw new Unclear('Which port?', list);
  return `${ports.join(' ')} on ${server}`;
}

/** Reads what is behind “extend” or “keep”. Adding time and counting it from now differ, so it has to be said which one is meant. */
export function extendIn(
  cursor: Cursor,
  verb: 'extend' | 'keep',
  reader: Reader,
  why: string | undefined,
): Said {
  const which = whichIn(cursor);
  if (which === undefined) throw new Unclear('Extend which one?', list);
  if (verb === 'keep' && !cursor.take('open'))
    throw new Unclear('Keep it open for how long?', `extend ${which}`);
  const form = `extend ${which}`;
  if (cursor.take('for good', 'permanently', 'forever')) {
    cursor.finish(form);
    return command(['keep', which], { why });
  }
  const time = timeIn(cursor, form, verb === 'extend', reader);
  cursor.finish(form);
  return command(['extend', which, time.words], { why }, time.note === undefined ? [] : [time.note]);
}

function timeIn(cursor: Cursor, form: string, adds: boolean, reader: Reader): SaidTime {
  if (cursor.take('until', 'till', 'til', 'to')) return untilIn(cursor, reader);
  const isFor = cursor.take('for') !== undefined;
  if (!isFor) cursor.take('by');
  const { span, isMore } = furtherSpanIn(cursor);
  const words = writeSpan(span);
  if (!isMore && (isFor || !adds))
    throw new Unclear(`Is it ${words} from now, or ${words} more?`, `${form} ${words}`);
  return { words };
}
