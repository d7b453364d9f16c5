import {
  type Answer,
  bold,
  code,
  count,
  failed,
  type Inline,
  line,
  note,
  type Part,
  person,
  type Text,
  warning,
} from '../../answer/answer.ts';
import { changedInNewVersion } from '../../answer/new-version.ts';
import { UserError } from '../../answer/user-error.ts';
import { type Refusal, refusal, remark, unchanged } from './refusal.ts';

/*
 * Why a change, or its end, did not run: every reason, with all its words. Each export is one, in the order of a change's life. The file
 * that finds it passes its facts. A `Refusal` has what people read, with the next step, and the note of the audit log; a string is a
 * sentence, or a part of one, for both. A table derives from them, with when each comes and which file finds it (docs/architecture.md,
 * Why a change did not run).
 *
 * Facts have words elsewhere: what the policy asks in `src/policy`, failures of the cloud API in `describe-error.ts`, and what can't be done
 * in the operations. A change that was sent and failed has run.
 */

// People and the clock end it. These are for a person who comes later.

export const rejected = 'It was already rejected.';
export const withdrawn = 'The requester withdrew it.';
export const superseded = 'The requester accepted a suggestion, so another request replaced it.';
export const expired = 'It expired.';
export const expiredUnapproved = 'Expired without enough approvals';
export const expiredUnstarted = 'Expired before it could be applied';
export const refused = 'It was refused.';
export const outdated = 'It’s outdated.';

/** Slack refused its card, so no approver can see it. */
export const cardNotPosted = (channel = 'its channel'): string =>
  `The request couldn’t be posted to ${channel}.`;

// It is not what people agreed to any more. The first one lists the others, each a sentence.

const requestAgain = 'Request it again.';

export const outdatedBy = (changes: readonly string[], next = requestAgain): Refusal => ({
  note: `Outdated: ${changes.join(' ')}`,
  answer: [note([...changes, 'Nothing was changed.', next].join(' ').trimEnd())],
});
export const doneByAnother = (name: string): string => `${name} did exactly this meanwhile.`;
export const changedByAnother = (name: string): string => `${name} changed it meanwhile.`;
export const doesOther = (title: string): string => `It would now ${title}.`;
export const titleUntrue = (title: string): string => `It would ${title}, which is not what it says.`;
export const impactDiffers = (impact: string): string => `Now: ${impact}`;
export const undoneChanged = 'Somebody has changed what this would undo.';
export const policyChanged = (name: string): string => `${name} was changed.`;
export const policyGone = (name: string): string => `${name} is gone.`;
export const policyUnread = (name: string): string => `${name} can’t be read now.`;
export const comparedChanged = 'What it was compared with has changed.';
export const movedEndOver = 'What it would extend or end has ended.';

// The click that confirms it does not count, or comes too late.

export const notYours = 'Only the requester can confirm or cancel this.';
export const confirmedBefore = 'This was already confirmed.';
export const cancelledBefore = 'This was already cancelled.';
export const nothingTicked =
  'Nothing is ticked, so nothing was changed. Tick at least one, then confirm again.';
export const previewGone = 'This preview is no longer available. Run the command again.';
/** `wanted`: what it showed. After a restore of the table, nobody knows that nothing was changed: `meanwhile` is empty. */
export const previewExpired = (
  wanted: readonly Inline[],
  next: Answer,
  meanwhile = 'Nothing was changed. ',
): Refusal => ({
  answer: [
    { kind: 'notice', tone: 'neutral', text: [bold('The preview expired'), ': ', ...wanted] },
    note(`${meanwhile}Run the command again.`),
    ...next,
  ],
  note: 'The preview expired.',
});
export const previewOfNewVersion = (answer: Answer): Refusal => ({
  answer,
  note: changedInNewVersion('command'),
});
export const previewReplaced = (next: Answer): Refusal =>
  unchanged('This isn’t what the preview showed any more.', ...next);
