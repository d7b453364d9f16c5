import type { CausedEntry, Fact } from '../change/model/audit-log.ts';
import type { Change } from '../change/model/change.ts';
import type { Transition } from '../change/model/changes.ts';

/** Adds to a transition what it logs of the change that it makes, in the same write. `job`: the id of the job that causes it. */
export const withFacts =
  (
    transition: (current: Change) => Transition,
    job: string,
    entriesOf: (next: Change) => readonly CausedEntry[],
  ) =>
  (current: Change): Transition => {
    const next = transition(current);
    if ('refused' in next || next.change === current) return next;
    return { ...next, facts: entriesOf(next.change).map(factBy(job)) };
  };

const factBy =
  (job: string) =>
  ({ cause = job, ...entry }: CausedEntry): Fact => ({ entry, job: cause });
