import { isDeepStrictEqual } from 'node:util';
import { type Change, isWaiting, requestName } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { stepOfId } from '../../change/model/ids.ts';
import { permalinkOf } from '../../change/model/posted-message.ts';
import { markFresh, resultViews } from '../../change/transitions/sent-messages.ts';
import { usedOffers } from '../../change/transitions/status.ts';
import { noteUses, type UseFound } from '../../change/transitions/step-offers.ts';
import type { Clock } from '../../core/clock.ts';
import type { Messenger } from '../../messaging/messaging.ts';
import { draw } from '../views/draw-change.ts';

/** Dependencies for bringing the results of changes up to date. */
export interface ResultDependencies {
  readonly changes: Pick<Changes, 'get' | 'change'>;
  readonly messenger: Pick<Messenger, 'amend'>;
  readonly clock: Clock;
}

/**
 * Brings the messages up to date that show what can be done about a change that has ended. One that was deleted stays so. Others may be
 * at the same, and Slack keeps whatever comes last, so it looks again after it drew. Resolves to the change as its messages show it. Rejects
 * where Slack or the table does not answer.
 */
export async function refreshResults(change: Change, deps: ResultDependencies): Promise<Change> {
  const shown = drawResults(change, deps);
  for (const { message, answer } of shown) await deps.messenger.amend(message, answer);
  const now = shown.length > 0 ? await deps.changes.get(change.id) : undefined;
  return now && !isDeepStrictEqual(drawResults(now, deps), shown)
    ? refreshResults(now, deps)
    : (now ?? change);
}

/** What the messages of a change that show what can be done about it have to show. */
const drawResults = (change: Change, { clock }: Pick<ResultDependencies, 'clock'>) =>
  change.messages
    .filter(({ view }) => resultViews.includes(view))
    .map((message) => ({ message, answer: draw(message, change, clock()) }));

/**
 * Keeps what became of the Undos and retries that a request used with the steps that they are of, and shows it in place of their
 * buttons: that they were requested or made. Those of which nothing came are offered again. Rejects where the table or Slack does not answer.
 */
export async function showUndone(change: Change, deps: ResultDependencies): Promise<void> {
  for (const [id, found] of foundByChange(change)) {
    let isNew = false;
    const marked = await deps.changes.change(id, (current) => {
      const next = noteUses(current, found);
      isNew = next !== current;
      return { change: isNew ? markFresh(next, deps.clock()) : current };
    });
    // At the end it is shown again, since the job that noted it may have died before.
    if ('change' in marked && (isNew || !isWaiting(change))) await refreshResults(marked.change, deps);
  }
}

/** What became of what a request used, by the change that each is of. */
function foundByChange(change: Change): ReadonlyMap<string, readonly UseFound[]> {
  const found = new Map<string, UseFound[]>();
  for (const { id, offer, job, outcome, isFutile } of usedOffers(change)) {
    const { change: undone, index } = stepOfId(id);
    const isUnused = !isWaiting(change) && isFutile;
    const request =
      change.number === undefined ? undefined : { name: requestName(change), link: permalinkOf(change) };
    found.set(undone, [...(found.get(undone) ?? []), { index, offer, job, outcome, request, isUnused }]);
  }
  return found;
}
