import { buttons } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { auditEntries } from '../../audit-log/entries.ts';
import type { Changes } from '../../change/model/changes.ts';
import { seenDigest } from '../../change/model/digest.ts';
import { keepsResults } from '../../change/model/outcomes.ts';
import { previewed } from '../../change/transitions/beginning.ts';
import { openForm } from '../../command-line/form.ts';
import type { Instant } from '../../core/clock.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import { explain } from '../../evaluate/describe-error.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import { requestedNote } from '../views/describe-plan.ts';
import { incomplete, preview } from '../views/preview.ts';
import {
  commandShown,
  type EvaluatedRequest,
  evaluateRequest,
  isTicked,
  lineOf,
  type Requested,
  type RequestingJob,
  refuseDenied,
  refuseUnseen,
  whyNotRequested,
} from './evaluate-request.ts';

/** Dependencies for previewing a change and storing it until its requester decides. */
export interface PreviewDependencies extends ContextDependencies {
  readonly changes: ContextDependencies['changes'] & Pick<Changes, 'preview' | 'openOf' | 'get'>;
}

/**
 * Previews a change and stores it until its requester decides; refuses one that is not allowed. A change that Slack’s own dialog
 * confirmed is previewed only if it needs approval, does something else than the dialog says, or closes what others opened further;
 * otherwise it is made, for operations whose buttons ask there.
 */
export async function previewChange(
  requested: Requested,
  job: RequestingJob & { readonly isConfirmed?: boolean | undefined },
  deps: PreviewDependencies,
): Promise<Result> {
  const line = lineOf(requested);
  const unseen = await refuseUnseen(requested, job, deps);
  if (unseen) return unseen;
  let evaluated: EvaluatedRequest;
  try {
    evaluated = await evaluateRequest(requested, job, deps);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return ephemeral([...explain(error), buttons(line !== undefined && openForm(line))]);
  }
  const { change, shown } = evaluated;
  const { decision } = shown;
  if (decision.kind === 'deny') return refuseDenied(evaluated, decision, deps);
  const missing =
    decision.kind === 'requestApproval' ? await whyNotRequested(change, decision, deps) : undefined;
  if (missing) return { ...ephemeral(incomplete(shown, line, missing)), outcome: 'refused' };
  const { result } = await storePreview(evaluated, deps);
  return job.isConfirmed && isConfirmedInDialog(evaluated)
    ? { ...result, deliveries: [{ kind: 'confirm', seen: seenIn(evaluated) }] }
    : result;
}

/** Returns the digest of what a preview shows. */
const seenIn = ({ change, evaluation }: Pick<EvaluatedRequest, 'change' | 'evaluation'>): string =>
  seenDigest({ ...change, judgement: evaluation });

/**
 * Returns whether Slack’s own dialog can take the place of a preview. A person with the bot token can post a button that
 * says anything, so only the operations whose buttons have that dialog may run like this.
 */
const isConfirmedInDialog = ({ requested, evaluation, shown: { decision } }: EvaluatedRequest): boolean =>
  !requested.plan &&
  decision.kind !== 'requestApproval' &&
  evaluation.steps.every(({ resolved }) => resolved.isConfirmedInDialog && resolved.widened === undefined);

/**
 * Stores a change until its requester decides. Resolves to its preview with buttons, and until when they work; they don't if it `isDecided`
 * already.
 */
export async function storePreview(
  { requested, change, evaluation, shown }: EvaluatedRequest,
  deps: PreviewDependencies,
): Promise<{ readonly result: Result; readonly expires: Instant; readonly isDecided: boolean }> {
  const { id } = change;
  const { impact, impactLine, riskLine, basis, decision } = evaluation;
  // The ticked steps are requested, and logged, at the confirmation.
  const isUnlogged = decision.kind === 'requestApproval' || isTicked(change);
  const points = 'points' in decision ? decision.points : [];
  const judgement = { impact, impactLine, riskLine, points, basis };
  const stored = previewed(change, { judgement, isUnlogged }, deps.clock());
  const isStored = await deps.changes.preview(stored);
  const entries = isUnlogged ? [] : auditEntries('previewed', change, deps, { note: requestedNote(change) });
  const edit = keepsResults(change) ? undefined : lineOf(requested);
  const seen = seenIn({ change, evaluation });
  const answer = preview(shown, {
    id,
    seen,
    expires: stored.expires,
    command: commandShown(requested),
    edit,
  });
  return {
    result: { deliveries: [{ kind: 'preview', answer }], entries, outcome: 'previewed' },
    expires: stored.expires,
    isDecided: !isStored,
  };
}
