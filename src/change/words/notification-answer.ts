import {
  type Answer,
  bold,
  buttons,
  context,
  done,
  type Inline,
  item,
  line,
  note,
  type Part,
  person,
  warning,
} from '../../answer/answer.ts';
import { listed } from '../../answer/listed.ts';
import type { Instant } from '../../core/clock.ts';
import { isWaiting } from '../model/change.ts';
import { endedStepOf, endsAtOf, type Reversal } from '../model/reversal.ts';
import type { Step, StepOutcome } from '../model/step.ts';
import { titleText } from '../model/titles.ts';
import { endButtons, endNowButton } from './end-buttons.ts';
import { endHeadline } from './end-headline.ts';
import { pushOf } from './on-phone.ts';

/*
 * Notification messages about an end or a rollback.
 */

/** Renders the current notification, for the requester, the channel of the request and the thread of its card. */
export function notificationAnswer(change: Reversal, now: Instant): Answer {
  const { reversal, steps } = change;
  if (!isWaiting(change)) return overAnswer(change, now);
  if (!reversal.overdue) return noticeAnswer(change, now);
  return [
    ...first(change, now),
    ...steps.filter(({ outcome }) => !outcome).flatMap((step) => overdueAnswer(step)),
    note('Skydesk keeps trying.'),
    context(...aboutText(change)),
  ];
}

/** Renders the first line. */
function first(change: Reversal, now: Instant): Answer {
  const shown = endHeadline(change, now);
  const { tone = 'neutral', text } = shown;
  return [pushOf(shown), { kind: 'notice', tone, text }];
}

const overdueAnswer = (step: Step): Answer => [
  ...((step.retryAt === undefined ? undefined : step.failure?.answer) ?? [
    note('Its end was not executed yet.'),
  ]),
  note('To end it yourself: ', line(step.line)),
];

/** Renders the notice before an end. After the end, or a move of it, the notice shows the new state. */
export function noticeAnswer(change: Reversal, now: Instant): Answer {
  return [
    ...first(change, now),
    ...(change.status === 'approved' ? [buttons(...endButtons(namedIn(change), endsAtOf(change)))] : []),
    context(...aboutText(change)),
  ];
}

const namedIn = (change: Reversal) => ({ id: endedStepOf(change), step: change.steps[0] });

/** Renders the result, step by step. */
function overAnswer(change: Reversal, now: Instant): Answer {
  const { steps, reversal } = change;
  const { because, cause } = reversal;
  return [
    ...first(change, now),
    ...(because ? [note(because)] : []),
    ...steps.flatMap((step) => (step.outcome ? overOfStep(step, step.outcome, steps.length > 1) : [])),
    ...(change.status === 'unknown' && cause === 'time' ? [buttons(endNowButton(namedIn(change)))] : []),
    context(...aboutText(change)),
  ];
}

/** Renders the result of a step, with its title if there are several. One that is done as announced needs no more words. */
const overOfStep = (step: Step, { kind, answer }: StepOutcome, isNamed: boolean): Answer => [
  ...(isNamed ? [stepTitle[kind](title(step))] : []),
  ...(kind === 'done' ? said(answer) : answer),
];

/** Only a rollback has several steps. */
const stepTitle: Readonly<Record<StepOutcome['kind'], (text: readonly Inline[]) => Part>> = {
  done: (text) => done(bold('Undone'), ' · ', ...text),
  over: (text) => item([bold('Nothing left to undo'), ' · ', ...text]),
  failed: (text) => warning(bold('Not undone'), ' · ', ...text),
  skipped: (text) => warning(bold('Not undone'), ' · ', ...text),
  unknown: (text) => warning(bold('Not known if undone'), ' · ', ...text),
};

/** Returns the lines of the inverse's answer without its icon, and without buttons, which refer to what is gone. */
const said = (answer: Answer): Answer =>
  answer.flatMap((part) =>
    part.kind === 'notice' || part.kind === 'item' || part.kind === 'note'
      ? [note(...[part.text].flat())]
      : [],
  );

const title = (step: Step): readonly Inline[] => [titleText(step)].flat();

/** Returns the request, its requester and its approvers. Only a break-glass approval is the requester's own. */
function aboutText({ requester, steps, reversal }: Reversal): readonly Inline[] {
  const { request, approvers, endedBy } = reversal;
  const isKept = steps.some(({ outcome }) => outcome?.over === 'kept');
  const others = approvers.filter((approver) => approver !== requester);
  return [
    ...(request ? [`${request} · `] : []),
    person(requester),
    ...(others.length > 0 ? [' · approved by ', ...listed(others.map(person))] : []),
    ...(others.length < approvers.length ? [' · break-glass approval'] : []),
    ...(endedBy ? [` · ${isKept ? 'kept' : 'ended'} by `, person(endedBy)] : []),
  ];
}

/** Returns the answer for a step whose run was interrupted without a record of its outcome. */
export const interrupted = ({ line: words }: Pick<Step, 'line'>): Pick<StepOutcome, 'answer' | 'note'> => ({
  answer: [
    warning('Skydesk was interrupted while it ended this. It didn’t try again.'),
    note('Check the current state. If it is still in effect, run: ', line(words)),
  ],
  note: 'Skydesk was interrupted while it ended this.',
});
