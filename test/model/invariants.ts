import { endEventOf, endEvents } from '../../src/change/model/audit-log.ts';
import { type Change, isWaiting } from '../../src/change/model/change.ts';
import { undoDigest } from '../../src/change/model/digest.ts';
import { type EndingChange, stepEndOf } from '../../src/change/model/ending-change.ts';
import { idOfStep, type Step, type StepOutcome, stepsOf } from '../../src/change/model/step.ts';
import { sweepJob } from '../../src/change/transitions/whose-run.ts';
import { none, wantedBy } from './cloud.ts';
import { doneBefore } from './scenarios.ts';
import { type Told, toldOfEnd, toldOfStep } from './told.ts';
import type { World } from './world.ts';

/** What must not be in any run. */
export type WrongKind =
  | 'sent twice'
  | 'an outcome changed'
  | 'failed, and it was changed'
  | 'done, and it was not changed'
  | 'told before it was logged'
  | 'told otherwise than stored'
  | 'never told'
  | 'not as decided for good'
  | 'never ends'
  | 'started without an end in the log'
  | 'an outcome that is not in the log'
  | 'two ends in the log';

export interface Wrong {
  readonly kind: WrongKind;
  readonly about: string;
}

/** A step of a stored change, with the server that it changes. */
interface StoredStep {
  readonly id: string;
  readonly server: string;
  /** What it sets the server to. */
  readonly wanted: string;
  readonly change: Change;
  readonly outcome: StepOutcome | undefined;
}

const storedSteps = ({ table }: World): readonly StoredStep[] =>
  table.storedChanges
    .filter(({ id }) => id !== doneBefore)
    .flatMap((change) =>
      stepsOf(change).map((changeStep) => ({
        id: idOfStep(changeStep),
        server: changeStep.step.raw.server ?? '',
        wanted: wantedBy(changeStep.step),
        change,
        outcome: changeStep.step.outcome,
      })),
    );

/** A step that undoes another one by itself. */
interface StoredEnd {
  /** The id of the step that it undoes. */
  readonly id: string;
  readonly step: Step;
  readonly change: EndingChange;
  readonly phase: ReturnType<typeof stepEndOf>['phase'];
}

const storedEnds = ({ table }: World): readonly StoredEnd[] =>
  table.storedEnds.flatMap((change) =>
    change.steps.map((step, index) => ({
      id: step.undoes?.id ?? '',
      step,
      change,
      phase: stepEndOf(change, index).phase,
    })),
  );

/** Whether the audit log has what came of an end. */
const isEndLogged = (world: World, id: string, { kind, job }: StepOutcome): boolean =>
  isLogged(world, id, [endEventOf('time', kind)], job);

const endEventsOfSteps: readonly string[] = Object.values(endEvents);

const isLogged = ({ table }: World, request: string, events: readonly string[], by?: string): boolean =>
  table.log.some(
    (entry) =>
      entry.request === request && events.includes(entry.event) && (by === undefined || entry.by === by),
  );

/** Watches a world. `state` is called in each of its states. */
export function watch(world: World) {
  const wrongs: Wrong[] = [];
  const wrong = (kind: WrongKind, about: string): void => {
    if (!wrongs.some((known) => known.kind === kind && known.about === about)) wrongs.push({ kind, about });
  };
  const finals = new Map<string, string>();
  const final = (id: string, outcome: string | undefined): void => {
    const known = finals.get(id);
    if (outcome !== undefined && known === undefined) finals.set(id, outcome);
    else if (known !== outcome) wrong('an outcome changed', `${id}: ${known}, then ${outcome}`);
  };

  world.onTold = ({ answer, isNew, by }: Told): void => {
    if (!isNew) return;
    for (const step of storedSteps(world))
      if (toldOfStep(answer, step.change, step.server) && !isLogged(world, step.id, endEventsOfSteps))
        wrong('told before it was logged', `${step.id} by ${by}`);
    for (const { id, step } of storedEnds(world))
      if (toldOfEnd(answer, step.raw.server) && step.outcome && !isEndLogged(world, id, step.outcome))
        wrong('told before it was logged', `the end of ${id} by ${by}`);
  };

  function state(): void {
    const { sent, applied } = world.cloud;
    for (const { target, value } of sent)
      if (sent.filter((other) => other.target === target && other.value === value).length > 1)
        wrong('sent twice', `${target}=${value.slice(0, 4)}`);
    const isApplied = (server: string, to: string): boolean =>
      applied.some(({ target, value }) => target === server && value === to);
    for (const { id, server, wanted, outcome, change } of storedSteps(world)) {
      if (change.ended && !outcome && isApplied(server, wanted)) wrong('failed, and it was changed', id);
      final(id, outcome && `${outcome.kind} by ${outcome.job}`);
      if (outcome?.kind === 'failed' && isApplied(server, wanted)) wrong('failed, and it was changed', id);
      if (outcome?.kind === 'done' && !isApplied(server, wanted)) wrong('done, and it was not changed', id);
    }
    for (const { id, phase, step, change } of storedEnds(world)) {
      final(`the end of ${id} in ${change.id}`, step.outcome && `${phase} by ${step.outcome.job}`);
      const isEnded = isApplied(step.raw.server ?? '', none);
      if (phase === 'left' && isEnded) wrong('failed, and it was changed', `the end of ${id}`);
      if (phase === 'ended' && !isEnded) wrong('done, and it was not changed', `the end of ${id}`);
    }
  }
  return { wrongs, wrong, state };
}

