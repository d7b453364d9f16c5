import {
  type Answer,
  type Button,
  bold,
  buttons,
  commandButton,
  context,
  type MenuGroup,
  note,
  type Part,
  type Task,
  tasks,
  warning,
} from '../../answer/answer.ts';
import { needsApproval } from '../../change/model/approval.ts';
import type { Change } from '../../change/model/change.ts';
import { groupSteps } from '../../change/model/group-steps.ts';
import { stepId } from '../../change/model/ids.ts';
import { summaryOf } from '../../change/model/outcomes.ts';
import type { ChangeStep, Step } from '../../change/model/step.ts';
import { irreversibleSteps, stepsToUndo, whyUndone } from '../../change/model/steps-to-undo.ts';
import { offersUndo } from '../../change/model/undo.ts';
import { endButtons, endNowButton } from '../../change/words/end-buttons.ts';
import { endsInWords } from '../../change/words/end-in-words.ts';
import { offersInWords } from '../../change/words/offers-in-words.ts';
import { endOfUnknown, staysText } from '../../change/words/outcome-in-words.ts';
import { retryFailedButton, undoDoneButton } from '../../change/words/request-buttons.ts';
import type { Instant } from '../../core/clock.ts';
import { list, shortList } from '../../core/list.ts';
import { checkFirst } from '../../evaluate/describe-error.ts';
import { between } from './votes-in-words.ts';

/* The steps of a request as a task list with their outcomes, and the possible actions at the end. */

/** Returns whether the messages about a request list its steps, so that none of them needs its own message. */
export const hasStepList = (change: Pick<Change, 'steps' | 'approval'>): boolean =>
  change.steps.length > 1 || !needsApproval(change);

/** Upper bound for the steps that are listed individually, once the request runs. */
const maxListed = 20;

/** Upper bounds for the title of a step and the reason for its failure, in characters: a message has room for 50 of both. */
const maxLabel = 100;
const maxReason = 90;

/** Renders the steps of a request with the number of completed ones; empty for a request of one step. */
export function stepList(change: Change): Answer {
  const { steps, status, closed } = change;
  if (steps.length === 1) return [];
  // Steps that differ only in their targets are named by these, since the title of the request has the rest.
  const areEqual = groupSteps(steps).length === 1;
  const listed = steps.map((step): Task => {
    const name = (areEqual && step.target?.name) || step.title;
    return { title: labelOf(name, step), state: stateOf(step, change) };
  });
  const isShort = status === 'open' || steps.length <= maxListed;
  const shown = areEqual && closed ? summed(listed) : isShort ? listed : grouped(listed);
  return [tasks(status === 'open' ? `${steps.length} steps` : summaryOf(steps), ...shown)];
}

/** Upper bound for the names of completed steps. */
const maxNames = 3;

/** Groups the completed steps at the end; lists the others with reasons. For equal steps, which differ only in their targets. */
function summed(listed: readonly Task[]): readonly Task[] {
  const done = listed.filter(({ state }) => state === 'done').map(({ title }) => title);
  return [
    ...listed.filter(({ state }) => state !== 'done'),
    ...(done.length > 0 ? [{ title: shortList(done, maxNames), state: 'done' as const }] : []),
  ];
}

/** Groups the completed steps, and the waiting ones, into one task each. */
function grouped(listed: readonly Task[]): readonly Task[] {
  const having = (...states: readonly Task['state'][]) =>
    listed.filter(({ state }) => states.includes(state));
  const [done, waits] = [having('done').length, having('waiting').length];
  return [
    ...(done > 0 ? [{ title: `${done} done`, state: 'done' as const }] : []),
    ...having('failed'),
    ...having('running'),
    ...(waits > 0 ? [{ title: `${waits} waiting`, state: 'waiting' as const }] : []),
  ];
}

/** Returns the title of a step, with the reason if it is not done. */
function labelOf(name: string, { outcome }: Step): string {
  const label = cut(name, maxLabel);
  if (!outcome || outcome.kind === 'done') return label;
  const reason = outcome.kind === 'unknown' ? 'Outcome unknown.' : outcome.note;
  return reason ? `${label} · ${cut(reason, maxReason)}` : label;
}

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;

const ends = { done: 'done', failed: 'failed', unknown: 'failed', skipped: 'failed', over: 'done' } as const;

function stateOf({ outcome, after, claimed, startsAt }: Step, { status, steps }: Change): Task['state'] {
  if (outcome) return ends[outcome.kind];
  const waitsForStep = after !== undefined && steps[after]?.outcome === undefined;
  const waitsForTime = startsAt !== undefined && !claimed;
  return status !== 'running' || waitsForStep || waitsForTime ? 'waiting' : 'running';
}