export const previewOutdated = (changes: readonly string[], next: Answer): Refusal =>
  unchanged('It changed since you saw the preview.', ...changes.map((sentence) => note(sentence)), ...next);
export const tooManyOpen = (open: number, limit: number): string =>
  `You have ${open} open requests, and ${limit} is the limit. Withdraw one, or wait until one is closed. Run “approvals” to list them.`;
export const logAway = (): Refusal =>
  refusal('Nothing was changed: the audit log is unavailable, and unlogged changes are blocked.');

// The Undo or the retry that it confirms is not there any more.

const undoUsed = (...answer: Answer): Refusal => ({ answer, note: 'Its Undo was used already.' });

export const undoGone = (): Refusal =>
  undoUsed(failed('This can’t be undone with one click any more. Nothing was changed.'));
export const undoOver = (minutes: number): Refusal =>
  undoUsed(failed(`This was offered for ${minutes} minutes, which are over. Nothing was changed.`));
export const undoneBefore = (by: string): Refusal =>
  undoUsed(failed('This was undone by ', person(by), ' already. Nothing was changed.'));
export const undoUnknown = (by: string): Refusal =>
  undoUsed(failed('The outcome of the Undo by ', person(by), ' is unknown. Nothing was changed.'));
export const undoRequested = (by: string, request: Inline, next: Part): Refusal =>
  undoUsed(
    failed(person(by), ' requested this Undo: ', request, ' isn’t over yet. Nothing was changed.'),
    next,
  );
export const undoRunning = (by: string): Refusal =>
  undoUsed(
    failed(person(by), ' is undoing this right now. Nothing was changed.'),
    note('See how it ended in a minute.'),
  );
export const retriedBefore = (by?: string): Refusal => ({
  answer: [
    failed(
      'This was retried ',
      ...(by === undefined ? [] : ['by ', person(by), ' ']),
      'already. Nothing was changed.',
    ),
  ],
  note: 'It was retried already.',
});
/** `changed`: what somebody did since, or one of the next two. */
export const undoneDiffers = (changed: string, description: Text, typed: string): Refusal => ({
  answer: [
    failed(`${changed}, so it can’t be undone with one click. Nothing was changed.`),
    note(...[description].flat()),
    note('If you still want to, type: ', line(typed)),
  ],
  note: `${changed}.`,
});

const cantTell = 'can’t tell whether somebody changed it since';

export const undoneUnread = (parts: string): string => `Skydesk can’t read its ${parts}, so it ${cantTell}`;
export const undoneOfNewVersion = `A newer version of Skydesk ${cantTell}`;

// Somebody lost the right to make it, or to approve it.

export const requesterMayNotChange = (account: string): string =>
  `The requester can no longer make changes in ${account}.`;
export const requesterMayNotBreakGlass = 'The requester can no longer use break-glass approval.';
export const approverMayNotApprove = (account: string): string => `They can no longer approve in ${account}.`;
export const approverIsRequester = 'This is the requester.';
export const approvalLapsed = (voter: string, why: string): Part =>
  note('The approval of ', person(voter), ` doesn’t count: ${why}`);

// The policy does not let it run, by now.

/** `risk`: its risk by now, in one line. */
const again = (risk: string | undefined): Answer => [
  ...(risk === undefined ? [] : [note(risk)]),
  note(requestAgain),
];

export const notPermitted = (why: string, ...next: Answer): Refusal => ({
  ...unchanged(why, ...next),
  note: why,
});
export const frozen = (until: string): Refusal =>
  unchanged(until, note('Request it again with ', code('starts='), ' after that.'));
export const needsApprovalNow = (risk: string | undefined): Refusal =>
  unchanged('It needs approval now.', ...again(risk));
/** `missing`: what the policy asks for, such as a ticket or an end. */
export const lacksNow = (missing: string, risk: string | undefined): Refusal =>
  unchanged(missing, ...again(risk));
export const nobodyForAccount = (account: string, lapsed: Answer, ask: Part): Refusal =>
  unchanged(`Nobody who may approve in account ${account} has approved.`, ...lapsed, ask);
