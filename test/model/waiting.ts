import { requestName } from '../../src/change/model/change.ts';
import { executionId, isOfRun } from '../../src/change/model/ids.ts';
import { causeOf, endsAtOf } from '../../src/change/model/reversal.ts';
import { idOfStep, stepsOf } from '../../src/change/model/step.ts';
import { sweepJob } from '../../src/change/transitions/claiming-job.ts';
import { minute } from './begin.ts';
import { wantedBy } from './cloud.ts';
import { isMadeByUnknown, isUnproven, type StoredStep, storedEnds, storedSteps } from './stored.ts';
import type { World } from './world.ts';
import type { Note } from './wrong.ts';

/*
 * Violations if changes of one server wait for each other: none gives up, ends or is refused too early, and no temporary value
 * stays.
 */

/** A step waits at least this long for another one that changes the same server, in milliseconds. */
const patience = 2 * minute;

/** Watches the waiting steps of a world. The returned function is called in each state. */
export function watchWaiting(world: World, wrong: Note): () => void {
  const starts = world.now;
  const failed = new Set<string>();

  function failure({ id, step, change, server }: StoredStep, note: string): void {
    const dueFor = world.now - Math.max(starts, step.startsAt ?? 0);
    const isBusy = note.includes('is changing it right now');
    if (isBusy && (dueFor < patience || note.startsWith(requestName(change)))) wrong('gave up too early', id);
    if (!/ ends .+ at \d{4}-/.test(note)) return;
    const ends = storedEnds(world).filter((end) => end.step.raw.server === server);
    const started = world.current?.started ?? 0;
    if (ends.every((end) => end.step.outcome && end.change.since < started))
      wrong('refused for an end that is over', id);
  }

  return () => {
    for (const stored of storedSteps(world)) {
      if (stored.outcome?.kind !== 'failed' || failed.has(stored.id)) continue;
      failed.add(stored.id);
      failure(stored, stored.outcome.note ?? '');
    }
    for (const { id, step, change } of storedEnds(world))
      if (step.claimed && step.claimed.at < (endsAtOf(change) ?? 0))
        wrong('ended before its time', `the end of ${id}`);
  };
}

/** At the end of a run: temporary values that stay, though no call had an unknown outcome. */
export function stays(world: World, wrong: Note): void {
  const isForGood = (server: string, value: string): boolean =>
    storedSteps(world).some(
      ({ step, outcome }) =>
        step.raw.server === server && wantedBy(step) === value && !step.ends && outcome?.kind === 'done',
    );
  for (const changeStep of world.table.storedChanges.flatMap(stepsOf)) {
    const { ends, outcome, raw } = changeStep.step;
    const { server = '' } = raw;
    const value = world.cloud.valueOf(server);
    if (!ends || outcome?.kind !== 'done' || outcome.stays || value !== wantedBy(changeStep.step)) continue;
    const id = idOfStep(changeStep);
    const isOpen = storedEnds(world).some(
      (end) => end.id === id && (end.phase === 'unknown' || isUnproven(end.change, world)),
    );
    const isLate = world.cloud.hadLate || isMadeByUnknown(server, value, world);
    if (!isOpen && !isLate && !isForGood(server, value)) wrong('temporary, and it stays', id);
  }
}

/** At the end of a run: an end that was given up as lost, though its last attempt has never started. */
export function untried(world: World, wrong: Note): void {
  for (const { id, change, index, step } of storedEnds(world)) {
    const { outcome, claimed, attempt } = step;
    if (causeOf(change) !== 'time' || outcome?.job !== sweepJob || outcome.kind !== 'unknown') continue;
    if (!claimed || !isOfRun(claimed.job, executionId(change.id, index, attempt)))
      wrong('never tried again', `the end of ${id}`);
  }
}
