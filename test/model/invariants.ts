import { outcomeEventOf, outcomeEvents } from '../../src/change/model/audit-log.ts';
import { isWaiting } from '../../src/change/model/change.ts';
import type { StepOutcome } from '../../src/change/model/step.ts';
import { sweepJob } from '../../src/change/transitions/claiming-job.ts';
import { none } from './cloud.ts';
import { type Notification, notifiedEnd, notifiedOutcome } from './notifications.ts';
import { notShown } from './shown.ts';
import { callsOf, isMadeByUnknown, isUnproven, storedEnds, storedSteps } from './stored.ts';
import { stays, untried, watchWaiting } from './waiting.ts';
import type { World } from './world.ts';
import type { Note, Wrong } from './wrong.ts';

/** Whether the audit log has the outcome of an end. */
const isEndLogged = (world: World, id: string, { kind, job }: StepOutcome): boolean =>
  isLogged(world, id, [outcomeEventOf('time', kind)], job);

const endEventsOfSteps: readonly string[] = [...Object.values(outcomeEvents), 'refused'];

const isLogged = ({ table }: World, request: string, events: readonly string[], by?: string): boolean =>
  table.log.some(
    (entry) =>
      entry.request === request && events.includes(entry.event) && (by === undefined || entry.by === by),
  );

/** Whether a job is of an end or a rollback. */
const isOfEnd = (job: string): boolean => /^(end|rollback)-.*:run/.test(job);

/** How often an end had an unknown outcome. After each, a person may press End Now, which is another attempt. */
const timesUnknown = ({ table }: World, id: string): number =>
  table.log.filter(({ request, event, by }) => request === id && event === 'unknown' && isOfEnd(by)).length;

/** Watches a world. `state` is called in each of its states. */
export function watch(world: World) {
  const wrongs: Wrong[] = [];
  const wrong: Note = (kind, about) => {
    if (!wrongs.some((known) => known.kind === kind && known.about === about)) wrongs.push({ kind, about });
  };
  const waiting = watchWaiting(world, wrong);
  const finals = new Map<string, { readonly outcome: string; readonly attempt: number }>();
  const final = (id: string, outcome: string | undefined, attempt = 1): void => {
    const known = finals.get(id);
    const isAnotherAttempt = known?.outcome.startsWith('unknown') && attempt > known.attempt;
    if (outcome !== undefined && (!known || isAnotherAttempt)) finals.set(id, { outcome, attempt });
    else if (known?.outcome !== outcome && !isAnotherAttempt)
      wrong('an outcome changed', `${id}: ${known?.outcome}, then ${outcome}`);
  };

  world.onNotification = (notification: Notification): void => {
    const { answer, isNew, by } = notification;
    if (!isNew) return;
    for (const step of storedSteps(world))
      if (
        notifiedOutcome(notification, step.change, step.step) &&
        !isLogged(world, step.id, endEventsOfSteps)
      )
        wrong('notified before it was logged', `${step.id} by ${by}`);
    for (const { id, step } of storedEnds(world))
      if (notifiedEnd(answer, step) && step.outcome && !isEndLogged(world, id, step.outcome))
        wrong('notified before it was logged', `the end of ${id} by ${by}`);
  };

  function state(): void {
    waiting();
    const { sent, applied } = world.cloud;
    const isApplied = (server: string, to: string): boolean =>
      applied.some(({ target, value }) => target === server && value === to);
    for (const stored of storedSteps(world)) {
      const { id, server, wanted, outcome, change } = stored;
      final(id, outcome && `${outcome.kind} by ${outcome.job}`);
      if (server === undefined) continue;
      if (callsOf(stored, sent).length > 1) wrong('sent twice', id);
      const isMade = callsOf(stored, applied).length > 0;
      if (change.closed && !outcome && isMade) wrong('failed, and it was changed', id);
      if (outcome?.kind === 'failed' && isMade) wrong('failed, and it was changed', id);
      if (outcome?.kind === 'done' && !isApplied(server, wanted)) wrong('done, and it was not changed', id);
    }
    const ends = storedEnds(world);
    for (const stored of ends) {
      const { id, phase, step, change } = stored;
      final(
        `the end of ${id} in ${change.id}`,
        step.outcome && `${phase} by ${step.outcome.job}`,
        step.attempt,
      );
      const all = ends.filter((other) => other.id === id).flatMap((other) => callsOf(other, sent));
      if (all.length > 1 + timesUnknown(world, id)) wrong('sent twice', `the end of ${id}`);
      const isEnded = isApplied(step.raw.server ?? '', none);
      if (phase === 'skipped' && callsOf(stored, applied).length > 0)
        wrong('failed, and it was changed', `the end of ${id}`);
      if (phase === 'ended' && !isEnded) wrong('done, and it was not changed', `the end of ${id}`);
    }
  }
  return { wrongs, wrong, state };
}

