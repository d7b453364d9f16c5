import { type ChangeEvaluation, evaluateChange } from '../approvals/basis.ts';
import { forEachAccount, lacking, tooManyOpen } from '../approvals/request-approval.ts';
import { auditEntry } from '../audit-log/entries.ts';
import { type Answer, failed, heading, line, note, type Part, steps } from '../core/answer.ts';
import type { Prepared } from '../core/operation.ts';
import type { PendingChanges } from '../core/pending-change.ts';
import { UserError } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import type { ContextDependencies } from '../requests/build-context.ts';
import { explain } from '../requests/describe-error.ts';
import type { Job } from '../requests/job.ts';
import type { Asked } from '../requests/requested-change.ts';
import { ephemeral, type Result } from '../requests/result.ts';
import { askOneOf } from '../requests/who-can.ts';
import { hasForm, openForm } from './parse/form.ts';

/** What it takes to preview a change and to store it until its requester decides. */
export interface PreviewDependencies extends ContextDependencies {
  readonly pendingChanges: Pick<PendingChanges, 'put'>;
}

/** How long a preview waits for its requester, in milliseconds. */
export const patience = 10 * 60_000;

/**
 * Shows what would change, and keeps it until its requester decides; a change that may not be made is refused. `undoes` is
 * the id of the request that it undoes, for an Undo.
 */
export async function previewChange(
  prepared: Prepared<Context>,
  job: Pick<Job, 'id' | 'place'>,
  deps: PreviewDependencies,
  undoes?: string,
): Promise<Result> {
  let evaluation: ChangeEvaluation;
  try {
    evaluation = await evaluateChange(prepared, job.place, deps);
  } catch (error) {
    if (!(error instanceof UserError && hasForm(prepared.operation))) throw error;
    return ephemeral([...explain(error), steps(openForm(prepared.line))]);
  }
  const { plan, decision } = evaluation;
  const request: Asked = {
    id: job.id,
    requester: job.place.person,
    operation: prepared.operation.id,
    account: evaluation.context.service.alias,
    targets: plan.targets,
    says: plan.title,
  };
  if (decision.kind === 'refuse') {
    const refused = ephemeral([failed(`${decision.why} Nothing was changed.`), askOneOf(decision.whom)]);
    return { ...refused, entries: [auditEntry('refused', request, deps, { note: decision.why })] };
  }
  const missing =
    decision.kind === 'ask'
      ? (lacking(prepared, decision) ?? (await tooManyOpen(request.requester, job.id, deps)))
      : undefined;
  if (missing) return { ...ephemeral(withoutReason(evaluation, prepared, missing)), outcome: 'refused' };

  await deps.pendingChanges.put({ ...request, raw: plan.raw, undoes, expires: deps.clock() + patience });
  const asked =
    decision.kind === 'ask' ? [] : [auditEntry('requested', request, deps, { note: prepared.why })];
  return { ...ephemeral(preview(evaluation, prepared, job.id)), entries: asked, outcome: 'requested' };
}

type Shown = Pick<ChangeEvaluation, 'plan' | 'decision' | 'meaning'>;

/** What the change is, what follows from it, and what the policy asks for. Its buttons carry `id`. */
export function preview(evaluation: Shown, prepared: Pick<Prepared<Context>, 'line'>, id: string): Answer {
  const asks = evaluation.decision.kind === 'ask';
  return [
    heading(asks ? 'Ask for approval?' : 'Please confirm'),
    ...consequences(evaluation),
    steps(
      { label: asks ? 'Ask' : 'Confirm', style: 'primary', does: { decide: 'confirm', on: id } },
      { label: 'Cancel', does: { decide: 'cancel', on: id } },
      openForm(prepared.line, 'Change it'),
    ),
    note('As a line: ', line(prepared.line)),
    note(
      `Only you see this. It waits ${patience / 60_000} minutes; nothing changes until ${asks ? 'others agree' : 'you confirm'}.`,
    ),
  ];
}

function consequences({ plan, decision, meaning }: Shown): Answer {
  const points = decision.kind === 'ask' || decision.kind === 'confirm' ? decision.points : [];
  return [
    note(`This will ${plan.title}.`),
    ...meaning.map((sentence): Part => note(sentence)),
    ...plan.warnings.map((text): Part => ({ kind: 'notice', tone: 'warning', text })),
    ...points.map(
      ({ why, points: risk }): Part => ({ kind: 'notice', tone: 'warning', text: `${why} (risk ${risk})` }),
    ),
    ...(decision.kind === 'ask'
      ? [
          note(
            `It needs the approval of ${decision.approvers === 1 ? 'one other person' : `${decision.approvers} other people`}.`,
          ),
          ...forEachAccount(decision.accounts),
        ]
      : []),
  ];
}

const withoutReason = (shown: Shown, prepared: Prepared<Context>, missing: string): Answer => [
  ...consequences(shown),
  failed(missing),
  steps(openForm(prepared.line)),
  note('Nothing was changed, and nobody was asked.'),
];
