import { randomUUID } from 'node:crypto';
import {
  type Answer,
  bold,
  failed,
  type Inline,
  line,
  note,
  time,
  waiting,
  warning,
} from '../answer/answer.ts';
import { orLogged } from '../answer/or-logged.ts';
import { withoutButtons } from '../answer/without-buttons.ts';
import { appendEntries } from '../audit-log/append-entries.ts';
import { agreedEntries } from '../audit-log/entries.ts';
import { type Change, isDiscarded, requestLink, requestName } from '../change/model/change.ts';
import { permalinkOf } from '../change/model/posted-message.ts';
import { Unavailable } from '../core/unavailable.ts';
import { introduce } from '../lifecycle/notify/keep-messages.ts';
import {
  changeFrom,
  type EvaluatedRequest,
  evaluateRequest,
  type RequestingJob,
  refuseDenied,
  refuseUnseen,
  whyNotRequested,
} from '../lifecycle/request/evaluate-request.ts';
import { storePreview } from '../lifecycle/request/preview-change.ts';
import { requestApproval } from '../lifecycle/request/request-approval.ts';
import { requestedNote } from '../lifecycle/views/describe-plan.ts';
import { confirmLabel, consequences } from '../lifecycle/views/preview.ts';
import { sentAnswer } from '../lifecycle/views/sent-answer.ts';
import type { Prepared } from '../operation/operation.ts';
import { commandWords } from '../operations/context/command-link.ts';
import type { Context } from '../operations/context/context.ts';
import type { ApprovalRequired } from '../policy/decide.ts';
import { mentions } from '../policy/people-in-words.ts';
import { answerIn, type Result } from '../queue/result.ts';
import type { CallDependencies } from './call-dependencies.ts';
import { openRequestFor } from './open-request.ts';
import type { TimeLeft } from './time-limit.ts';
import { type CallAnswer, notDone } from './tool-call.ts';

/** The answer to a call for a change, without the command. */
type Ended = Omit<CallAnswer, 'line'>;

/**
 * Requests a change for a person who asked an agent for it. Sends a preview to their direct messages, where a click confirms it,
 * or a request to the approvers whom the policy names. Changes nothing. Rejects with the errors of the evaluation.
 */
export async function requestChange(
  prepared: Prepared<Context>,
  job: RequestingJob,
  time: TimeLeft,
  deps: CallDependencies,
): Promise<Ended> {
  const refuse = async (refused: Result): Promise<Ended> => {
    time.beginEffects();
    await appendEntries(refused.entries, job.id, deps);
    return { outcome: 'refused', answer: answerIn(refused) };
  };
  const requested = changeFrom(prepared);
  const unseen = await refuseUnseen(requested, job, deps);
  if (unseen) return refuse(unseen);
  const evaluated = await evaluateRequest(requested, job, deps);
  const { change, shown } = evaluated;
  const { decision } = shown;
  if (decision.kind === 'deny') return refuse(refuseDenied(evaluated, decision, deps));
  if (decision.kind !== 'requestApproval') {
    time.beginEffects();
    return repeatably(preview(evaluated, deps), time);
  }
  const open = await openRequestFor(change, deps);
  if (open) return askedBefore(open);
  const missing = await whyNotRequested(change, decision, deps);
  if (missing) {
    const answer = [...inWords(evaluated), failed(`${missing} Nothing was changed.`)];
    return { outcome: 'failed', why: 'invalid', answer };
  }
  time.beginEffects();
  if (!(await isLogged(evaluated, decision, deps))) {
    time.takeBackEffects();
    return unlogged;
  }
  return askApprovers(evaluated, decision, deps);
}

/** Lets a call be sent again unless its preview was sent: nobody can confirm what nobody saw. */
async function repeatably(previewing: Promise<Ended>, time: TimeLeft): Promise<Ended> {
  let outcome: Ended['outcome'] = 'failed';
  try {
    const ended = await previewing;
    outcome = ended.outcome;
    return ended;
  } finally {
    if (outcome === 'failed') time.takeBackEffects();
  }
}

/** Describes a change and its consequences, without buttons and checkboxes, which an agent can't use. */
const inWords = ({ shown }: EvaluatedRequest): Answer => consequences({ ...shown, ticks: false });

const unlogged = notDone(
  'failed',
  'unavailable',
  'The audit log is unavailable, so nothing was requested.',
  'Nothing was changed. Try again in a minute.',
);

