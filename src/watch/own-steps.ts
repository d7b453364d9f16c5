import type { AuditLog, StoredEntry } from '../change/model/audit-log.ts';
import { type Change, requestName } from '../change/model/change.ts';
import type { Changes } from '../change/model/changes.ts';
import { isEnding } from '../change/model/ending-change.ts';
import { endId, rollbackId, stepOfId } from '../change/model/ids.ts';
import { resourceId, resourceOf } from '../change/model/resource.ts';
import type { Step, Undone } from '../change/model/step.ts';
import { lostAfter } from '../change/model/time-limits.ts';
import type { Instant, Millis } from '../core/clock.ts';
import { mapConcurrently, maxConcurrency } from '../core/map-concurrently.ts';
import { allEntries } from '../operations/history/all-entries.ts';
import { operationById } from '../operations/index.ts';
import type { OwnStep } from './conclude.ts';

export interface OwnStepDependencies {
  readonly auditLog: Pick<AuditLog, 'read'>;
  readonly changes: Pick<Changes, 'get'>;
}

/** Longer than a step runs, so that none is missed that had begun before a snapshot and ended after it. */
const lookBack: Millis = 2 * lostAfter;

const pageSize = 200;

/** The last entry of the audit log of an account; 0 if it has none. */
export async function lastEntryOf(
  account: string,
  { auditLog }: Pick<OwnStepDependencies, 'auditLog'>,
): Promise<number> {
  const { entries } = await auditLog.read({ account, limit: 1 });
  return entries[0]?.seq ?? 0;
}

/**
 * The steps of Skydesk in an account since a time, in the order in which they were claimed. What the audit log had as ended by the entry
 * `until`, before the cloud API was read, that read has seen. Of all others nobody knows: they count as running. Whatever is sent is
 * logged before, so called after the read, this has all that the read can show.
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

/** The step with this id, and what undoes it by itself: that is logged under the same id. `logged` is in the order of the log. */
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

/** Whether an entry logs that the outcome of an end is unknown, after the step that it ends was over. */
const isEndOf = ({ event, seq }: StoredEntry, over: StoredEntry | undefined): boolean =>
  event === 'unknown' && over !== undefined && seq > over.seq;

/** A step as a watch sees it; none for one that changed nothing. */
function ownStep(
  change: Change,
  step: Step,
  over: StoredEntry | undefined,
  until: number,
): readonly OwnStep[] {
  const { claimed, outcome, operation, raw } = step;
  const isUnknown = outcome?.kind === 'unknown';
  // What the cloud API created and did not activate is there all the same: the audit log has its id.
  const made = outcome?.kind === 'failed' ? over?.job : (outcome?.results?.id ?? outcome?.results?.address);
  const changedNothing = outcome?.kind === 'skipped' || (outcome?.kind === 'failed' && made === undefined);
  if (!claimed || changedNothing) return [];
  const isOver = over !== undefined && over.seq <= until;
  return [
    {
      change: ownChange(change),
      state: isUnknown ? 'unknown' : isOver ? 'done' : 'running',
      over: over?.seq,
      at: claimed.at,
      kind: operationById(operation)?.snapshot?.kind,
      raw,
      resource: resourceOf(step),
      made,
      leaves: claimed.leaves,
    },
  ];
}

/** A step with the resource that it changed, also where it created it, and the state in which it left that. */
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
  ...(isEnding(change) && { isEnd: true }),
});

/** "#1017"; undefined for a change that ran at once, which people know by no number. */
const nameOf = (change: Change): string | undefined =>
  change.ending ? change.ending.request : change.number === undefined ? undefined : requestName(change);