/** The violations once nothing happens any more. */
export function atTheEnd(world: World): readonly Wrong[] {
  const { log, storedChanges } = world.table;
  const wrongs: Wrong[] = [];
  const wrong: Note = (kind, about) => void wrongs.push({ kind, about });
  stays(world, wrong);
  untried(world, wrong);
  notShown(world, wrong);
  for (const { server, wanted, outcome, id } of storedSteps(world)) {
    if (server === undefined) continue;
    const isUndone = storedEnds(world).some((end) => end.id === id && end.phase !== 'skipped');
    const value = world.cloud.valueOf(server);
    // A change that the cloud API made after its answer was lost is nobody’s decision.
    const isLate = world.cloud.hadLate || isMadeByUnknown(server, value, world);
    const isSo = isLate || isUndone || value === wanted;
    if (outcome?.kind === 'done' && !isSo) wrong('not as decided for good', id);
  }
  for (const change of storedChanges) {
    if (isWaiting(change)) wrong('never ends', `${change.id} is ${change.status}`);
    if (change.due) wrong('never ends', `${change.id} has to tell ${change.due.join()}`);
  }
  for (const { id, phase, step, change } of storedEnds(world)) {
    const { outcome } = step;
    for (const other of storedEnds(world).filter((end) => end.id === id && end.step.outcome && outcome))
      if (other.phase !== phase) wrong('two outcomes of one end', id);
    if (change.due) wrong('never ends', `the end of ${id} has to tell ${change.due.join()}`);
    // An end that gave way is ended by the rollback of its plan.
    if (change.status === 'superseded') continue;
    if (!outcome && !isUnproven(change, world)) wrong('never ends', `the end of ${id} is ${phase}`);
    if (!outcome && !change.reversal.overdue) wrong('never notified', `the end of ${id} is overdue`);
    if (outcome && !isEndLogged(world, id, outcome))
      wrong('an outcome that is not in the log', `the end of ${id}`);
    const notified = world.notifications.flatMap(({ answer }) => notifiedEnd(answer, step) ?? []);
    if (outcome && !notified.includes(phase)) wrong('never notified', `the end of ${id}`);
    for (const kind of notified)
      if (kind !== phase && !(kind === 'unknown' && timesUnknown(world, id) > 0))
        wrong('notified otherwise than stored', `the end of ${id}: ${kind}`);
  }
  for (const step of storedSteps(world)) {
    const { id, change } = step;
    const isRefused = change.status === 'refused';
    const outcome = isRefused ? ({ kind: 'failed', job: change.job } as const) : step.outcome;
    if (!outcome) continue;
    if (!isLogged(world, id, [isRefused ? 'refused' : outcomeEvents[outcome.kind]]))
      wrong('an outcome that is not in the log', `${id} ${outcome.kind} by ${outcome.job}`);
    const notified = world.notifications.flatMap((one) => notifiedOutcome(one, change, step.step) ?? []);
    if (!notified.includes(outcome.kind)) wrong('never notified', id);
    // If an outcome was given up as unknown, people also read the outcome that a surviving worker finds out later.
    const isFound = (kind: StepOutcome['kind']): boolean =>
      outcome.kind === 'unknown' && isLogged(world, id, [outcomeEvents[kind]]);
    for (const kind of new Set(notified))
      if (kind !== outcome.kind && !isFound(kind))
        wrong('notified otherwise than stored', `${id}: ${kind}, is ${outcome.kind}`);
  }
  for (const { request, by } of log.filter(({ event }) => event === 'started')) {
    const ends = log.filter(
      (entry) => entry.request === request && ['ended', ...endEventsOfSteps].includes(entry.event),
    );
    const own = ends.filter((entry) =>
      isOfEnd(by) ? [by, sweepJob].includes(entry.by) : !isOfEnd(entry.by),
    );
    if (own.length === 0) wrong('started without an end in the log', `${request} by ${by}`);
    // A worker that was given up, so that its outcome is unknown, can survive and report the outcome.
    const found = own.filter(({ event }) => event !== 'unknown');
    if (found.length > 1)
      wrong('two ends in the log', own.map(({ event, by: job }) => `${event} by ${job}`).join());
  }
  return wrongs;
}
