import { isDeepStrictEqual } from 'node:util';
import { type Change, isWaiting, requestName } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { stepOfId } from '../../change/model/ids.ts';
import { messagesWith, permalinkOf, type View } from '../../change/model/posted-message.ts';
import { changeUndoneBy, isReversal, stepEndOf } from '../../change/model/reversal.ts';
import { markFresh, resultViews, storeEnds } from '../../change/transitions/sent-messages.ts';
import { usedOffers } from '../../change/transitions/status.ts';
import { noteUses, type UseFound } from '../../change/transitions/step-offers.ts';
import type { Clock } from '../../core/clock.ts';
import type { Messenger } from '../../messaging/messaging.ts';
import { draw } from '../views/draw-change.ts';

/** Dependencies for updating the results of changes. */
export interface ResultDependencies {
  readonly changes: Pick<Changes, 'get' | 'change'>;
  readonly messenger: Pick<Messenger, 'amend'>;
  readonly clock: Clock;
}

/**
 * Updates the messages that show the possible actions after a change. Deleted messages are not posted again. Slack keeps the
 * last edit of concurrent jobs, so this repeats until the messages are current. Resolves to the change that the messages show.
 * Rejects if Slack or the table does not answer.
 */
export async function refreshResults(
  change: Change,
  deps: ResultDependencies,
  views: readonly View[] = resultViews,
): Promise<Change> {
  const shown = drawResults(change, views, deps);
  for (const { message, answer } of shown) await deps.messenger.amend(message, answer);
  const now = shown.length > 0 ? await deps.changes.get(change.id) : undefined;
  return now && !isDeepStrictEqual(drawResults(now, views, deps), shown)
    ? refreshResults(now, deps, views)
    : (now ?? change);
}

/** The messages that also show how a change stands: what is undone or over is so in its headlines. */
const livingViews: readonly View[] = [...resultViews, 'card', 'status'];

/** Renders the messages of a change that show the possible actions after it. */
const drawResults = (change: Change, views: readonly View[], { clock }: Pick<ResultDependencies, 'clock'>) =>
  change.messages
    .filter(({ view }) => views.includes(view))
    .map((message) => ({ message, answer: draw(message, change, clock()) }));

/**
 * Stores the results of the Undos and retries that a request used with their steps, and shows these in place of the buttons:
 * requested or done. Those without effect are offered again. Rejects if the table or Slack does not answer.
 */
export async function showUndone(change: Change, deps: ResultDependencies): Promise<void> {
  for (const [id, found] of foundByChange(change)) {
    let isNew = false;
    const marked = await deps.changes.change(id, (current) => {
      const next = noteUses(current, found);
      isNew = next !== current;
      return { change: isNew ? markFresh(next, deps.clock()) : current };
    });
    const isOver = found.some(({ outcome }) => outcome !== undefined);
    // Repeated at the end, since the job that stored the result may have died before it updated the messages.
    if ('change' in marked && (isNew || !isWaiting(change)))
      await refreshResults(marked.change, deps, isOver ? livingViews : resultViews);
  }
}

/** Returns the results of the Undos and retries that a request used, by the change that they belong to. */
function foundByChange(change: Change): ReadonlyMap<string, readonly UseFound[]> {
  const found = new Map<string, UseFound[]>();
  for (const { id, offer, job, outcome, isFutile } of usedOffers(change)) {
    const { change: undone, index } = stepOfId(id);
    const isUnused = !isWaiting(change) && isFutile;
    const request =
      change.number === undefined
        ? undefined
        : { id: change.id, name: requestName(change), link: permalinkOf(change) };
    found.set(undone, [...(found.get(undone) ?? []), { index, offer, job, outcome, request, isUnused }]);
  }
  return found;
}

/** Updates the messages that show the ends of steps: the notices before the end, and the messages of the change that an end undoes. */
export async function showWhereUndone(change: Change, deps: ResultDependencies): Promise<void> {
  if (!isReversal(change)) return;
  const { changes, messenger, clock } = deps;
  for (const notice of messagesWith('end', change))
    await messenger.amend(notice, draw(notice, change, clock()));
  const ends = change.steps.flatMap(({ undoes }, at) =>
    undoes ? [[stepOfId(undoes.id).index, stepEndOf(change, at)] as const] : [],
  );
  const shown = await changes.change(changeUndoneBy(change), (current) => storeEnds(current, new Map(ends)));
  if ('change' in shown) await refreshResults(shown.change, deps, livingViews);
}
