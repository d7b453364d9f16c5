import type { Instant } from '../../core/clock.ts';
import { needsApproval } from './approval.ts';
import { type Change, isWaiting } from './change.ts';
import { stepDeadline } from './deadlines.ts';
import { endsAmong } from './end-target.ts';
import { executionId } from './ids.ts';
import { isUploaded, lacksPicture } from './picture.ts';
import { isPosted } from './posted-message.ts';
import { isReversal, noticeAt, overdueAt } from './reversal.ts';
import { type ChangeStep, dueSteps, runsAt, type Step } from './step.ts';
import { lookedAtAfter, recoverAfter } from './time-limits.ts';

/*
 * What is left to do about a change follows from its state. The job that has moved it does its part at once (`todoAfter`), and the
 * sweeper's job does all that is left once its time has come (`todo`). The index lists a change by the first of these times
 * (`wakesAt`). settle.ts carries the tasks out.
 */

/** All tasks, in their order. A change stores some of them until they are done (`Due`); the others follow from its state. */
const tasks = [
  // Undo the completed steps of an all-or-nothing plan.
  'rollback',
  // Log what its steps came to, and how it closed. Nobody reads what the log lacks, and no further attempt replaces one before that.
  'log',
  // Post the card, before which its worker died.
  'publish',
  // Send the other messages of a new request, before it runs.
  'introduce',
  // Queue the steps that may start. Messages come later, since they take long while Slack is away.
  'execute',
  // Look at a background job of the cloud API that nobody may poll any more.
  'look',
  // Update all messages about a request in progress.
  'show',
  // Send the job that goes on with it, if that comes before the next sweep.
  'wake',
  // Remind its approvers.
  'remind',
  // Draw its picture, or add it to the messages.
  'picture',
  // Update the card and all other messages that show it.
  'card',
  // Update the messages of the step that an end ends.
  'messages',
  // Notify its requester, the channel of the request, and the thread of the card.
  'requester',
  'channel',
  'thread',
  // Notify the approver whose suggestion is pending when it closes.
  'suggester',
  // Release the Undo that it had claimed, or record its use.
  'undo',
  // Notify the approver whose suggestion was declined.
  'declined',
  // Remove the buttons of Undos that have expired.
  'refresh',
] as const;

export type Task = (typeof tasks)[number];

const inOrder = (wanted: readonly Task[]): readonly Task[] => tasks.filter((task) => wanted.includes(task));

/** Returns the tasks of a job that has just moved a change. */
export const todoAfter = (change: Change, job: string): readonly Task[] =>
  inOrder([...tasksOf(job, change), 'wake']);

/**
 * Returns the tasks whose time has come. `mover`: the job that has just moved the change as time passed (`pass`), whose tasks are among
 * them; undefined if its time has not come.
 */
export function todo(change: Change, now: Instant, mover?: string): readonly Task[] {
  const left = planned(change).flatMap(({ task, from }) => (task && from <= now ? [task] : []));
  return inOrder([
    ...left,
    ...(mover === undefined ? [] : tasksOf(mover, change)),
    ...(mayLackEntries(change) ? (['log'] as const) : []),
  ]);
}

/** Returns the time from which the sweeper processes a change until it progresses; undefined if it never has to. */
export function wakesAt(change: Change): Instant | undefined {
  const times = planned(change).map(({ from }) => from);
  return times.length > 0 ? Math.min(...times) : undefined;
}

function tasksOf(job: string, change: Change): readonly Task[] {
  const { due = [], closed, approval, lastJob = job } = change;
  if (isReversal(change)) return ['execute', ...due];
  // What another job has closed is left to that one.
  if (closed?.job === job) return due;
  const { declined } = approval ?? {};
  const replies = declined?.job === job && !declined.isReplied ? (['declined'] as const) : [];
  if (isNew(change, job)) return ['introduce', 'execute', ...replies];
  // If several jobs complete steps at once, only the last one updates the messages: Slack limits edits. An end that the audit log lacks
  // is shown by the job that logs it.
  const isShown = lastJob === job && !due.includes('log');
  return ['execute', ...(isShown ? (['show'] as const) : []), ...replies];
}

