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
import { endButtons } from '../../change/words/end-buttons.ts';
import { endsInWords } from '../../change/words/end-in-words.ts';
import { offersInWords } from '../../change/words/offers-in-words.ts';
import { endOfUnknown, staysText } from '../../change/words/outcome-in-words.ts';
import { retryFailedButton, undoDoneButton } from '../../change/words/request-buttons.ts';
import type { Instant } from '../../core/clock.ts';
import { list, shortList } from '../../core/list.ts';
import { checkFirst } from '../../evaluate/describe-error.ts';
import { between } from './votes-in-words.ts';

/* The steps of a request as a task list, each with its outcome, and what can be done about them at the end. */

/** Whether the messages about a request show its steps, so that none of them needs a message of its own. */
export const hasStepList = (change: Pick<Change, 'steps' | 'approval'>): boolean =>
  change.steps.length > 1 || !needsApproval(change);

/** Upper bound for the steps that are shown each, while or after they run. */
const maxListed = 20;

/** Upper bounds for what a step does and for why it failed, in characters: 50 of both fit into a message. */
const maxLabel = 100;
const maxReason = 90;

/** The steps of a request with how many are done; empty for a request of one step. */
export function stepList(change: Change): Answer {
  const { steps, status, ended } = change;
  if (steps.length === 1) return [];
  // Steps that differ in their targets alone are named by these, since the title of the request says the rest.
  const areEqual = groupSteps(steps).length === 1;
  const listed = steps.map((step): Task => {
    const name = (areEqual && step.target?.name) || step.title;
    return { title: labelOf(name, step), state: stateOf(step, change) };
  });
  const isShort = status === 'open' || steps.length <= maxListed;
  const shown = areEqual && ended ? summed(listed) : isShort ? listed : grouped(listed);
  return [tasks(status === 'open' ? `${steps.length} steps` : summaryOf(steps), ...shown)];
}

/** Upper bound for the names of what is done. */
const maxNames = 3;

/** At the end, what is not done and why, and one task for all that is done: equal steps differ in their targets alone. */
function summed(listed: readonly Task[]): readonly Task[] {
  const done = listed.filter(({ state }) => state === 'done').map(({ title }) => title);
  return [
    ...listed.filter(({ state }) => state !== 'done'),
    ...(done.length > 0 ? [{ title: shortList(done, maxNames), state: 'done' as const }] : []),
  ];
}

/** The list with one task for all that are done, and one for all that wait. */
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

/** What a step does and, if it is not done, why. */
function labelOf(name: string, { outcome }: Step): string {
  const label = cut(name, maxLabel);
  if (!outcome || outcome.kind === 'done') return label;
  const reason = outcome.kind === 'unknown' ? 'Outcome unknown.' : outcome.note;
  return reason ? `${label} · ${cut(reason, maxReason)}` : label;
}

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;

const ends = { done: 'done', failed: 'failed', unknown: 'failed', skipped: 'failed' } as const;

function stateOf({ outcome, after, claimed, startsAt }: Step, { status, steps }: Change): Task['state'] {
  if (outcome) return ends[outcome.kind];
  const waitsForStep = after !== undefined && steps[after]?.outcome === undefined;
  const waitsForTime = startsAt !== undefined && !claimed;
  return status !== 'running' || waitsForStep || waitsForTime ? 'waiting' : 'running';
}

/** Upper bound for the steps of which it is said how to check them, or how to end what stays. */
const maxChecks = 5;

/** What can be done `now`, once all steps of a request have ended: check, retry, undo. Empty before, and for a request of one step. */
export function stepActions(change: Change, now: Instant): Answer {
  const { steps, ended } = change;
  if (!ended || steps.length === 1) return [];
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
    step.end?.phase === 'active'
      ? [
          {
            label: `Step ${index + 1}: ${step.target?.name ?? step.title}`,
            options: endButtons({ id: stepId(id, index), step }, undefined),
          },
        ]
      : [],
  );

/** What is said at the end of a plan that is all or nothing and has failed: its steps are undone, so only all of it can be retried. */
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

/** "step 1", "steps 2 and 1". */
const numbered = (steps: readonly ChangeStep[]): string =>
  `${steps.length === 1 ? 'step' : 'steps'} ${list(steps.map(({ index }) => String(index + 1)))}`;

/** How to check what is not known, each once. */
function checks(steps: readonly Step[]): readonly Part[] {
  const unknown = steps.flatMap(({ outcome }) =>
    outcome?.kind === 'unknown' ? [outcome.statusCommand] : [],
  );
  return [...new Set(unknown)].slice(0, maxChecks).map(checkFirst);
}

/** Which steps stay although they were to end, why, and what to do. */
const staying = (steps: readonly Step[]): Answer =>
  steps
    .map(({ outcome }, index) => (outcome ? staysText(outcome, `Step ${index + 1}: `) : []))
    .filter((text) => text.length > 0)
    .slice(0, maxChecks)
    .flat();

/** The steps that changed nothing and that nobody has retried, by position from 0. */
export const failedSteps = ({ steps }: Pick<Change, 'steps'>): readonly number[] =>
  steps.flatMap(({ outcome, retriedBy }, index) => (outcome?.kind === 'failed' && !retriedBy ? [index] : []));

/** The steps that are done and have an Undo, used or not, by position from 0. */
export const undoableSteps = ({ steps }: Pick<Change, 'steps'>): readonly number[] =>
  steps.flatMap(({ outcome }, index) => (outcome?.undo ? [index] : []));
