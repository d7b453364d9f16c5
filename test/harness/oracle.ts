import type { AuditEvent } from '../../src/core/audit-log.ts';
import { type ChangeState, isRequest } from './change-states.ts';
import { ends, outcomeEvents } from './oracle/log-claims.ts';

/** What there is to compare after something went wrong and all has come to rest. */
export interface Found {
  readonly changes: readonly ChangeState[];
  /** The audit log, oldest first. */
  readonly log: readonly LogEntry[];
  /** What the cards in the channel of the approvers show. */
  readonly cards: readonly string[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

export interface LogEntry {
  readonly event: AuditEvent;
  readonly person: string;
  /** The id of the change, or of its step. */
  readonly request: string;
}

/** Where changes, cards and audit log contradict each other, each a sentence; none when all of it agrees. */
export function contradictions({ changes, log, cards, now }: Found): string[] {
  const wrong: string[] = [];
  const claim = (so: boolean, otherwise: string): void => void (so || wrong.push(otherwise));
  const of = (id: string, ...events: AuditEvent[]) =>
    log.filter(({ request, event }) => request === id && events.includes(event));
  const requests = changes.filter(isRequest);

  for (const { request: id } of log.filter(({ event }) => event === 'started')) {
    const at = log.findIndex(({ request, event }) => request === id && event === 'started');
    const before = log.slice(0, at).filter(({ request }) => request === id);
    claim(
      before.some(({ event }) => event === 'requested'),
      `${id} is started, and was never asked for`,
    );
    const request = requests.find((candidate) => candidate.id === id);
    if (!request) continue;
    const breaks = request.votes.some(({ isBreakGlass }) => isBreakGlass);
    const approved = new Set(before.filter(({ event }) => event === 'approved').map(({ person }) => person));
    const needed = breaks ? 1 : request.approvers;
    claim(
      approved.size >= needed,
      `${id} is started with ${approved.size} of ${needed} approvals in the log`,
    );
  }
  const numbers = requests.map(({ number }) => number);
  claim(new Set(numbers).size === numbers.length, `a number names two requests: ${numbers.join()}`);
  claim(!numbers.includes(undefined), 'a request has no number');
  for (const request of requests) {
    const { id, status, votes, isDiscarded, expires } = request;
    const about = `${id} (${status})`;
    if (!isDiscarded) claim(of(id, 'requested').length > 0, `${about} is not in the log as asked`);
    for (const { person, vote } of votes) {
      const event = vote === 'approve' ? 'approved' : 'rejected';
      claim(
        of(id, event).some((entry) => entry.person === person),
        `the vote of ${person} on ${about} is not in the log`,
      );
    }
    for (const [index, step] of request.steps.entries()) {
      const events = step.outcome ? [outcomeEvents[step.outcome]] : ends[status];
      const entries = events && of(step.id, ...events);
      if (entries) claim(entries.length > 0, `step ${index + 1} of ${about} has no end in the log`);
    }
    if (status === 'open' || status === 'approved' || status === 'running')
      claim(now < expires + 3_600_000, `${about} waits behind its expiry`);
    if (status === 'approved') claim(false, `${about} is approved, and nobody runs it`);
    if (status === 'superseded') {
      const next = requests.find(({ replaces }) => replaces === id);
      claim(next !== undefined && !next.isDiscarded, `${about} has no successor`);
    }
    if (!isDiscarded && request.card !== undefined) {
      const shows = cards.filter((card) => card === request.card).length;
      claim(shows > 0, `no card shows ${about}`);
    }
  }
  for (const card of cards) {
    const fits = requests.some((request) => request.card === card);
    claim(fits, `a card shows what is not so: ${card.slice(0, 160)}`);
  }
  return wrong;
}
