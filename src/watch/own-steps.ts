import type { AuditLog, StoredEntry } from '../change/model/audit-log.ts';
import { type Change, requestName } from '../change/model/change.ts';
import type { Changes } from '../change/model/changes.ts';
import { endId, rollbackId, stepOfId } from '../change/model/ids.ts';
import { resourceId, resourceOf } from '../change/model/resource.ts';
import { isReversal } from '../change/model/reversal.ts';
import type { Step, Undone } from '../change/model/step.ts';
import { lostAfter } from '../change/model/time-limits.ts';
import type { Instant, Millis } from '../core/clock.ts';
import { mapConcurrently, maxConcurrency } from '../core/map-concurrently.ts';
import { withResults } from '../operation/step-results.ts';
import { allEntries } from '../operations/history/all-entries.ts';
import { operationById } from '../operations/index.ts';
import type { OwnStep } from './conclude.ts';
import { createdContent } from './created-content.ts';

export interface OwnStepDependencies {
  readonly auditLog: Pick<AuditLog, 'read'>;
  readonly changes: Pick<Changes, 'get'>;
}

/** Longer than a step runs, to include every step that began before a snapshot and ended after it. */
const lookBack: Millis = 2 * lostAfter;

const pageSize = 200;

/** Resolves to `seq` of the last audit log entry of an account; 0 if it has none. */
export async function lastEntryOf(
  account: string,
  { auditLog }: Pick<OwnStepDependencies, 'auditLog'>,
): Promise<number> {
  const { entries } = await auditLog.read({ account, limit: 1 });
  return entries[0]?.seq ?? 0;
}

/**
 * Resolves to the Skydesk steps in an account since a time, in the order of their claims. `until` is the last audit log entry
 * before the cloud API was read. The read shows steps that ended by then; all others count as running. Each step is logged
 * before it is sent, so a call after the read finds every step that the read can show.
 */
export async function ownSteps(
  account: string,
  takenAt: Instant,
  until: number,
  deps: OwnStepDependencies,
): Promise<readonly OwnStep[]> {
  const since = takenAt - lookBack;
  const sent: StoredEntry[] = [];
  for await (const entry of allEntries(deps.auditLog, { account, since, limit: pageSize }))
    if (started.includes(entry.event)) sent.push(entry);
  const steps = await mapConcurrently(
    [...Map.groupBy(sent.toReversed(), ({ request }) => request)],
    ([request, logged]) => stepsOfRequest(request, logged, until, deps),
    maxConcurrency.store,
  );
  return steps
    .flat()
    .filter(({ at }) => at >= since)
    .toSorted((one, other) => one.at - other.at);
}

/** Events of a step that was sent, or may have been. */
const started: readonly string[] = ['started', 'applied', 'ended', 'unknown', 'failed'];

/** Resolves to the step with this id, and its end or rollback, which have its id in the log. `logged` is in log order. */
async function stepsOfRequest(
  request: string,
  logged: readonly StoredEntry[],
  until: number,
  { changes }: OwnStepDependencies,
): Promise<readonly OwnStep[]> {
  const { change: id, index } = stepOfId(request);
  const [change, end, rollback] = await Promise.all([
    changes.get(id),
    changes.get(endId(request)),
    changes.get(rollbackId(id)),
  ]);
  const own = change?.steps[index];
  const over = logged.find(({ event }) => event !== 'started' && event !== 'ended');
  const undone =
    logged.find(({ event }) => event === 'ended') ?? logged.findLast((entry) => isEndOf(entry, over));
  const undoing = [end, rollback].flatMap((undo) => {
    const step = undo?.steps.find(({ undoes }) => undoes?.id === request);
    return undo && step ? ownStep(undo, step, undone, until) : [];
  });
  const first = change && own ? ownStep(change, own, over, until) : [];
  const left = end?.steps[0].undoes;
  return [...first.map((step) => withSubject(step, own, left)), ...undoing];
}

/** Returns whether an entry logs the unknown outcome of an end, after the step that it ends was over. */
const isEndOf = ({ event, seq }: StoredEntry, over: StoredEntry | undefined): boolean =>
  event === 'unknown' && over !== undefined && seq > over.seq;

/** Returns a step for a watch; empty if it changed nothing. */
function ownStep(
  change: Change,
  step: Step,
  over: StoredEntry | undefined,
  until: number,
): readonly OwnStep[] {
  const { claimed, outcome, operation, raw } = step;
  const isUnknown = outcome?.kind === 'unknown';
  // A resource that the cloud API created and did not activate still exists, and the audit log has its id.
  const made = outcome?.kind === 'failed' ? over?.job : (outcome?.results?.id ?? outcome?.results?.address);
  const changedNothing =
    outcome?.kind === 'skipped' ||
    outcome?.kind === 'over' ||
    (outcome?.kind === 'failed' && made === undefined);
  if (!claimed || changedNothing) return [];
  const isOver = over !== undefined && over.seq <= until;
  const kind = operationById(operation)?.snapshot?.kind;
  const resource = resourceOf(step);
  return [
    {
      change: ownChange(change),
      state: isUnknown ? 'unknown' : isOver ? 'done' : 'running',
      over: over?.seq,
      at: claimed.at,
      kind,
      raw,
      resource,
      made,
      leaves: claimed.leaves,
      creates: resource === undefined ? createdContent(kind, givenTo(step, change), step.account) : undefined,
    },
  ];
}

/** Returns the arguments of a step, with the results of earlier steps in place of references. */
function givenTo({ operation: id, raw }: Step, { steps }: Change): Step['raw'] {
  const operation = operationById(id);
  return operation
    ? withResults(operation, raw, ({ step, result }) => steps[step - 1]?.outcome?.results?.[result] ?? '')
    : raw;
}

/** Adds the resource that a step changed or created, and the state in which it left that. */
function withSubject(step: OwnStep, own: Step | undefined, end: Undone | undefined): OwnStep {
  const { undo } = own?.outcome ?? {};
  const subject = (undo ?? end)?.subject;
  if (!own || !subject) return step;
  return { ...step, resource: resourceId(own.account, subject), wholeState: undo?.state ?? end?.wholeState };
}

const ownChange = (change: Change): OwnStep['change'] => ({
  change: change.id,
  name: nameOf(change),
  requester: change.requester,
  ...(isReversal(change) && { isEnd: true }),
});

/** Returns a name such as "#1017"; undefined for a change that ran at once, which has no number. */
const nameOf = (change: Change): string | undefined =>
  change.reversal ? change.reversal.request : change.number === undefined ? undefined : requestName(change);
