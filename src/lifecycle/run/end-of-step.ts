import { orLogged } from '../../answer/or-logged.ts';
import { errorName } from '../../answer/user-error.ts';
import { approvalsOf } from '../../change/model/approval.ts';
import { type Change, type Completion, requestName } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { undoDigest } from '../../change/model/digest.ts';
import { endingFrom } from '../../change/model/ending-change.ts';
import { endId } from '../../change/model/ids.ts';
import { keysOf } from '../../change/model/resource.ts';
import { type ChangeStep, idOfStep, type Step, undoesByItself } from '../../change/model/step.ts';
import { staysNote } from '../../change/words/outcome-in-words.ts';
import type { Instant, Millis } from '../../core/clock.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { contextFor } from '../../evaluate/build-context.ts';
import { fingerprint, fingerprintOf, readSnapshot } from '../../evaluate/read-snapshot.ts';
import { withTimeout } from '../../evaluate/with-timeout.ts';
import { type Traffic, withRuleContent } from '../../network/network-change.ts';
import { openedAtEnd } from '../../network/opens-access.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { Context } from '../../operations/context/context.ts';
import { operationById } from '../../operations/index.ts';
import type { Job } from '../../queue/job.ts';
import { inverseInPlaceOf, type Restoring } from '../prepare/standing-ends.ts';
import { type Offered, prepareUndo, type UndoDependencies, undoable } from './offer-undo.ts';
import { type ReplaceDependencies, replaceEnds } from './replace-ends.ts';

/** Timeout for reading the state of what was changed, and for ending what it replaces. */
const timeoutMs: Millis = 8000;

/** Dependencies for finding out how a step is undone. */
export interface HowUndoneDependencies extends UndoDependencies, ReplaceDependencies {
  readonly changes: UndoDependencies['changes'] & Pick<Changes, 'get' | 'resource' | 'change'>;
}

/** How a step that was done is undone: by the change that ends it, or else by an Undo. */
export type HowUndone = Offered & Pick<Completion, 'stays' | 'note' | 'ends'>;

/**
 * How a step that was done is undone: in place of the ends that it supersedes, which are closed first, or else by its own inverse. Nothing
 * undoes what undoes by itself. `restoring`: what those ends would have restored. Never rejects.
 */
export async function howUndone(
  inverse: () => InverseCommand | undefined,
  changeStep: ChangeStep,
  { supersedes, restoring }: { readonly supersedes: boolean; readonly restoring: readonly Restoring[] },
  job: Pick<Job, 'team' | 'replyTo'>,
  deps: HowUndoneDependencies,
): Promise<HowUndone> {
  const { step } = changeStep;
  if (undoesByItself(step)) return {};
  if (supersedes) {
    const replacing = withTimeout(timeoutMs, replaceEnds(changeStep, deps));
    await orLogged(replacing, deps.log, 'ends not replaced', { request: idOfStep(changeStep) });
  }
  return undoableOrEnding(() => inverseInPlaceOf(restoring, inverse(), step), changeStep, job, deps);
}

/**
 * How a step that was done is undone: by a change at its end if it has one, else by an Undo. The step was done whatever happens here, so
 * this never rejects: where nothing can end it, it does not end by itself, and people are told why.
 */
export async function undoableOrEnding(
  inverse: () => InverseCommand | undefined,
  changeStep: ChangeStep,
  job: Pick<Job, 'team' | 'replyTo'>,
  deps: HowUndoneDependencies,
): Promise<HowUndone> {
  if (!changeStep.step.ends) return undoable(inverse, changeStep, job.replyTo, deps);
  let command: InverseCommand | undefined;
  try {
    command = inverse();
    if (!command || !prepareUndo(command, changeStep))
      return staysSince('no command restores what was before', command);
    const ends = await withTimeout(timeoutMs, endOf(command, changeStep, job, deps));
    if (!ends) return staysSince('somebody changed it at the same moment', command);
    const { state = '' } = ends.steps[0].undoes ?? {};
    return { ends, digest: undoDigest(command, state) };
  } catch (error) {
    deps.log('no end', { request: idOfStep(changeStep), error: errorName(error) });
    return staysSince('its state couldn’t be read after the change', command);
  }
}

/** That a step does not end by itself, why, and the command that ends it; for the audit log, too. */
export function staysSince(why: string, command: Pick<InverseCommand, 'line'> | undefined): HowUndone {
  const stays = { why, ...(command && { line: command.line }) };
  return { stays, note: staysNote(stays) };
}

/**
 * The change that ends a step which was done: its clock starts now. Reads the state in which the step left the resource. Undefined if
 * another change reached that before.
 */
async function endOf(
  { left, ...command }: InverseCommand,
  changeStep: ChangeStep,
  { team, replyTo }: Pick<Job, 'team' | 'replyTo'>,
  deps: HowUndoneDependencies,
): Promise<Change | undefined> {
  const { step } = changeStep;
  const inContext = contextFor(step.account, replyTo, deps);
  const [state, ended, opens] = await Promise.all([
    inContext.then((context) => readSnapshot(command.subject, context)),
    deps.changes.get(changeStep.change),
    inContext.then((context) => openedAgain(step, context)),
  ]);
  if (left !== undefined && fingerprint({ content: left }) !== fingerprint(state)) return undefined;
  // Of an operation that another version had, nothing is known.
  const { risk, needs } = operationById(step.operation) ?? { risk: 'opens', needs: 'approval' };
  const now = deps.clock();
  const endsAt = endsAtFrom(step, now);
  const id = endId(idOfStep(changeStep));
  const { operation, raw, line, subject } = command;
  const { account, title, action, targets, networkChange, resource } = step;
  // What is new ends as a whole.
  const keys = resource === undefined ? undefined : step.keys;
  const undoes = {
    id: idOfStep(changeStep),
    subject,
    state: fingerprintOf(keysOf({ keys }), state),
    left: fingerprint(state),
    ...(opens && { opens }),
  };
  const [approvers, request] = ended ? [approversOf(ended), requestName(ended)] : [[]];
  return endingFrom(
    { ...changeStep, team, replyTo },
    {
      id,
      job: id,
      steps: [
        {
          ...{
            operation,
            raw,
            line,
            account,
            title,
            action,
            targets,
            networkChange,
            startsAt: endsAt,
            undoes,
          },
          ...(keys && { keys }),
        },
      ],
      ending: { cause: 'time', request, approvers, judged: { risk, needs, since: now } },
      expires: endsAt,
    },
    now,
  );
}

/** What the end of a step may open again: what the step closed, beside what other ends there open. Undefined if it opens nothing. */
async function openedAgain(step: Step, context: Context): Promise<readonly Traffic[] | undefined> {
  const opened = openedAtEnd(step);
  if (!opened || step.resource === undefined) return undefined;
  const [{ ends }, rules] = await Promise.all([
    context.changes.resource(step.resource),
    context.rulesAt(opened.scope),
  ]);
  const others = await mapConcurrently(ends, ({ id }) => context.changes.get(id));
  const { traffic } = withRuleContent(opened, rules);
  return [
    ...('rule' in traffic ? [] : [traffic]),
    ...others.flatMap((end) => end?.steps[0].undoes?.opens ?? []),
  ];
}

/** When a step ends that was done `now`. */
const endsAtFrom = ({ ends }: ChangeStep['step'], now: Instant): Instant =>
  ends && 'at' in ends ? ends.at : now + (ends?.after ?? 0);

/** Who approved a change, and so what undoes it by itself. */
export const approversOf = (change: Change): readonly string[] => [
  ...new Set(approvalsOf(change).map(({ person }) => person)),
];
