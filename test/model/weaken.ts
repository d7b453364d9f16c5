import type { AuditLog } from '../../src/change/model/audit-log.ts';
import type { Change } from '../../src/change/model/change.ts';
import type { Changes, Transition } from '../../src/change/model/changes.ts';
import { isReversalId } from '../../src/change/model/ids.ts';
import type { Step } from '../../src/change/model/step.ts';
import { mapNonEmpty } from '../../src/core/non-empty.ts';
import type { Execute, QueuedJob } from '../../src/queue/job.ts';
import type { WorkerDependencies } from '../support/functions.ts';

/*
 * Rules are taken out by other ports, or other transitions, around the real ones.
 */

/** With another store of changes. */
export const withChanges = (
  deps: WorkerDependencies,
  weaken: (changes: Changes) => Partial<Changes>,
): WorkerDependencies => ({ ...deps, changes: { ...deps.changes, ...weaken(deps.changes) } });

/** With another audit log. */
export const withAuditLog = (
  deps: WorkerDependencies,
  weaken: (auditLog: AuditLog) => Partial<AuditLog>,
): WorkerDependencies => ({ ...deps, auditLog: { ...deps.auditLog, ...weaken(deps.auditLog) } });

/** With another transition in place of each. */
export const withTransitions = (
  deps: WorkerDependencies,
  weaken: (transition: (change: Change) => Transition) => (change: Change) => Transition,
): WorkerDependencies =>
  withChanges(deps, (changes) => ({
    change: (id, transition, known) => changes.change(id, weaken(transition), known),
  }));

/** The change that a transition makes, as `weaken` makes it of that and of the one before. */
export const made =
  (weaken: (next: Change, before: Change) => Change) =>
  (transition: (change: Change) => Transition) =>
  (before: Change): Transition => {
    const made = transition(before);
    return 'change' in made ? { ...made, change: weaken(made.change, before) } : made;
  };

/** A change with other steps. */
export const withSteps = (change: Change, weaken: (step: Step, index: number) => Step): Change => ({
  ...change,
  steps: mapNonEmpty(change.steps, weaken),
});

/** The changes that a job reads besides its own, as `weaken` makes them. */
export const withOthers = (
  deps: WorkerDependencies,
  { change: own }: Execute,
  weaken: (change: Change) => Change,
): WorkerDependencies =>
  withChanges(deps, ({ get }) => ({
    async get(id) {
      const change = await get(id);
      return change && id !== own ? weaken(change) : change;
    },
  }));

/** Whether a job runs a step, of an end or of a person's request. */
export const runs = (of: 'an end' | 'a request', job: QueuedJob | undefined): job is Execute =>
  job?.kind === 'execute' && isReversalId(job.change) === (of === 'an end');
