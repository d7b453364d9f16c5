import { hour } from '../core/clock.ts';
import { join } from '../operation/words.ts';
import { instantOf, plusDays, wallTimeAt } from '../time/time-zone.ts';
import type { Cursor } from './cursor.ts';
import { command, type Options, type Said } from './meaning.ts';
import { endOf, reach, reaches } from './reaching.ts';
import { placeIn, type SaidPlace, serverIn } from './said-place.ts';
import { portsIn, type SaidPorts } from './said-ports.ts';
import { type Reader, spanIn } from './said-time.ts';

/** Reads what is behind the first words of a question; undefined if the question is another one. */
type Rule = (cursor: Cursor, reader: Reader) => Said | undefined;

/** Reads a question; undefined if no command answers it. */
export function questionIn(cursor: Cursor, reader: Reader): Said | undefined {
  for (const rule of rules) {
    const own = cursor.copy();
    const said = rule(own, reader);
    if (!said) continue;
    own.finish(join(said.words));
    return said;
  }
  return undefined;
}

const can = ['can', 'may', 'could'] as const;
const what = [
  'what is',
  "what's",
  'whats',
  'show me what is',
  'show what is',
  'show',
  'is anything',
] as const;
const everyone: SaidPlace = { kind: 'anyone' };

/** Takes one phrase of each list, one after another. */
const takes = (cursor: Cursor, ...lists: readonly (readonly string[])[]): boolean =>
  lists.every((phrases) => cursor.take(...phrases) !== undefined);

const portsAfter = (cursor: Cursor): SaidPorts | undefined =>
  cursor.take('on', 'over') === undefined ? undefined : portsIn(cursor);

const whoReaches: Rule = (cursor) => {
  const asks = takes(cursor, ['who', 'what', 'which servers', 'which server']);
  if (!asks || !(takes(cursor, ['has access to', 'have access to']) || takes(cursor, can, reaches)))
    return undefined;
  return intoEnd(placeIn(cursor), portsAfter(cursor));
};

/** Returns the question who may reach an end. */
const intoEnd = (place: SaidPlace, ports: SaidPorts | undefined): Said => {
  const { key, text } = endOf(place);
  const to = key === undefined ? text : `${key}=${text}`;
  return command(['reach', { key: 'to', text: to }, ...(ports === 'all' ? [] : (ports ?? []))]);
};

const whatReaches: Rule = (cursor) => {
  if (!takes(cursor, ['what', 'who', 'where'], can)) return undefined;
  const from = placeIn(cursor);
  if (!takes(cursor, reaches)) return undefined;
  const ports = portsAfter(cursor);
  return command(['reach', endOf(from), ...(ports === 'all' ? [] : (ports ?? []))]);
};

const oneReaches: Rule = (cursor) => {
  if (!takes(cursor, [...can, 'does'])) return undefined;
  const from = placeIn(cursor);
  if (!takes(cursor, reaches)) return undefined;
  const to = placeIn(cursor);
  return reach(from, to, portsAfter(cursor));
};

const isServerOpen: Rule = (cursor) => {
  if (!takes(cursor, ['is']) || !/^(?:open|reachable)$/.test(cursor.ahead(1).low)) return undefined;
  if (!/^(?:to|from)$/.test(cursor.ahead(2).low)) return undefined;
  const to = placeIn(cursor);
  cursor.skip(2);
  return reach(placeIn(cursor), to);
};

const isPortOpen: Rule = (cursor) => {
  if (!takes(cursor, ['is', 'are'])) return undefined;
  const ports = portsIn(cursor);
  if (!takes(cursor, ['open on', 'open at'])) return undefined;
  const to: SaidPlace = { kind: 'servers', entries: [serverIn(cursor)] };
  return reach(cursor.take('to', 'from') === undefined ? everyone : placeIn(cursor), to, ports);
};

const detailsOf = ['what is', "what's", 'whats'].flatMap((asked) =>
  ['ip', 'status', 'state'].map((detail) => `${asked} the ${detail} of`),
);

/** Whether a server runs, and its addresses, are what shows it. */
const howIs: Rule = (cursor) => {
  if (cursor.take(...detailsOf)) return command(['server', 'show', serverIn(cursor)]);
  if (!takes(cursor, ['is']) || !/^(?:up|down|running|online)$/.test(cursor.ahead(1).low)) return undefined;
  const server = serverIn(cursor);
  cursor.skip();
  return command(['server', 'show', server]);
};

const openPorts = [
  'which ports are open',
  'what ports are open',
  'show open ports',
  'show me open ports',
] as const;

const whatIsOpen: Rule = (cursor) => {
  if (cursor.take(...openPorts))
    return takes(cursor, ['on', 'at'])
      ? intoEnd({ kind: 'servers', entries: [serverIn(cursor)] }, undefined)
      : undefined;
  const asked = cursor.take(...what);
  if (asked === undefined || !takes(cursor, ['open'])) return undefined;
  cursor.take('right now', 'right', 'now');
  if (cursor.take('on', 'at') === undefined) return listed();
  const server = serverIn(cursor);
  // Policies from before Skydesk are an answer to this one as well.
  return asked === 'is anything'
    ? intoEnd({ kind: 'servers', entries: [server] }, undefined)
    : listed({ on: server });
};

/** Returns the command that lists what is open. */
export const listed = (wanted: Options = {}): Said => command(['openings'], wanted);

const whatChanged: Rule = (cursor, reader) => {
  if (!takes(cursor, ['what changed', 'what has changed', "what's changed"])) return undefined;
  return command(['changed'], { since: sinceIn(cursor, reader) });
};

/** Since when, by the days that it is back. */
const sinceDays = [
  ['today', 'since today', 'since midnight'],
  ['yesterday', 'since yesterday'],
] as const;

/** Reads since when, in hours back: a day of the option is one in UTC, and the reader's may have begun before. */
function sinceIn(cursor: Cursor, { now, zone }: Reader): string | undefined {
  const days = sinceDays.findIndex((words) => cursor.take(...words) !== undefined);
  if (days >= 0) {
    const date = plusDays(wallTimeAt(zone, now).date, -days);
    return `${Math.max(1, Math.ceil((now - instantOf(zone, { date, minutes: 0 })) / hour))}h`;
  }
  if (cursor.take('this week') !== undefined) return '7d';
  if (cursor.take('in the last', 'in the past', 'the last') === undefined) return undefined;
  return `${Math.max(1, Math.ceil(spanIn(cursor) / hour))}h`;
}

const waits = [
  'what needs my review',
  'what needs my approval',
  'what needs me',
  'what needs approval',
  'what is waiting',
  "what's waiting",
  'what do i have to approve',
  'what do i need to approve',
] as const;

const whatWaits: Rule = (cursor) => {
  if (!takes(cursor, waits)) return undefined;
  cursor.take('for me');
  return command(['approvals']);
};

const whatEnds: Rule = (cursor) => {
  if (!takes(cursor, ['what ends', 'what closes', 'what starts'])) return undefined;
  cursor.take('soon', 'today', 'next');
  return command(['scheduled']);
};

const rules: readonly Rule[] = [
  whoReaches,
  whatIsOpen,
  whatChanged,
  whatWaits,
  whatEnds,
  whatReaches,
  oneReaches,
  howIs,
  isServerOpen,
  isPortOpen,
];
