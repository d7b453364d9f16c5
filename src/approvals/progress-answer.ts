import { timingOf } from '../changes/describe-timing.ts';
import { withSmallPrint } from '../changes/signed.ts';
import { type Answer, buttons, type Inline, line, type Task, tasks } from '../core/answer.ts';
import type { Approval } from '../core/approval.ts';
import { outcomesOf, type Step, summaryOf, titlesText } from '../core/change.ts';
import { cancelStartButton } from '../core/request-buttons.ts';
import { scheduledStart } from '../core/scheduled-start.ts';
import { requestDetails, stateLine } from './approval-state.ts';

/*
 * How far a stored request is, step by step: the message of one that needs no approval, and a part of the messages about one
 * that was approved.
 */

/** The message of a request that needs no approval. It is edited after each step. */
export function progressAnswer(approval: Approval): Answer {
  return withSmallPrint(
    [
      ...(approval.steps.length > 1 ? stepList(approval) : onlyStep(approval)),
      ...timingOf(approval.steps),
      ...(scheduledStart(approval) === undefined ? [] : [buttons(cancelStartButton(approval))]),
    ],
    [...requestDetails(approval), ' · ', ...commandOf(approval)],
  );
}

/** The command that its requester typed; of several commands the first. */
function commandOf({ plan, steps }: Approval): readonly Inline[] {
  const [first, ...others] = steps;
  if (plan?.line !== undefined || others.length === 0) return [line(plan?.line ?? first.line)];
  return [line(first.line), ` and ${others.length} more`];
}

function onlyStep(approval: Approval): Answer {
  const { phase } = approval;
  if (phase === 'done') return outcomesOf(approval);
  return [
    stateLine(approval, ' · ', ...titlesText(approval)),
    ...outcomesOf(approval),
    ...(approval.ended?.answer ?? []),
  ];
}

/** The steps of a request as a task list. */
export function stepList(approval: Approval): Answer {
  const { steps } = approval;
  return [
    tasks(summaryOf(steps), ...steps.map((step) => ({ title: step.title, state: stateOf(step, approval) }))),
  ];
}

const ends = { done: 'done', failed: 'failed', unknown: 'failed' } as const;

function stateOf({ outcome, after, begun, startsAt }: Step, { phase, steps }: Approval): Task['state'] {
  if (outcome) return ends[outcome.kind];
  const waits = after !== undefined && steps[after]?.outcome === undefined;
  return phase !== 'running' || waits || (startsAt !== undefined && begun === undefined)
    ? 'waiting'
    : 'running';
}
