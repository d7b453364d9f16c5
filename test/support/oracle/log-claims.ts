import { type ChangeStatus, isDiscarded, isRequest, type VoteState } from '../change-states.ts';
import type { LogEvent } from '../stored.ts';
import type { Claim, Found, LoggedEvent } from './found.ts';

/** The audit log entry for each outcome of a step. Only automatic ends skip a step, or are over. */
const outcomeEvents = {
  done: 'applied',
  failed: 'failed',
  unknown: 'unknown',
  skipped: undefined,
  over: undefined,
} as const;

/** The audit log entries that end a change. It has exactly one of them. */
const ends: Readonly<Partial<Record<ChangeStatus, readonly LogEvent[]>>> = {
  done: ['applied'],
  failed: ['failed'],
  unknown: ['unknown'],
  rejected: ['rejected'],
  withdrawn: ['withdrawn'],
  refused: ['refused'],
  expired: ['expired'],
  outdated: ['failed'],
  superseded: ['superseded'],
};

/** Events that happen to a change at most once. */
const once: readonly LogEvent[] = [
  'previewed',
  'requested',
  'confirmed',
  'approved',
  'break-glass',
  'rejected',
  'withdrawn',
  'superseded',
  'expired',
  'applied',
  'ended',
];

/** Events that end a started step. */
const endings: readonly LogEvent[] = ['applied', 'failed', 'unknown', 'ended'];

/** Events that log votes. */
const voting: readonly LogEvent[] = ['approved', 'break-glass', 'rejected'];

const eventOf = ({ vote, isBreakGlass }: VoteState): LogEvent => {
  if (vote === 'reject') return 'rejected';
  return isBreakGlass ? 'break-glass' : 'approved';
};

/** Claims about the audit log's consistency with itself and with the changes. */
export function logClaims({ changes, log }: Found, claim: Claim): void {
  const byRequest = Map.groupBy(log, ({ request }) => request);
  for (const [id, entries] of byRequest) orderClaims(id, entries, claim);
  const has = (id: string, events: readonly LogEvent[], person?: string): boolean =>
    (byRequest.get(id) ?? []).some(
      (entry) => events.includes(entry.event) && (person === undefined || entry.person === person),
    );

  for (const request of changes.filter(isRequest)) {
    const { id, status, votes, approvers } = request;
    const about = `${id} (${status})`;
    if (!isDiscarded(request)) claim(has(id, ['requested']), `${about} is not in the log as asked`);
    for (const cast of votes)
      claim(
        has(id, [eventOf(cast)], cast.person),
        `the vote of ${cast.person} on ${about} is not in the log`,
      );
    for (const { event, person } of byRequest.get(id) ?? []) {
      if (!voting.includes(event)) continue;
      claim(
        votes.some((cast) => cast.person === person && eventOf(cast) === event),
        `the log has a vote of ${person} on ${about} that nobody cast`,
      );
    }
    const first = log.findIndex(({ request, event }) => request === id && event === 'started');
    if (first < 0) continue;
    const before = log.slice(0, first).filter((entry) => entry.request === id);
    const isBroken = votes.some(({ isBreakGlass }) => isBreakGlass);
    const agreed = isBroken ? 'break-glass' : 'approved';
    const approved = before.filter(({ event }) => event === agreed).map(({ person }) => person);
    const isConfirmed = before.some(({ event }) => event === 'confirmed');
    claim(approvers > 0 || isConfirmed, `${id} is started, and nobody confirmed it`);
    const needed = isBroken ? 1 : approvers;
    const there = new Set(approved).size;
    claim(there >= needed, `${id} is started with ${there} of ${needed} approvals in the log`);
  }

  for (const { id, status, isImmediate } of changes)
    if (isImmediate && status === 'refused')
      claim(has(id, ['refused']), `${id} is not in the log as refused`);

  for (const { steps, id: change, status } of changes)
    for (const [index, { id, end, outcome }] of steps.entries()) {
      claim(
        outcome !== 'skipped' && outcome !== 'over',
        `step ${index + 1} of ${change} (${status}) is left, as only an end can be`,
      );
      const event = outcome && outcomeEvents[outcome];
      const events = event ? [event] : ends[status];
      if (events) claim(has(id, events), `step ${index + 1} of ${change} (${status}) has no end in the log`);
      const about = `the end of step ${index + 1} of ${change}`;
      if (end?.status === 'ended') claim(has(id, ['ended']), `${about} is not in the log`);
      if (end?.status === 'over') claim(has(id, ['over']), `${about} is not in the log as over`);
      if (end?.status === 'unknown') claim(has(id, ['unknown']), `${about} is not in the log as unknown`);
      if (end && end.status !== 'ended')
        claim(!has(id, ['ended']), `${about} is in the log, and is ${end.status}`);
    }
}

/** Claims about the order of a step's entries: requested, started, ended, without duplicates. */
function orderClaims(id: string, entries: readonly LoggedEvent[], claim: Claim): void {
  const seen = new Set<string>();
  let started = false;
  for (const { event, person } of entries) {
    const key = `${event} by ${person}`;
    if (once.includes(event)) claim(!seen.has(key), `${id} is logged twice as ${key}`);
    seen.add(key);
    if (event === 'started') {
      claim(
        entries.some(({ event }) => event === 'requested' || event === 'previewed'),
        `${id} is started, and was never asked for`,
      );
      claim(!started, `${id} is started again before it ended`);
      started = true;
    } else if (endings.includes(event)) {
      if (event === 'applied' || event === 'ended')
        claim(started, `${id} is ${event}, and was never started`);
      started = false;
    }
  }
  claim(!started, `${id} is started, and has no end in the log`);
}
