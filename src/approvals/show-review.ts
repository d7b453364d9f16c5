import { evaluateChange, isUnchanged } from '../changes/evaluate-change.ts';
import { preparedSteps } from '../changes/prepare-change.ts';
import { type Answer, buttons, failed, note, type Part } from '../core/answer.ts';
import type { Approval } from '../core/approval.ts';
import { changedInNewVersion } from '../core/new-version.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import type { Narrowing, Review } from '../core/view.ts';
import { mayBreakGlass, mayDecide } from '../policy/may-decide.ts';
import { type ContextDependencies, personOf } from '../requests/build-context.ts';
import type { ReviewOpened } from '../requests/job.ts';
import { ephemeral, type Result } from '../requests/result.ts';
import { askOneOf } from '../requests/who-can.ts';
import { card } from './card.ts';

/** The modal in which an approver reads a request and decides. */
export async function review(job: ReviewOpened, deps: ContextDependencies): Promise<Result> {
  const approval = await deps.approvals.get(job.approval);
  const shown = approval
    ? await reviewOf(approval, job.replyTo, deps)
    : {
        approval: job.approval,
        ...openedFrom(job.replyTo),
        shown: [failed('This request is not known any more.')],
      };
  if (job.view) return { deliveries: [{ kind: 'review', view: job.view, review: shown }] };
  const again = buttons({
    label: 'Review',
    style: 'primary',
    action: { decide: 'review', on: job.approval },
  });
  return ephemeral([note('Slack did not open the review in time. Press again:'), again]);
}

const openedFrom = ({ channel, thread }: ReplyTarget) => ({ channel, ...(thread && { thread }) });

async function reviewOf(
  approval: Approval,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<Review> {
  const { person: who } = replyTo;
  const shown = card(approval).filter(({ kind }) => kind !== 'buttons' && kind !== 'heading');
  const closed = (...why: Part[]): Review => ({
    approval: approval.id,
    ...openedFrom(replyTo),
    shown: [...shown, ...why],
  });
  if (approval.phase !== 'open') return closed();
  const person = await personOf(who, deps);
  const authority = mayDecide(
    { person, requester: approval.requester, accounts: approval.accounts },
    deps.policy,
  );
  const breakGlass = who === approval.requester && mayBreakGlass(person, deps.policy);
  if (!authority.may && !breakGlass) return closed(failed(authority.why), askOneOf(authority.whom));
  return {
    approval: approval.id,
    ...openedFrom(replyTo),
    shown: [...shown, ...(await drift(approval, deps))],
    suggestion: approval.suggestion?.id,
    decide: { breakGlass, narrows: breakGlass ? [] : narrowings(approval) },
  };
}

async function drift(approval: Approval, deps: ContextDependencies): Promise<Answer> {
  const prepared = preparedSteps(approval.steps);
  if (!prepared) return [failed(changedInNewVersion('command', 'Its requester has to request it again.'))];
  const { basis } = await evaluateChange(prepared, approval.replyTo, deps, approval.undoes?.subject);
  return isUnchanged(approval.basis, basis)
    ? []
    : [failed('What this is about has changed meanwhile: approving will void it.')];
}

/** Ranges and ports can be narrowed; names cannot. */
function narrowings(approval: Approval): readonly Narrowing[] {
  const prepared = preparedSteps(approval.steps);
  if (!prepared) return [];
  return prepared.flatMap(({ operation }, index) =>
    Object.entries(operation.fields).flatMap(([field, { label, hint, narrows }]) => {
      const words = approval.steps[index]?.raw[field];
      return narrows && words ? [{ field, label, hint, words }] : [];
    }),
  );
}