/** Returns whether a job has just made a request, so that only its card is posted. */
const isNew = (change: Change, job: string): boolean =>
  change.job === job && (needsApproval(change) ? change.status === 'open' : !isPosted('progress', change));

/** Returns whether the job of a step may have died before it logged that, while the change goes on. */
const mayLackEntries = (change: Change): boolean =>
  isWaiting(change) &&
  (isReversal(change)
    ? (change.due?.includes('log') ?? false)
    : change.steps.some(({ outcome }) => outcome !== undefined));

/** What the sweeper's job does from a time on. Without a task, it lets time move the change (let-time-pass.ts). */
interface Planned {
  readonly task?: Task;
  readonly from: Instant;
}

function planned(change: Change): readonly Planned[] {
  const { due = [], status, staleAt } = change;
  const stored = due.map((task) => ({ task, from: dueFrom(change) }));
  if (!isWaiting(change))
    return staleAt === undefined || isReversal(change)
      ? stored
      : [...stored, { task: 'refresh', from: staleAt }];
  const moments = [noticeAt(change), overdueAt(change)].filter((at) => at !== undefined);
  return [
    ...stored,
    ...moments.map((from) => ({ from })),
    ...(status === 'open'
      ? whileOpen(change)
      : dueSteps(change, Number.POSITIVE_INFINITY).flatMap((changeStep) => ofStep(changeStep, change))),
  ];
}

/**
 * Returns from when the sweeper takes over the stored tasks. Those of a waiting request are tried in each sweep, except for a card that Slack
 * refuses: only an administrator can change that, so its pause grows fourfold, to five attempts in a day.
 */
function dueFrom(change: Change): Instant {
  const { since, due = [], cardRefusals, reversal } = change;
  if (reversal) return (reversal.notification?.at ?? 0) + recoverAfter;
  if (cardRefusals !== undefined && due.every((task) => task === 'card'))
    return since + recoverAfter * 4 ** cardRefusals;
  return isWaiting(change) ? since : since + recoverAfter;
}

/** The end of a change that it would extend raises no event, so such a request is looked at in each sweep. */
function whileOpen(change: Change): readonly Planned[] {
  const { since, expires, steps, approval } = change;
  const isLookedAt = steps.some(({ targets }) => endsAmong(targets).length > 0);
  return [
    { from: isLookedAt ? since : expires },
    ...(isPosted('card', change) ? [] : [{ task: 'publish', from: since } as const]),
    ...pictureTasks(change).map((task) => ({ task, from: since })),
    ...(approval && !approval.reminded ? [{ task: 'remind', from: approval.remindAt } as const] : []),
  ];
}

/** A picture that is uploaded is added to its messages, which are edited then. */
function pictureTasks(change: Change): readonly Task[] {
  if (!lacksPicture(change)) return [];
  return isUploaded(change) ? ['picture', 'card'] : ['picture'];
}

/** Returns what is planned for a step that waits for no other: it can be claimed, can no longer be claimed, or is late. */
function ofStep({ step, index }: ChangeStep, change: Change): readonly Planned[] {
  if (!step.claimed)
    return [{ task: 'execute', from: queuedFrom(step, change) }, { from: stepDeadline(change, index) }];
  const { at, job, accepted } = step.claimed;
  if (accepted) return [{ task: 'look', from: accepted.at + lookedAtAfter }];
  // Ends may wait behind a step that was not sent. Its own job is sent again once its worker must be dead; nobody can send that of a
  // click, which fails after its deliveries.
  const canBeSentAgain = job === executionId(change.id, index, step.attempt);
  return [{ from: at + (isReversal(change) || canBeSentAgain ? recoverAfter : lookedAtAfter) }];
}

/** Returns from when the sweeper queues a step that no job has claimed: at its time or, if a job was to queue it, once that must be dead. */
export function queuedFrom(step: Step, { since }: Pick<Change, 'since'>): Instant {
  if (step.retryAt !== undefined) return step.retryAt;
  const at = runsAt(step);
  return at > since ? at : since + recoverAfter;
}