/** Sends the preview of a change to its requester's direct messages. */
async function preview(evaluated: EvaluatedRequest, deps: CallDependencies): Promise<Ended> {
  const { change, shown } = evaluated;
  const { result, expires, isDecided } = await storePreview(evaluated, deps);
  if (isDecided) return decidedBefore(change);
  // A call that failed can be sent again with another command, and each preview is logged.
  if (!(await appendEntries(result.entries, randomUUID(), deps))) return unlogged;
  const sending = deps.messenger.preview(change.replyTo, answerIn(result));
  if (!(await orLogged(sending, deps.log, 'preview not sent', { job: change.id }))) {
    const what = 'Slack didn’t take the preview for your direct messages. Nothing was changed.';
    return notDone('failed', 'unavailable', what, 'Try again in a minute.');
  }
  const { label } = confirmLabel(shown);
  const answer = [
    ...inWords(evaluated),
    note(
      'Nothing was changed yet. Press ',
      bold(label),
      ' in your direct messages with Skydesk before ',
      time(new Date(expires), 'clock'),
      '.',
    ),
  ];
  return { outcome: 'preview', answer, request: { id: change.id } };
}

/** Answers a call whose preview was sent although Slack did not say so, and that its requester has decided on. */
const decidedBefore = ({ id }: Pick<Change, 'id'>): Ended => ({
  outcome: 'refused',
  why: 'copy',
  answer: [
    failed('This was decided before, so nothing was done again.'),
    note('Status: ', line(`${commandWords('request.status')} ${id}`)),
  ],
});

/** Logs what approvers will be asked: a change is executed only if the audit log contains its request. */
function isLogged(
  { change, evaluation }: EvaluatedRequest,
  decision: ApprovalRequired,
  deps: CallDependencies,
): Promise<boolean> {
  const agreed = { ...change, judgement: evaluation, approval: decision };
  const requested = agreedEntries('requested', agreed, deps, { note: requestedNote(change) });
  return appendEntries(requested, change.id, deps);
}

/** Asks the approvers of a change, using the evaluation that required their approval. */
async function askApprovers(
  evaluated: EvaluatedRequest,
  decision: ApprovalRequired,
  deps: CallDependencies,
): Promise<Ended> {
  const { change, evaluation } = evaluated;
  let result: Result;
  try {
    result = await requestApproval({ change, job: change.id, evaluation, decision }, deps);
  } catch (error) {
    return whereUnposted(error, evaluated, decision, deps);
  }
  await appendEntries(result.entries, change.id, deps);
  const stored = await deps.changes.get(change.id);
  // The sweeper sends the remaining notifications of a discarded request.
  if (!stored || isDiscarded(stored))
    return { outcome: 'failed', why: 'unavailable', answer: answerIn(result) };
  await notifyRequester(stored, deps);
  const answer = [
    ...inWords(evaluated),
    ...sentAnswer(stored).flatMap(withoutButtons),
    ...approversOf(stored),
    note('Nothing was changed yet. ', ...howItStands(stored)),
  ];
  return { outcome: 'requested', answer, request: referenceTo(stored) };
}

const howItStands = (change: Change): readonly Inline[] => [
  'To see how it stands: ',
  line(`${commandWords('request.status')} ${requestName(change)}`),
];

/** Returns a reference to a request, for the agent. */
function referenceTo(change: Change): { readonly id: string; readonly link?: string } {
  const link = permalinkOf(change);
  return { id: change.id, ...(link !== undefined && { link }) };
}

/** Answers a call for a change that has an open request. Approvers are not asked again. */
const askedBefore = (open: Change): Ended => ({
  outcome: 'requested',
  answer: [
    waiting('This change is requested already: ', requestLink(open), '. No second request was made.'),
    ...approversOf(open),
    note('Nothing was changed by this call. ', ...howItStands(open)),
  ],
  request: referenceTo(open),
});

/** Sends the requester the direct message that shows the status of the request. If that fails, the sweeper sends it. */
async function notifyRequester(change: Change, deps: CallDependencies): Promise<void> {
  await orLogged(introduce(change, deps), deps.log, 'requester not notified', { change: change.id });
}

/** Answers a call after Slack did not answer. The sweeper posts the card of a stored request; otherwise, no request was made. */
async function whereUnposted(
  error: unknown,
  evaluated: EvaluatedRequest,
  { channel }: ApprovalRequired,
  deps: CallDependencies,
): Promise<Ended> {
  const { id } = evaluated.change;
  const change = error instanceof Unavailable ? await deps.changes.get(id) : undefined;
  if (!change) throw error;
  const answer = [
    ...inWords(evaluated),
    warning(`Slack didn’t answer, so the card isn’t in ${channel} yet. It is posted in a few minutes.`),
    ...approversOf(change),
    note('Nothing was changed yet.'),
  ];
  return { outcome: 'requested', answer, request: { id } };
}

function approversOf({ approval }: Pick<Change, 'approval'>): Answer {
  const { reviewers = [] } = approval ?? {};
  return [
    reviewers.length > 0
      ? note('It can be approved by ', ...mentions(reviewers, 'or'), '.')
      : note('It can be approved by anyone who may use Skydesk, except the person who requested it.'),
  ];
}