/** Upper bound for the steps with instructions how to check them, or how to end those that stay. */
const maxChecks = 5;

/** Renders the actions possible `now` after all steps: check, retry, undo. Empty before that, and for a single step. */
export function stepActions(change: Change, now: Instant): Answer {
  const { steps, closed } = change;
  if (!closed || steps.length === 1) return [];
  if (change.plan?.allOrNothing && change.status === 'failed') return afterUndoing(change);
  const failures = failedSteps(change);
  const undoable = steps.filter((step) => offersUndo(step, now));
  const offered: readonly Button[] = [
    ...(failures.length > 0 ? [retryFailedButton(change, failures.length)] : []),
    ...(undoable.length > 0 ? [undoDoneButton(change, undoable.length)] : []),
  ];
  const ends = endsToMove(change);
  const smallPrint = between(...endsInWords(steps, now), ...offersInWords(steps, now));
  return [
    ...checks(steps),
    ...endOfUnknown(steps),
    ...staying(steps),
    ...(offered.length > 0 && ends.length === 0 ? [buttons(...offered)] : []),
    ...(ends.length > 0
      ? [{ kind: 'menu', label: 'Extend or end…', groups: ends, buttons: offered } as const]
      : []),
    ...(smallPrint.length > 0 ? [context(...smallPrint)] : []),
  ];
}

/** The steps that end by themselves, as groups of a menu with what moves the end of each. */
const endsToMove = ({ id, steps }: Change): readonly MenuGroup[] =>
  steps.flatMap((step, index) =>
    step.end?.phase === 'active' || step.end?.phase === 'unknown'
      ? [
          {
            label: `Step ${index + 1}: ${step.target?.name ?? step.title}`,
            options:
              step.end.phase === 'active'
                ? endButtons({ id: stepId(id, index), step }, undefined)
                : [endNowButton({ id: stepId(id, index), step })],
          },
        ]
      : [],
  );

/** Renders the end of a failed all-or-nothing plan. Its steps are undone, so only the whole plan can be retried. */
function afterUndoing(change: Change): Answer {
  const [undone, irreversible] = [stepsToUndo(change), irreversibleSteps(change)];
  const lines = change.plan?.line === undefined ? [] : [change.plan.line];
  const inOrder = undone.length > 1 ? ', in this order' : '';
  return [
    ...(undone.length > 0
      ? [note(`${whyUndone(change)} Skydesk undoes ${numbered(undone)}${inOrder}, and says what came of it.`)]
      : []),
    ...(irreversible.length > 0
      ? [
          warning(
            bold('Not undone'),
            `: ${numbered(irreversible)}. Nothing undoes ${irreversible.length === 1 ? 'this step' : 'these steps'}.`,
          ),
        ]
      : []),
    ...lines.map((line) => buttons(commandButton('Preview Again', line))),
  ];
}

/** Returns "step 1" or "steps 2 and 1". */
const numbered = (steps: readonly ChangeStep[]): string =>
  `${steps.length === 1 ? 'step' : 'steps'} ${list(steps.map(({ index }) => String(index + 1)))}`;

/** Renders how to check unknown outcomes, each command once. */
function checks(steps: readonly Step[]): readonly Part[] {
  const unknown = steps.flatMap(({ outcome }) =>
    outcome?.kind === 'unknown' ? [outcome.statusCommand] : [],
  );
  return [...new Set(unknown)].slice(0, maxChecks).map(checkFirst);
}

/** Renders the steps that stay although they were to end, with reasons and remedies. */
const staying = (steps: readonly Step[]): Answer =>
  steps
    .map(({ outcome }, index) => (outcome ? staysText(outcome, `Step ${index + 1}: `) : []))
    .filter((text) => text.length > 0)
    .slice(0, maxChecks)
    .flat();

/** Returns the indices of the failed steps that nobody has retried. */
export const failedSteps = ({ steps }: Pick<Change, 'steps'>): readonly number[] =>
  steps.flatMap(({ outcome, retriedBy }, index) => (outcome?.kind === 'failed' && !retriedBy ? [index] : []));

/** Returns the indices of the completed steps with an Undo, used or not. */
export const undoableSteps = ({ steps }: Pick<Change, 'steps'>): readonly number[] =>
  steps.flatMap(({ outcome }, index) => (outcome?.undo ? [index] : []));
