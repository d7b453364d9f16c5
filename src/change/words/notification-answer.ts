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
  push,
  type Tone,
  waiting,
  warning,
} from '../../answer/answer.ts';
import { listed } from '../../answer/listed.ts';
import { capitalize } from '../../core/capitalize.ts';
import type { Instant } from '../../core/clock.ts';
import { roundedDuration } from '../../time/duration.ts';
import { isWaiting, type Status } from '../model/change.ts';
import { endedStepOf, endsAtOf, type Reversal, stepEndOf } from '../model/reversal.ts';
import type { Step, StepOutcome } from '../model/step.ts';
import { titleText } from '../model/titles.ts';
import { endButtons, endNowButton } from './end-buttons.ts';
import { clockTime, endInWords } from './end-in-words.ts';
import { shortTitle } from './short-title.ts';

/*
 * Notification messages about an end or a rollback.
 */

/** Renders the current notification, for the requester, the channel of the request and the thread of its card. */
export function notificationAnswer(change: Reversal, now: Instant): Answer {
  const { reversal, steps } = change;
  if (!isWaiting(change)) return overAnswer(change);
  if (!reversal.overdue) return noticeAnswer(change, now);
  return [
    push('warning', 'Overdue: ', shortTitle(change)),
    ...steps.filter(({ outcome }) => !outcome).flatMap((step) => overdueAnswer(step)),
    note(...should(change, now), 'It is still in effect, and Skydesk keeps trying.'),
    context(...aboutText(change)),
  ];
}

const overdueAnswer = (step: Step): Answer => [
  warning(bold('Overdue'), ' · ', ...title(step)),
  ...((step.retryAt === undefined ? undefined : step.failure?.answer) ?? [
    note('Its end was not executed yet.'),
  ]),
  note('To end it yourself: ', line(step.line)),
];

/** Renders the notice before an end. After the end, or a move of it, the notice shows the new state. */
export function noticeAnswer(change: Reversal, now: Instant): Answer {
  const [step] = change.steps;
  return [
    endsIn(change, now),
    waiting(bold('Ends soon'), ' · ', ...title(step)),
    ...(change.status === 'approved' ? [buttons(...endButtons(namedIn(change), endsAtOf(change)))] : []),
    context(...aboutText(change), ' · ', ...endInWords(stepEndOf(change), now)),
  ];
}

const namedIn = (change: Reversal) => ({ id: endedStepOf(change), step: change.steps[0] });

/** Returns the remaining time, for a push notification, which can't be updated. */
function endsIn(change: Reversal, now: Instant): Part {
  const endsAt = endsAtOf(change);
  const when = endsAt === undefined || endsAt <= now ? 'soon' : `in ${roundedDuration(endsAt - now)}`;
  return push('waiting', `Ends ${when}: ${shortTitle(change)}`);
}

/** Renders the result, step by step. */
function overAnswer(change: Reversal): Answer {
  const { steps, reversal } = change;
  const { because, cause } = reversal;
  const word = cause === 'failure' ? 'undone' : 'ended';
  const [tone, text] = headline(change.status, word);
  return [
    push(tone, `${text}: ${shortTitle(change)}`),
    ...(because ? [note(because)] : []),
    ...steps.flatMap((step) => (step.outcome ? overOfStep(step, step.outcome, word) : [])),
    ...(change.status === 'unknown' && cause === 'time' ? [buttons(endNowButton(namedIn(change)))] : []),
    context(...aboutText(change)),
  ];
}

function headline(status: Status, word: 'undone' | 'ended'): readonly [Tone, string] {
  if (status === 'over') return ['neutral', 'Nothing left to end'];
  return status === 'done' ? ['done', capitalize(word)] : ['warning', `Not ${word}`];
}

function overOfStep(step: Step, { kind, answer }: StepOutcome, word: 'undone' | 'ended'): Answer {
  if (kind === 'over') return [item([bold('Nothing left to end'), ' · ', ...title(step)]), ...answer];
  if (kind === 'done') return [done(bold(capitalize(word)), ' · ', ...title(step)), ...said(answer)];
  const what = kind === 'unknown' ? 'Outcome of its end unknown' : `Not ${word}`;
  return [warning(bold(what), ' · ', ...title(step)), ...answer];
}

/** Returns the lines of the inverse's answer without its icon, and without buttons, which refer to what is gone. */
const said = (answer: Answer): Answer =>
  answer.flatMap((part) =>
    part.kind === 'notice' || part.kind === 'item' || part.kind === 'note'
      ? [note(...[part.text].flat())]
      : [],
  );

const title = (step: Step): readonly Inline[] => [titleText(step)].flat();

function should(change: Reversal, now: Instant): readonly Inline[] {
  const endsAt = endsAtOf(change);
  return endsAt === undefined ? [] : ['It should have ended at ', clockTime(endsAt, now), '. '];
}

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
