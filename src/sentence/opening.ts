import { usualEnd } from '../operation/standard-options.ts';
import { join } from '../operation/words.ts';
import { type Clauses, clausesIn } from './clauses.ts';
import { type Cursor, Unclear } from './cursor.ts';
import { command, type Said } from './meaning.ts';
import { reach, reaches, reachLine } from './reaching.ts';
import { isServer, placeIn, type SaidPlace, unknownAddress } from './said-place.ts';
import { portsIn } from './said-ports.ts';
import { refuseHidden, type WithReason } from './said-reason.ts';
import type { Reader } from './said-time.ts';

/** Both ends of an opening, and its other parts. */
type Between = Clauses & { readonly from: SaidPlace; readonly to: SaidPlace };

/** Reads what is behind “open” or “allow”: ports and where they are, or who may reach what. */
export function openIn(cursor: Cursor, reader: Reader, reason: WithReason): Said {
  if (isReach(cursor)) return letIn(cursor, reader, reason);
  const ports = cursor.attempt(
    () => portsIn(cursor),
    (why) => {
      throw isServer(cursor.next) ? whichPort(cursor.ahead().text) : why;
    },
  );
  return opened({ ...clausesIn(cursor, reader, 'server'), ports }, reason);
}

const whichPort = (server: string): Unclear =>
  new Unclear(
    `Open which port on ${server}, and for whom?`,
    `ip add ${server}`,
    `openings on=${server}`,
    `reach internet ${server}`,
  );

/** Reads what is behind “let”: who may reach what. */
export function letIn(cursor: Cursor, reader: Reader, reason: WithReason): Said {
  const from = placeIn(cursor);
  cursor.take('to');
  if (!cursor.take(...reaches)) throw new Unclear('Who may reach what?', 'reach');
  const to = placeIn(cursor);
  const clauses = clausesIn(cursor, reader, 'ports');
  if (clauses.from || clauses.to) throw new Unclear('It names three ends.', 'reach');
  return between({ ...clauses, from, to }, reason);
}

/** Whether the next words are an end that may reach something. Takes none of them. */
function isReach(cursor: Cursor): boolean {
  const ahead = cursor.copy();
  const place = ahead.attempt(
    () => placeIn(ahead),
    () => undefined,
  );
  ahead.take('to');
  return place !== undefined && reaches.some((words) => ahead.sees(words));
}

function opened(clauses: Clauses, reason: WithReason): Said {
  const { on, from, to } = clauses;
  if (on === undefined) return withoutServer(clauses, reason);
  const server: SaidPlace = { kind: 'servers', entries: [on] };
  if (from && to) throw new Unclear('Who may reach it: who is behind “from”, or who is behind “to”?');
  if (to?.kind === 'servers') {
    const other = to.entries.join(', ');
    throw new Unclear(
      `From ${other} to ${on}, or from ${on} to ${other}?`,
      reachLine(to, server),
      reachLine(server, to),
    );
  }
  const who = from ?? to;
  return who?.kind === 'servers' || who?.kind === 'private'
    ? between({ ...clauses, from: who, to: server }, reason)
    : onPublicIp(on, who, clauses, reason);
}

/** Between two ends, or not understood: “open ssh to web01” doesn't say who may reach it. */
function withoutServer(clauses: Clauses, reason: WithReason): Said {
  const { from, to } = clauses;
  if (from && to) return between({ ...clauses, from, to }, reason);
  const [server, ...others] = to?.kind === 'servers' ? to.entries : [];
  if (server === undefined || others.length > 0)
    throw new Unclear(from ? 'To which server?' : 'On which server, and for whom?', 'ip add', 'reach');
  const asking = onPublicIp(server, undefined, clauses, reason);
  throw new Unclear('Who may reach it?', join(asking.words));
}

/** Opens ports of a server on a new public IP. If nobody is named, its form asks who may reach it. */
function onPublicIp(
  server: string,
  who: SaidPlace | undefined,
  { ports, ends, ticket }: Clauses,
  reason: WithReason,
): Said {
  if (ports === 'all' || ports === undefined) throw new Unclear('Which port?', `ip add ${server}`);
  refuseHidden(reason, { hasEnd: ends !== undefined, isForEveryone: who?.kind === 'anyone' });
  const end = ended(ends);
  const sources = {
    nobody: { from: '', notes: ['You named nobody who may reach it.'] },
    me: { from: '', notes: [unknownAddress] },
    anyone: { from: undefined, notes: ['Anyone on the internet may reach it.'] },
    some: { from: who && 'entries' in who ? who.entries.join(',') : '', notes: [] },
  }[who === undefined ? 'nobody' : 'entries' in who ? 'some' : who.kind];
  return command(
    ['ip', 'add', server, ...ports],
    { from: sources.from, ends: end.option, why: reason.why, ticket },
    [...end.notes, ...sources.notes],
  );
}

/**
 * Access between two ends. Policies are asked first; the forms under the answer open what is missing. All ports are meant only if they
 * were said. From the internet it is a public IP.
 */
function between(clauses: Between, reason: WithReason): Said {
  const { from, to, ports, ticket } = clauses;
  if (to.kind === 'anyone')
    throw new Unclear('No policy is about traffic that leaves for the internet.', 'reach');
  const [server, ...others] = to.kind === 'servers' ? to.entries : [];
  const isOutside = from.kind === 'anyone' || from.kind === 'me' || from.kind === 'public';
  if (isOutside && ports !== undefined && server && others.length === 0 && !server.includes('='))
    return onPublicIp(server, from, clauses, reason);
  refuseHidden(reason, { hasEnd: clauses.ends !== undefined, isForEveryone: from.kind === 'anyone' });
  const end = ended(clauses.ends);
  const unnamed = ports === undefined ? ['You named no port, so none is filled in.'] : [];
  return {
    ...reach(from, to, ports),
    notes: [...end.notes, ...unnamed],
    access: { ends: end.option, why: reason.why, ticket },
  };
}

/** Returns the option for an end, and what its author should know about it. */
function ended(ends: Clauses['ends']): {
  readonly option: string | undefined;
  readonly notes: readonly string[];
} {
  if (ends === undefined) return { option: usualEnd, notes: ['You named no end, so 2 h.'] };
  if (ends === 'never') return { option: undefined, notes: ['Nothing ends it by itself.'] };
  if ('why' in ends) return { option: '', notes: [ends.why, 'So its end is still to be chosen.'] };
  return { option: ends.words, notes: ends.note === undefined ? [] : [ends.note] };
}
