import { type Approval, needsApproval, type Phase } from '../../../src/core/approval.ts';
import { type AuditEntry, type AuditEvent, endEvents } from '../../../src/core/audit-log.ts';
import { stepsOf } from '../../../src/core/change.ts';
import { stepId } from '../../../src/core/ids.ts';

/** What there is to compare after something went wrong and all has come to rest. */
export interface Found {
  readonly requests: readonly Approval[];
  /** The audit log, oldest first. */
  readonly log: readonly Pick<AuditEntry, 'event' | 'person' | 'request'>[];
  /** What the card of a request has to show, and what the cards in the channel do show. */
  readonly expectedCard: (request: Approval) => string;
  readonly cards: readonly string[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

const ends: Readonly<Partial<Record<Phase, readonly AuditEvent[]>>> = {
  done: ['applied'],
  failed: ['failed'],
  unknown: ['unknown'],
  rejected: ['rejected'],
  withdrawn: ['withdrawn', 'refused'],
  expired: ['expired'],
  outdated: ['failed'],
  superseded: ['withdrawn'],
};

/** Where requests, cards and audit log contradict each other, each a sentence; none when all of it agrees. */
export function contradictions({ requests, log, expectedCard, cards, now }: Found): string[] {
  const wrong: string[] = [];
  const claim = (so: boolean, otherwise: string): void => void (so || wrong.push(otherwise));
  const of = (id: string, ...events: AuditEvent[]) =>
    log.filter(({ request, event }) => request === id && events.includes(event));

  for (const { request: id } of log.filter(({ event }) => event === 'started')) {
    const at = log.findIndex(({ request, event }) => request === id && event === 'started');
    const before = log.slice(0, at).filter(({ request }) => request === id);
    claim(
      before.some(({ event }) => event === 'requested'),
      `${id} is started, and was never asked for`,
    );
    const request = requests.find((candidate) => candidate.id === id);
    if (!request) continue;
    const breaks = request.votes.some(({ breakGlass }) => breakGlass);
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
    const { id, phase, votes, discarded, expires } = request;
    const about = `${id} (${phase})`;
    if (!discarded) claim(of(id, 'requested').length > 0, `${about} is not in the log as asked`);
    for (const { person, vote } of votes) {
      const event = vote === 'approve' ? 'approved' : 'rejected';
      claim(
        of(id, event).some((entry) => entry.person === person),
        `the vote of ${person} on ${about} is not in the log`,
      );
    }
    const end = ends[phase];
    for (const { change, index, step } of stepsOf(request)) {
      const events = step.outcome ? [endEvents[step.outcome.kind]] : end;
      const entries = events && of(stepId(change, index), ...events);
      if (entries) claim(entries.length > 0, `step ${index + 1} of ${about} has no end in the log`);
    }
    if (phase === 'open' || phase === 'approved' || phase === 'running')
      claim(now < expires + 3_600_000, `${about} waits behind its expiry`);
    if (phase === 'approved') claim(false, `${about} is approved, and nobody runs it`);
    if (phase === 'superseded') {
      const next = requests.find(({ supersedes }) => supersedes === id);
      claim(next !== undefined && !next.discarded, `${about} has no successor`);
    }
    if (!discarded && needsApproval(request)) {
      const shows = cards.filter((card) => card === expectedCard(request)).length;
      claim(shows > 0, `no card shows ${about}`);
    }
  }
  for (const card of cards) {
    const fits = requests.some((request) => expectedCard(request) === card);
    claim(fits, `a card shows what is not so: ${card.slice(0, 160)}`);
  }
  return wrong;
}
