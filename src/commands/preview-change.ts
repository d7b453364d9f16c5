import { lacking, tooManyOpen } from '../approvals/request-approval.ts';
import { auditEntries } from '../audit-log/entries.ts';
import { changePlan, inOrder, requestedNote } from '../changes/describe-plan.ts';
import { type ChangeEvaluation, evaluateChange, stepsFrom } from '../changes/evaluate-change.ts';
import { buttons, type Text } from '../core/answer.ts';
import type { Change, Step } from '../core/change.ts';
import { canLeaveOut } from '../core/leave-out.ts';
import { mapNonEmpty, type NonEmpty } from '../core/non-empty.ts';
import type { Prepared } from '../core/operation.ts';
import type { PendingChanges } from '../core/pending-change.ts';
import { expiresWithEnd } from '../core/scheduled-start.ts';
import { UserError } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import type { ContextDependencies } from '../requests/build-context.ts';
import { explain } from '../requests/describe-error.ts';
import { expandRequest } from '../requests/evaluate.ts';
import type { Job } from '../requests/job.ts';
import { timingsOf } from '../requests/resolve-timing.ts';
import { ephemeral, type Result } from '../requests/result.ts';
import { denied } from '../requests/who-can.ts';
import { afterFreeze } from './after-freeze.ts';
import { hasForm, openForm } from './parse/form.ts';
import { incomplete, type Previewed, preview, previewLifetimeMs } from './preview.ts';

/** Dependencies for previewing a change, and for storing it until its requester decides. */
export interface PreviewDependencies extends ContextDependencies {
  readonly pendingChanges: Pick<PendingChanges, 'put'>;
}

/** What is known of a step besides its command: the step that it waits for, and what it undoes. */
export type KnownStep = Pick<Step, 'after' | 'undoes'>;

/** A requested change, before its names are looked up. */
interface Requested {
  readonly prepared: NonEmpty<Prepared<Context>>;
  /** The command that stands for all of these, for a plan. */
  readonly plan?: Prepared<Context>;
  /** What is known of its steps besides their commands, by position. */
  readonly known?: readonly KnownStep[];
  /** What the Undo does not restore. */
  readonly warnings?: readonly Text[];
}

/** Shows what would change, and stores it until its requester decides; a change that may not be made is refused. */
export async function previewChange(
  { prepared, plan, known = [], warnings }: Requested,
  job: Pick<Job, 'id' | 'team' | 'replyTo'>,
  deps: PreviewDependencies,
): Promise<Result> {
  const { operation, line: words, reason, ticket } = plan ?? prepared[0];
  let evaluation: ChangeEvaluation;
  try {
    const [only, ...others] = prepared;
    const steps = plan || others.length > 0 ? prepared : await expandRequest(only, job.replyTo, deps);
    const timings = await timingsOf(steps, job.replyTo, deps);
    evaluation = await evaluateChange(steps, job.replyTo, deps, { timings });
  } catch (error) {
    if (!(error instanceof UserError && hasForm(operation))) throw error;
    return ephemeral([...explain(error), buttons(openForm(words))]);
  }
  const { id, team, replyTo } = job;
  const isUndo = known.some(({ undoes }) => undoes);
  const change: Change = {
    id,
    requester: replyTo.person,
    team,
    replyTo,
    steps: plan
      ? inOrder(stepsFrom(evaluation))
      : mapNonEmpty(stepsFrom(evaluation), (step, index) => ({ ...step, ...known[index] })),
    reason,
    ticket,
    ...(plan && { plan: changePlan(plan, prepared) }),
  };
  const { decision } = evaluation;
  if (decision.kind === 'deny') {
    const refused = ephemeral([
      ...denied(decision),
      ...(isUndo ? [] : afterFreeze(decision, prepared, deps.clock())),
    ]);
    return { ...refused, entries: auditEntries('refused', change, deps, { note: decision.why }) };
  }
  const shown: Previewed = {
    ...evaluation,
    ...(warnings && { warnings }),
    ...(change.plan && { plan: change.plan }),
    ticks: isTicked(change),
  };
  const missing =
    decision.kind === 'requestApproval'
      ? (lacking(change, decision) ?? (await tooManyOpen(change.requester, id, deps)))
      : undefined;
  if (missing) return { ...ephemeral(incomplete(shown, words, missing)), outcome: 'refused' };

  await deps.pendingChanges.put({
    ...change,
    expires: expiresWithEnd(change, deps.clock() + previewLifetimeMs),
  });
  // What is ticked is requested when it is confirmed, and logged then.
  const entries =
    decision.kind === 'requestApproval' || isTicked(change)
      ? []
      : auditEntries('requested', change, deps, { note: requestedNote(change) });
  const answer = preview(shown, { id, command: isUndo || isWritten(plan) ? undefined : words, edit: words });
  return { deliveries: [{ kind: 'preview', answer }], entries, outcome: 'requested' };
}

/** Whether its requester can untick some of the steps. */
const isTicked = ({ steps, plan }: Change): boolean => !plan && canLeaveOut(steps);

/** Whether a plan is in its requester's own words: they are too many lines to be shown as a command. */
const isWritten = (plan: Prepared<Context> | undefined): boolean =>
  plan?.plan !== undefined && plan.plan.name === undefined;
