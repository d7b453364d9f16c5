import { failed, person as mentioned, note, type Part } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import { agreedEntries, auditEntries } from '../audit-log/entries.ts';
import { type Approval, outcomeOf, requestLink, type Vote } from '../change/model/approval.ts';
import { undoneBy } from '../change/model/change.ts';
import { closed } from '../change/transitions/phase.ts';
import { markOutdated } from '../change/transitions/running.ts';
import { addVote, revoke } from '../change/transitions/votes.ts';
import { evaluateChange, isUnchanged } from '../changes/evaluate-change.ts';
import { preparedSteps } from '../changes/prepare-change.ts';
import { personOf } from '../evaluate/build-context.ts';
import { askOneOf } from '../evaluate/who-can.ts';
import { type Decision, freezeIn } from '../policy/decide.ts';
import { freezeInWords } from '../policy/freeze.ts';
import { mayDecide } from '../policy/may-decide.ts';
import type { VoteCast } from '../queue/job.ts';
import { ephemeral, type Result } from '../queue/result.ts';
import type { ApprovalDependencies, TransitionDependencies } from './approval-dependencies.ts';
import { ended, outdatedFor, updated } from './approval-result.ts';
import { authorityOf } from './authority.ts';
import { breakGlass } from './break-glass.ts';
import { changesSince } from './changes-since.ts';
import { executionsOf } from './enqueue-execution.ts';
import { lacking } from './request-approval.ts';
import { suggestChanges, suggested } from './suggest.ts';
import { commentReplies } from './thread-replies.ts';

/** Nothing failed: the request is not there any more. */
const withdrawn = (approval: Approval): Part => ({
  kind: 'notice',
  tone: 'neutral',
  text: [mentioned(approval.requester), ' withdrew ', requestLink(approval), '.'],
});

/** Counts what one person decides on a request for approval, or keeps what they suggest. */
export async function castVote(job: VoteCast, deps: ApprovalDependencies): Promise<Result> {
  const approval = await deps.approvals.get(job.approval);
  if (!approval) return ephemeral([failed('This request no longer exists.')]);

  if (approval.votes.some((vote) => vote.job === job.id)) return counted(approval, job, deps);
  if (approval.ended?.job === job.id) return closedBy(approval, deps);

  const person = await personOf(job.replyTo.person, deps);
  const ownApproval = job.vote === 'breakGlass' ? { reason: job.comment } : undefined;
  const authority = mayDecide(
    { person, requester: approval.requester, accounts: approval.accounts, breakGlass: ownApproval },
    deps.policy,
  );
  if (!authority.may) {
    return ephemeral([failed(authority.why), askOneOf(authority.whom)]);
  }
  if (approval.suggestion?.id === job.id) return suggested(approval, approval.suggestion, deps);

  const whyClosed = closed(approval, deps.clock());
  if (approval.phase === 'withdrawn') return ephemeral([withdrawn(approval)]);
  if (whyClosed) return ephemeral([failed(whyClosed)]);

  const { whyEnded, lapsed } = await authorityOf(approval, deps);
  if (whyEnded !== undefined && job.vote !== 'reject') return revoked(approval, whyEnded, job, deps);

  if (job.vote === 'suggest') return suggestChanges(approval, job, deps);
  if (job.vote !== 'reject') {
    const refused = await whyNotCounted(approval, { job, brokeGlass: authority.brokeGlass }, deps);
    if (refused) return refused;
  }
  const vote: Vote = {
    person: person.id,
    vote: job.vote === 'reject' ? 'reject' : 'approve',
    at: deps.clock(),
    job: job.id,
    accounts: authority.accounts,
    ...(job.comment && { comment: job.comment }),
    ...(authority.brokeGlass && { breakGlass: true }),
  };
  const conditions = { saw: job.suggestion, lapsed };
  const transitioned = authority.brokeGlass
    ? await breakGlass(approval, vote, conditions, deps)
    : await deps.approvals.change(approval.id, (current) => addVote(current, vote, conditions));
  if ('refused' in transitioned) return ephemeral([failed(transitioned.refused)]);
  return counted(transitioned.approval, job, deps);
}

