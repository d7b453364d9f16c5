import { admin } from '../../answer/admin.ts';
import {
  blockquote,
  buttons,
  failed,
  type Inline,
  person as mentioned,
  note,
  type Part,
  quote,
} from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { agreedEntries, auditEntries } from '../../audit-log/entries.ts';
import { type Vote, votesOf } from '../../change/model/approval.ts';
import type { AuditEntry } from '../../change/model/audit-log.ts';
import { accountsOf, type Change, requestLink } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import { seenDigest } from '../../change/model/digest.ts';
import { isPosted } from '../../change/model/posted-message.ts';
import type { ApprovalsAsked } from '../../change/transitions/raise-approvals.ts';
import { markOutdated } from '../../change/transitions/running.ts';
import { whyClosed } from '../../change/transitions/status.ts';
import { addVote, revoke } from '../../change/transitions/votes.ts';
import { outcomeOf } from '../../change/words/outcome-in-words.ts';
import type { Refusal } from '../../change/words/refusal.ts';
import { reviewButton } from '../../change/words/request-buttons.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { personOf } from '../../evaluate/build-context.ts';
import { askOneOf } from '../../evaluate/who-can.ts';
import type { Message } from '../../messaging/messaging.ts';
import { type Authorization, mayDecide } from '../../policy/may-decide.ts';
import { missingInWords } from '../../policy/missing-groups.ts';
import type { VoteCast } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import type { ApprovalDependencies, TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import { refuseTransition, resultOfClosing, updated } from '../notify/result-of-change.ts';
import { type Authority, authorityOf } from '../prepare/authority.ts';
import { evaluateAgain } from '../prepare/evaluate-again.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { preparedSteps } from '../prepare/prepare-change.ts';
import { inviteFirst, post, whyNotPosted } from '../request/request-approval.ts';
import { askedBy } from './asked-by.ts';
import { breakGlass, skippedBy } from './break-glass.ts';
import { suggestChanges, suggested } from './suggest.ts';
import { whyApprovalWouldFail } from './why-approval-would-fail.ts';

/** Returns a neutral notice, since a withdrawn request is not a failure. */
const withdrawn = (change: Change): Part => ({
  kind: 'notice',
  tone: 'neutral',
  text: [mentioned(change.requester), ' withdrew ', requestLink(change), '.'],
});

/**
 * Counts what one person decides on a request for approval, or keeps what they suggest. If it doesn't count, the answer repeats what they
 * wrote, since their form is closed.
 */
export async function castVote(job: VoteCast, deps: ApprovalDependencies): Promise<Result> {
  const result = await countVote(job, deps);
  const written = job.comment ? [note('You wrote:'), blockquote(quote(job.comment))] : [];
  const deliveries = result.deliveries.map((delivery) =>
    delivery.kind === 'ephemeral' ? { ...delivery, answer: [...delivery.answer, ...written] } : delivery,
  );
  return { ...result, deliveries };
}

async function countVote(job: VoteCast, deps: ApprovalDependencies): Promise<Result> {
  const change = await deps.changes.get(job.change);
  if (!change) return ephemeral([failed('This request no longer exists.')]);

  const before = countedBefore(change, job, deps);
  if (before) return before;

  const person = await personOf(job.replyTo.person, deps);
  const ownApproval = job.vote === 'breakGlass' ? { reason: job.comment } : undefined;
  const authority = mayDecide(
    { person, requester: change.requester, accounts: accountsOf(change), breakGlass: ownApproval },
    deps.policy,
  );
  if (!authority.may) {
    return ephemeral([failed(authority.why), askOneOf(authority.whom, person)]);
  }
  const pending = change.approval?.suggestion;
  if (pending?.id === job.id) return suggested(change, pending, deps);

  const closed = whyClosed(change, deps.clock());
  if (change.status === 'withdrawn') return ephemeral([withdrawn(change)]);
  if (closed) return ephemeral([failed(closed)]);

  const { lapsed, ...rights } = await authorityOf(change, deps);
  const lost = await refusedByRights(change, rights, job, deps);
  if (lost) return lost;

  if (!isSeen(change, job)) return ephemeral([failed(notSeen), buttons(reviewButton(change))]);
  // Nothing is decided out of sight: a card that Slack didn't take before comes first.
  if (!isPosted('card', change) && !(await post(change, deps)))
    return notCounted(whyNotPosted(change), `${inviteFirst}.`);
  if (job.vote === 'suggest') return suggestChanges(change, job, authority.accounts, deps);
  const judged = await judgeVote(change, job, authority.brokeGlass, deps);
  if ('refused' in judged) return judged.refused;
  const { asked, skipped } = judged;
  const vote = { ...voteOf(person.id, job, authority, deps.clock()), ...(skipped && { skipped }) };
  return storeVote(change, vote, { saw: job.suggestion, lapsed, asked }, job, deps);
}

/** Returns the result of a job that is delivered again; undefined if it hasn’t counted yet. */
function countedBefore(change: Change, job: VoteCast, deps: ApprovalDependencies): Result | undefined {
  // Its entries prove what the voter saw, so they are not written for anything else.
  if (votesOf(change).some((vote) => vote.job === job.id))
    return isSeen(change, job) ? counted(change, job, deps) : ephemeral([failed(notSeen)]);
  return change.closed?.job === job.id ? closedBy(change, deps) : undefined;
}

/** Adds a vote to a request, if it still is what the approver saw. */
async function storeVote(
  change: Change,
  vote: Vote,
  conditions: Parameters<typeof addVote>[2],
  job: VoteCast,
  deps: ApprovalDependencies,
): Promise<Result> {
  const add = (current: Change, notice?: Message): Transition =>
    isSeen(current, job) ? addVote(current, vote, { ...conditions, notice }) : { refused: notSeen };
  const transitioned = vote.breakGlass
    ? await breakGlass(change, vote, add, deps)
    : await deps.changes.change(change.id, (current) => add(current));
  if ('refused' in transitioned) return refuseTransition(transitioned);
  return counted(transitioned.change, job, deps);
}

/** Returns whether a request is what the approver saw. A rejection counts in any case: it agrees to nothing. */
const isSeen = (change: Change, { seen, vote }: VoteCast): boolean =>
  vote === 'reject' || seen === seenDigest(change);

const notSeen =
  'This isn’t the request that you reviewed any more, so your vote wasn’t counted. Review it again.';

const voteOf = (
  person: string,
  { id: job, vote, comment }: VoteCast,
  { accounts, brokeGlass }: Extract<Authorization, { may: true }>,
  at: number,
): Vote => ({
  person,
  vote: vote === 'reject' ? 'reject' : 'approve',
  at,
  job,
  accounts,
  ...(comment && { comment }),
  ...(brokeGlass && { breakGlass: true }),
});

/**
 * Returns the result of a counted vote. The voter gets no message, since the card shows it. An approved change runs once the
 * vote is in the audit log.
 */
function counted(change: Change, job: VoteCast, deps: TransitionDependencies): Result {
  if (change.closed?.job === job.id) return resultOfClosing(change, deps);
  const said = { person: job.replyTo.person, ...(job.comment && { note: job.comment }) };
  const entries = (): readonly AuditEntry[] => {
    if (job.vote === 'reject') return auditEntries('rejected', change, deps, said);
    if (job.vote !== 'breakGlass') return agreedEntries('approved', change, deps, said);
    const { skipped = '' } = votesOf(change).find((vote) => vote.job === job.id) ?? {};
    const note = job.comment ? `${skipped} “${job.comment}”` : skipped;
    return agreedEntries('break-glass', change, deps, { ...said, note });
  };
  return { deliveries: [], ...updated(change), entries: entries() };
}

/**
 * Ends a request whose requester lost the right to make it. While Slack can't list a group on which a right depends, nothing ends, and no
 * approval counts: an administrator can help. Resolves to undefined if the vote can count, as each rejection does.
 */
async function refusedByRights(
  change: Change,
  { whyForbidden, unlisted }: Pick<Authority, 'whyForbidden' | 'unlisted'>,
  job: VoteCast,
  deps: TransitionDependencies,
): Promise<Result | undefined> {
  const isLost = whyForbidden !== undefined && job.vote !== 'reject';
  if (unlisted && (isLost || job.vote === 'approve'))
    return notCounted(
      missingInWords(unlisted),
      `The request is still open. Ask ${admin} to run the health check, then vote again.`,
    );
  return isLost ? revoked(change, whyForbidden, job, deps) : undefined;
}

/** Ends a request whose requester lost the right to make it, and notifies everybody. */
async function revoked(
  change: Change,
  why: string,
  job: VoteCast,
  deps: TransitionDependencies,
): Promise<Result> {
  const transitioned = await deps.changes.change(change.id, (current) =>
    revoke(current, { why, job: job.id }, deps.clock()),
  );
  if ('refused' in transitioned) return refuseTransition(transitioned);
  return closedBy(transitioned.change, deps);
}

/** Explains to the voter why their vote isn't counted, and what to do next. */
const notCounted = (why: string, ...next: readonly Inline[]): Result =>
  ephemeral([failed(`${why} Your vote wasn’t counted.`), note(...next)]);

/** The result of a vote that isn't counted, or what the policy asks of one that is. */
type JudgedVote =
  | { readonly refused: Result }
  | { readonly asked?: ApprovalsAsked | undefined; readonly skipped?: string };

/**
 * Ends a request whose basis has changed, and reports the differences. Refuses an approval of a change that would fail. Skips
 * the checks for a rejection, which closes the request anyway.
 */
async function judgeVote(
  change: Change,
  job: VoteCast,
  brokeGlass: boolean,
  deps: ApprovalDependencies,
): Promise<JudgedVote> {
  const prepared = job.vote !== 'reject' && preparedSteps(change.steps);
  if (!prepared) return {};
  let changed: Refusal;
  try {
    const { evaluation, changes, next } = await evaluateAgain(change, prepared, deps);
    if (!changes)
      return brokeGlass ? { skipped: skippedBy(change, evaluation) } : judgeNow(change, evaluation);
    changed = whyNotRun.outdatedBy(changes, next);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error.passing) {
      const next = 'Vote again in a minute: the request is still open.';
      return { refused: notCounted(error.message, next) };
    }
    // The change is no longer possible: its target is gone or has ended.
    changed = whyNotRun.outdatedBy([error.message], error.next ?? '');
  }
  const why = { job: job.id, ...changed };
  const transitioned = await deps.changes.change(change.id, (current) =>
    markOutdated(current, 'open', why, deps.clock()),
  );
  if ('refused' in transitioned) return { refused: refuseTransition(transitioned) };
  return { refused: closedBy(transitioned.change, deps) };
}

/** Refuses an approval of a change that would fail under the current policy, or returns what that policy asks for. */
function judgeNow(change: Change, evaluation: ChangeEvaluation): JudgedVote {
  const failing = whyApprovalWouldFail(change, evaluation.decision, change.expires);
  if (!failing) return { asked: askedBy(evaluation) };
  return { refused: notCounted(failing.why, ...failing.next) };
}

/** Explains to the voter that the request ended instead of counting their vote. */
function closedBy(change: Change, deps: TransitionDependencies): Result {
  const { closed, status } = change;
  const answer =
    status === 'outdated'
      ? [
          failed('Your vote wasn’t counted, because the request is outdated.'),
          ...outcomeOf(change, deps.clock()),
        ]
      : [
          failed(
            `The request ended, because its requester can no longer make this change. ${closed?.note ?? ''}`,
          ),
        ];
  return { ...resultOfClosing(change, deps), ...ephemeral(answer) };
}
