import type { Instant } from '../../core/clock.ts';
import { accountsAffected, type NetworkChange } from '../../network/network-change.ts';
import type { Phrase } from '../../operation/phrase.ts';
import type { SnapshotSubject } from '../../operation/snapshot.ts';
import { type Change, isWaiting, requestName } from './change.ts';
import { resourceId, resourceOf } from './resource.ts';
import { endedStepOf, endsAtOf, isReversal, type Reversal } from './reversal.ts';
import type { RowPlace } from './row-place.ts';
import { scoreOf } from './score.ts';
import { type ChangeStep, idOfStep, type Step, stepsOf } from './step.ts';

/*
 * What stands open, as rows of an index. They are a function of each change alone, and written with it, so that they say nothing that a
 * change doesn't say. What ends by itself stands by its end, anything else by the change that opened it; never by both.
 */

/**
 * Why something may stand otherwise than its row says. `overdue`: its end didn't come in time. `left`: its end didn't touch it, since
 * somebody changed it. `not opened`: it isn't known whether it was opened. `closed`: it isn't known whether its end closed it.
 */
type Doubt = 'overdue' | 'left' | 'not opened' | 'closed';

/** What stands open. JSON. */
export interface OpenRow extends RowPlace {
  /** The id (`stepId`) of the step that opened it. People extend and close it by this. */
  readonly id: string;
  /** Alias of the account of the step. */
  readonly account: string;
  /** Slack user id. */
  readonly requester: string;
  readonly through?: string | undefined;
  /** Name of its request: "#1042". */
  readonly request: string;
  readonly title: string;
  readonly phrase?: Phrase | undefined;
  readonly opened: Opened;
  /** The reason that its requester gave. */
  readonly reason?: string | undefined;
  /** The risk points with which it was opened. */
  readonly risk: number;
  readonly since: Instant;
  /** When it closes by itself; undefined if nothing closes it. */
  readonly endsAt?: Instant | undefined;
  readonly doubt?: Doubt | undefined;
  /** The resource, and the hash of the state in which it was left (`fingerprint`); undefined if that isn't known. */
  readonly subject?: SnapshotSubject | undefined;
  readonly state?: string | undefined;
  /** The command that closes it, where no end does. */
  readonly close?: string | undefined;
}

/** The access that a step opens, with the content of its policy. */
type Opened = Pick<NetworkChange, 'scope' | 'traffic'>;

/** Returns the beginning of the keys of the rows of a resource. */
export const keysOn = (resource: string): string => `${resource}#`;

/** Returns what stands open by a change. */
export function openRowsOf(change: Change): readonly OpenRow[] {
  const closed = new Set(placesClosedBy(change).map(({ key }) => key));
  const rows = isReversal(change)
    ? untilEnd(change)
    : stepsOf(change).flatMap((step) => withoutEnd(change, step));
  // A later step of a plan may close what an earlier one opened.
  return rows.filter(({ key }) => !closed.has(key));
}

/** Returns the places of the rows that the steps of a change took away. */
export const placesClosedBy = ({ steps }: Pick<Change, 'steps'>): readonly RowPlace[] =>
  steps.flatMap(({ outcome }) => outcome?.closes ?? []);

/** Returns what an end leaves open: everything, until it has closed it, or found that nothing is left. A person may have kept it for good. */
function untilEnd(end: Reversal): readonly OpenRow[] {
  const { reversal, created } = end;
  const [step] = stepsOf(end);
  const { outcome, undoes } = step?.step ?? {};
  const isKept = outcome?.over === 'kept';
  if (!step || reversal.cause !== 'time' || outcome?.kind === 'done') return [];
  if (outcome?.kind === 'over' && !isKept) return [];
  const endsAt = isWaiting(end) ? endsAtOf(end) : undefined;
  const doubt = doubtOfEnd(end);
  return rowOf(
    step,
    {
      id: endedStepOf(end),
      request: reversal.request ?? endedStepOf(end).slice(0, 8),
      since: reversal.evaluated?.since ?? created,
      ...(reversal.asked ?? { risk: 0 }),
      ...(endsAt !== undefined && { endsAt }),
      ...(doubt && { doubt }),
    },
    { subject: undoes?.subject, state: undoes?.wholeState, close: step.step.line },
  );
}

function doubtOfEnd({ reversal, status, steps: [{ failure }] }: Reversal): Doubt | undefined {
  if (status === 'unknown' || failure?.isUnknown) return 'closed';
  if (status === 'skipped') return 'left';
  return reversal.overdue ? 'overdue' : undefined;
}

/** Returns what a step opened that has no end; also if nobody knows whether it did. */
function withoutEnd(change: Change, changeStep: ChangeStep): readonly OpenRow[] {
  const { outcome, end, risk } = changeStep.step;
  const isUnknown = outcome?.kind === 'unknown';
  if (end || (outcome?.kind !== 'done' && !isUnknown)) return [];
  return rowOf(
    changeStep,
    {
      id: idOfStep(changeStep),
      request: requestName(change),
      since: change.since,
      risk: risk ?? scoreOf(change),
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(isUnknown && { doubt: 'not opened' }),
    },
    {
      subject: outcome.undo?.subject ?? outcome.subject,
      state: outcome.undo?.state,
      close: outcome.undo?.line ?? outcome.stays?.line,
    },
  );
}

type Known = Pick<OpenRow, 'id' | 'request' | 'since' | 'reason' | 'risk' | 'endsAt' | 'doubt'>;

/** Returns the row of a step; none if it opens nothing. */
function rowOf(
  changeStep: ChangeStep,
  known: Known,
  left: Pick<OpenRow, 'subject' | 'state' | 'close'>,
): readonly OpenRow[] {
  const { requester, through, step } = changeStep;
  const { account, opened, title, phrase } = step;
  if (!opened) return [];
  return [
    {
      ...known,
      account,
      accounts: accountsAffected(account, opened),
      key: `${keysOn(resourceOfRow(step, left.subject) ?? '')}${idOfStep(changeStep)}`,
      requester,
      ...(through && { through }),
      title,
      ...(phrase && { phrase }),
      opened,
      ...left,
    },
  ];
}

/** Returns the id of the resource that a step opened: a new one is known by what undoes it. */
export const resourceOfRow = (step: Step, subject: SnapshotSubject | undefined): string | undefined =>
  resourceOf(step) ?? (subject && resourceId(step.account, subject));