/**
 * What follows from a vote that counts. The card shows it, so the voter gets no message. What is approved by it runs as
 * soon as the vote is in the audit log.
 */
function counted(approval: Approval, job: VoteCast, deps: TransitionDependencies): Result {
  const replies = commentReplies(approval, job.id);
  if (approval.ended?.job === job.id) return { ...ended(approval, deps), replies };
  const said = { person: job.replyTo.person, ...(job.comment && { note: job.comment }) };
  return {
    deliveries: [],
    replies,
    ...updated(approval),
    entries:
      job.vote === 'reject'
        ? auditEntries('rejected', approval, deps, said)
        : agreedEntries('approved', approval, deps, said),
    ...(approval.phase === 'approved' && { next: executionsOf(approval, deps.clock()) }),
  };
}

/** Ends a request whose requester lost the right to it, and tells everybody. */
async function revoked(
  approval: Approval,
  why: string,
  job: VoteCast,
  deps: TransitionDependencies,
): Promise<Result> {
  const transitioned = await deps.approvals.change(approval.id, (current) =>
    revoke(current, { why, job: job.id }, deps.clock()),
  );
  if ('refused' in transitioned) return ephemeral([failed(transitioned.refused)]);
  return closedBy(transitioned.approval, deps);
}

/** Ends a request whose basis has changed, and says what has changed. Refuses an approval with which it would fail. */
async function whyNotCounted(
  approval: Approval,
  { job, brokeGlass }: { readonly job: VoteCast; readonly brokeGlass: boolean },
  deps: ApprovalDependencies,
): Promise<Result | undefined> {
  const prepared = preparedSteps(approval.steps);
  if (!prepared) return undefined;
  let changed: ReturnType<typeof outdatedFor>;
  try {
    const evaluation = await evaluateChange(prepared, approval.replyTo, deps, {
      undoes: undoneBy(approval),
      known: approval.steps,
    });
    if (isUnchanged(approval.basis, evaluation.basis))
      return brokeGlass ? undefined : ifItWouldFail(approval, evaluation.decision);
    changed = outdatedFor(await changesSince(approval, evaluation, deps));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error.passing) {
      const next = 'Vote again in a minute: the request is still open.';
      return ephemeral([failed(`${error.message} Your vote wasn’t counted.`), note(next)]);
    }
    // It can't be made any more: what it is about is gone, or has ended.
    changed = outdatedFor([error.message], error.next ?? '');
  }
  const why = { job: job.id, ...changed };
  const transitioned = await deps.approvals.change(approval.id, (current) =>
    markOutdated(current, 'open', why, deps.clock()),
  );
  if ('refused' in transitioned) return ephemeral([failed(transitioned.refused)]);
  return closedBy(transitioned.approval, deps);
}

/** In a freeze, or without a ticket or an end that the policy demands by now, the change would fail once it is approved. */
function ifItWouldFail(approval: Approval, decision: Decision): Result | undefined {
  const freeze = freezeIn(decision);
  if (freeze) {
    const next = 'Your vote wasn’t counted. Approve it when the freeze is over.';
    return ephemeral([failed(`${freezeInWords(freeze)} ${next}`)]);
  }
  const missing = decision.kind === 'requestApproval' ? lacking(approval, decision) : undefined;
  if (missing === undefined) return undefined;
  const next = note(
    'Ask ',
    mentioned(approval.requester),
    ' to withdraw this request, and to request the change again with what is missing.',
  );
  return ephemeral([failed(`${missing} Your vote wasn’t counted.`), next]);
}

/** Tells the voter that the request ended instead of counting their vote. */
function closedBy(approval: Approval, deps: TransitionDependencies): Result {
  const { ended: end, phase } = approval;
  const answer =
    phase === 'outdated'
      ? [failed('Your vote wasn’t counted, because the request is outdated.'), ...outcomeOf(approval)]
      : [
          failed(
            `The request ended, because its requester can no longer make this change. ${end?.note ?? ''}`,
          ),
        ];
  return { ...ended(approval, deps), ...ephemeral(answer) };
}