export const approvalsLapsed = (needed: number, counted: number, lapsed: Answer): Refusal =>
  unchanged(`${count(needed, 'approval')} needed, and ${counted} still counted.`, ...lapsed);
export const needsMoreApprovals = (
  needed: number,
  counted: number,
  lapsed: Answer,
  risk: string | undefined,
): Refusal => approvalsLapsed(needed, counted, [...lapsed, ...again(risk)]);

// It can't start.

export const waitsForLog = 'waits for the audit log';
export const ofNewVersion = (): Refusal => refusal(changedInNewVersion('command', requestAgain));
export const busyWith = (other: string): Refusal => unchanged(`${other} is changing it right now.`);
/** A name is gone, an end is in the way, or the cloud API does not answer. */
export const lookUpFailed = (answer: Answer, why: string): Refusal => ({ answer, note: why });
export const startedTooLate = (): Refusal => unchanged('It expired before it could run.');
export const endCameFirst = (): Refusal => unchanged('Its end came before it could run.');
export const endPassed = (): Refusal =>
  unchanged('The time at which it should end has passed, so it wasn’t applied.');
export const interrupted = (): Refusal => unchanged('Skydesk was interrupted before it sent this.');
export const earlierStepFailed = (step: number): Refusal => refusal(`Not started: step ${step} failed.`);
export const earlierStepUnknown = (step: number): Refusal =>
  refusal(`Not started: the outcome of step ${step} is unknown.`);

const restored = 'Skydesk’s table was restored to an earlier time, so this may have been applied since then.';

export const tableRestored = (): Refusal => ({
  answer: [warning(restored), note('Check that first. If it wasn’t applied, request it again.')],
  note: restored,
});

// Its end, or the rollback of its plan, has nothing to do, or can't do it alone.

export const endOfNewVersion = (): UserError => new UserError(changedInNewVersion('command'));
export const endUnproven = (): UserError =>
  new UserError('The audit log doesn’t have yet that this was applied, and what undoes it.', {
    next: 'It ends once the audit log has that.',
  });
export const undoneWithPlan = 'It is undone with its plan.';
export const keptForGood = (): Refusal => remark('It was kept for good, so it no longer ends by itself.');
export const removedBefore = (): Refusal => remark('It was removed before, so nothing was sent.');
export const nothingLeft = (): Refusal => remark('Nothing was left to end, so nothing was sent.');
export const nothingWasLeft = 'Nothing was left to end.';
export const nothingIsLeft = 'Nothing is left to end.';
export const broughtBackTooLate = (): Refusal =>
  remark('What this would bring back had an end, which has passed, so nothing was changed.');
/** `changed`: what somebody did since, or `wouldOpenMore`. */
export const changedSince = (changed: string, description: Text, typed: string): Refusal => ({
  answer: [
    note(`${changed}, so Skydesk didn’t touch it. `, ...[description].flat()),
    note('If it should still end, run: ', line(typed)),
  ],
  note: `${changed}, so nothing was changed.`,
});
export const notUndone = 'Somebody changed it, so it was not undone.';
export const endsNoMore = 'Somebody changed it, so it no longer ends by itself.';

const openedMore = 'Somebody opened more there, so Skydesk didn’t close it.';
const putBack = 'Put that back, or close it yourself.';

export const othersOpenedMore = `${openedMore} End Now closes all of it.`;
export const openedMoreAtRollback = `${openedMore} ${putBack}`;
export const wouldOpenMore = 'Its end would open more than was approved, since something else changed there';
export const opensTooMuch = `${wouldOpenMore}. ${putBack}`;
export const openingUnread = (parts: string): string =>
  `Skydesk can’t read its ${parts}, so it can’t tell what this would open.`;
export const stillUsed = (changed: string): string =>
  `${changed}, and that ends by itself. This ends after it.`;
export const stateUnread = 'Its state couldn’t be read.';
