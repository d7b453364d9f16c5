import type { AuditEntry, AuditEvent } from '../change/model/audit-log.ts';

/** What the log has of a request so far: its events, and the digests of what was requested and agreed to. */
interface Known {
  readonly events: Set<AuditEvent>;
  readonly requested: Set<string>;
  readonly agreed: Set<string>;
}

/**
 * Returns a function that takes the entries of a log one after the other, and returns why an entry starts something that nobody
 * agreed to, as a clause about the entry; undefined if it does not. A preview starts by the click of its requester, a request only
 * if it was confirmed or approved exactly as it was requested; its end starts under the same id, after it. If `isPart`, the entries
 * begin in the middle of the log, and a start is not judged if its request may have come before them.
 */
export function startsChecker(isPart: boolean): (entry: AuditEntry) => string | undefined {
  const requests = new Map<string, Known>();
  return (entry) => {
    const known = requests.get(entry.request) ?? {
      events: new Set(),
      requested: new Set(),
      agreed: new Set(),
    };
    requests.set(entry.request, known);
    const why = entry.event === 'started' ? whyNotStarted(known, isPart) : undefined;
    add(entry, known);
    return why;
  };
}

/** Events by which people agree to what was requested. */
const agreeing: readonly AuditEvent[] = ['confirmed', 'approved', 'break-glass'];

function whyNotStarted({ events, requested, agreed }: Known, isPart: boolean): string | undefined {
  if (events.has('started')) return undefined;
  if (!events.has('requested'))
    return events.has('previewed') || isPart ? undefined : 'starts what nobody requested before';
  return [...requested].some((digest) => agreed.has(digest))
    ? undefined
    : 'starts what nobody confirmed or approved before as it was requested';
}

function add({ event, digest }: AuditEntry, { events, requested, agreed }: Known): void {
  events.add(event);
  if (digest === undefined) return;
  if (event === 'requested') requested.add(digest);
  if (agreeing.includes(event)) agreed.add(digest);
}
