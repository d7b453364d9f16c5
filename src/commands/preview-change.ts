import { forEachAccount, lacking, tooManyOpen } from '../approvals/request-approval.ts';
import { auditEntries } from '../audit-log/entries.ts';
import { type ChangeEvaluation, evaluateChange, plannedSteps } from '../changes/evaluate-change.ts';
import { type Answer, buttons, failed, heading, line, note, type Part } from '../core/answer.ts';
import type { Change, Undone } from '../core/change.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import type { Plan, Prepared } from '../core/operation.ts';
import type { PendingChanges } from '../core/pending-change.ts';
import { UserError } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import type { ContextDependencies } from '../requests/build-context.ts';
import { explain } from '../requests/describe-error.ts';
import type { Job } from '../requests/job.ts';
import { ephemeral, type Result } from '../requests/result.ts';
import { askOneOf } from '../requests/who-can.ts';
import { hasForm, openForm } from './parse/form.ts';

/** How long a preview waits for its requester, in milliseconds. */
export const previewLifetimeMs = 10 * 60_000;

/** What it takes to preview a change and to store it until its requester decides. */
export interface PreviewDependencies extends ContextDependencies {
  readonly pendingChanges: Pick<PendingChanges, 'put'>;
}

/** A requested change, before its names are looked up. */
interface Requested {
  readonly prepared: NonEmpty<Prepared<Context>>;
  /** What it undoes, for an Undo. */
  readonly undoes?: Undone;
}

/** Shows what would change, and stores it until its requester decides; a change that may not be made is refused. */
export async function previewChange(
  { prepared, undoes }: Requested,
  job: Pick<Job, 'id' | 'team' | 'replyTo'>,
  deps: PreviewDependencies,
): Promise<Result> {
  const [{ operation, line: words, reason, ticket }] = prepared;
  let evaluation: ChangeEvaluation;
  try {
    evaluation = await evaluateChange(prepared, job.replyTo, deps);
  } catch (error) {
    if (!(error instanceof UserError && hasForm(operation))) throw error;
    return ephemeral([...explain(error), buttons(openForm(words))]);
  }
  const { id, team, replyTo } = job;
  const change: Change = {
    id,
    requester: replyTo.person,
    team,
    replyTo,
    steps: plannedSteps(evaluation),
    reason,
    ticket,
    undoes,
  };
  const { decision } = evaluation;
  if (decision.kind === 'refuse') {
    const refused = ephemeral([failed(`${decision.why} Nothing was changed.`), askOneOf(decision.whom)]);
    return { ...refused, entries: auditEntries('refused', change, deps, { note: decision.why }) };
  }
  const missing =
    decision.kind === 'ask'
      ? (lacking(change, decision) ?? (await tooManyOpen(change.requester, id, deps)))
      : undefined;
  if (missing) return { ...ephemeral(withoutReason(evaluation, words, missing)), outcome: 'refused' };

  await deps.pendingChanges.put({ ...change, expires: deps.clock() + previewLifetimeMs });
  const entries = decision.kind === 'ask' ? [] : auditEntries('requested', change, deps, { note: reason });
  return { ...ephemeral(preview(evaluation, words, id)), entries, outcome: 'requested' };
}

interface Shown extends Pick<ChangeEvaluation, 'title' | 'decision' | 'impact'> {
  readonly steps: readonly { readonly plan: Pick<Plan, 'warnings'> }[];
}

/** What the change is, what follows from it, and what the policy asks for. `words` is its command; its buttons carry `id`. */
export function preview(evaluation: Shown, words: string, id: string): Answer {
  const asks = evaluation.decision.kind === 'ask';
  return [
    heading(asks ? 'Ask for approval?' : 'Please confirm'),
    ...consequences(evaluation),
    buttons(
      { label: asks ? 'Ask' : 'Confirm', style: 'primary', action: { decide: 'confirm', on: id } },
      { label: 'Cancel', action: { decide: 'cancel', on: id } },
      openForm(words, 'Change it'),
    ),
    note('As a line: ', line(words)),
    note(
      `Only you see this. It waits ${previewLifetimeMs / 60_000} minutes; nothing changes until ${asks ? 'others agree' : 'you confirm'}.`,
    ),
  ];
}

function consequences({ title, steps, decision, impact }: Shown): Answer {
  const points = decision.kind === 'ask' || decision.kind === 'confirm' ? decision.points : [];
  return [
    note(`This will ${title}.`),
    ...impact.map((sentence): Part => note(sentence)),
    ...steps.flatMap(({ plan }) =>
      plan.warnings.map((text): Part => ({ kind: 'notice', tone: 'warning', text })),
    ),
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

const withoutReason = (shown: Shown, words: string, missing: string): Answer => [
  ...consequences(shown),
  failed(missing),
  buttons(openForm(words)),
  note('Nothing was changed, and nobody was asked.'),
];