/**
 * Whether the audit log never got what proves an end, so that it is tried for ever, and people know that it is overdue. That needs
 * a worker which outlives its lease, is given up, and whose own write gets no answer.
 */
export const isUnproven = ({ status, steps }: EndingChange, { table }: World): boolean =>
  status === 'approved' &&
  steps.some((step) => {
    const { id, subject, state = '' } = step.undoes ?? {};
    const proof = subject && undoDigest({ ...step, subject }, state);
    return !step.outcome && !table.log.some(({ request, digest }) => request === id && digest === proof);
  });

/** What is wrong once nothing happens any more. */
export function atTheEnd(world: World): readonly Wrong[] {
  const { log, storedChanges } = world.table;
  const wrongs: Wrong[] = [];
  const wrong = (kind: WrongKind, about: string): void => void wrongs.push({ kind, about });
  for (const { server, wanted, outcome, id } of storedSteps(world)) {
    const isUndone = storedEnds(world).some((end) => end.id === id && end.phase !== 'left');
    // What the cloud API made after its answer was lost is nobody’s decision.
    const isSo = world.cloud.hadLate || isUndone || world.cloud.valueOf(server) === wanted;
    if (outcome?.kind === 'done' && !isSo) wrong('not as decided for good', id);
  }
  for (const change of storedChanges) {
    if (isWaiting(change)) wrong('never ends', `${change.id} is ${change.status}`);
    if (change.due) wrong('never ends', `${change.id} has to tell ${change.due.join()}`);
  }
  for (const { id, phase, step, change } of storedEnds(world)) {
    const { outcome } = step;
    if (change.due) wrong('never ends', `the end of ${id} has to tell ${change.due.join()}`);
    // What gave way is ended by the rollback of its plan.
    if (change.status === 'superseded') continue;
    if (!outcome && !isUnproven(change, world)) wrong('never ends', `the end of ${id} is ${phase}`);
    if (!outcome && !change.ending.overdue) wrong('never told', `the end of ${id} is overdue`);
    if (outcome && !isEndLogged(world, id, outcome))
      wrong('an outcome that is not in the log', `the end of ${id}`);
    const told = world.told.flatMap(({ answer }) => toldOfEnd(answer, step.raw.server) ?? []);
    if (outcome && !told.includes(phase)) wrong('never told', `the end of ${id}`);
    for (const kind of told)
      if (kind !== phase) wrong('told otherwise than stored', `the end of ${id}: ${kind}`);
  }
  for (const step of storedSteps(world)) {
    const { id, outcome } = step;
    if (!outcome) continue;
    if (!isLogged(world, id, [endEvents[outcome.kind]]))
      wrong('an outcome that is not in the log', `${id} ${outcome.kind} by ${outcome.job}`);
    const told = world.told.flatMap(({ answer }) => toldOfStep(answer, step.change, step.server) ?? []);
    if (!told.includes(outcome.kind)) wrong('never told', id);
    // Of what was given up as unknown people also read what came of it, once a worker that lived has found that out.
    for (const kind of new Set(told))
      if (kind !== outcome.kind && !(outcome.kind === 'unknown' && isLogged(world, id, [endEvents[kind]])))
        wrong('told otherwise than stored', `${id}: ${kind}, is ${outcome.kind}`);
  }
  for (const { request, by } of log.filter(({ event }) => event === 'started')) {
    const ends = log.filter(
      (entry) => entry.request === request && ['ended', ...endEventsOfSteps].includes(entry.event),
    );
    const isOfEnd = (job: string): boolean => /^(end|rollback)-.*:run/.test(job);
    const own = ends.filter((entry) =>
      isOfEnd(by) ? [by, sweepJob].includes(entry.by) : !isOfEnd(entry.by),
    );
    if (own.length === 0) wrong('started without an end in the log', `${request} by ${by}`);
    // A worker that was given up, so that its outcome is unknown, can live and say what it was.
    const found = own.filter(({ event }) => event !== 'unknown');
    if (found.length > 1)
      wrong('two ends in the log', own.map(({ event, by: job }) => `${event} by ${job}`).join());
  }
  return wrongs;
}
