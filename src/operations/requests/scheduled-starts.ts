import { type Answer, context, type Inline, item, person, time } from '../../answer/answer.ts';
import { accountsOf, type Change, requestLink } from '../../change/model/change.ts';
import { isOpenRequest } from '../../change/model/changes.ts';
import { scheduledStart } from '../../change/model/scheduled-start.ts';
import { requestedThrough, titlesText } from '../../change/model/titles.ts';
import { cancelStartButton } from '../../change/words/request-buttons.ts';
import type { Instant } from '../../core/clock.ts';
import { list } from '../../core/list.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import type { Context } from '../context/context.ts';

/** So many requests are read; more that wait are a flood. */
const maxRead = 200;

/** A request that may start, and waits for its time. */
export interface ScheduledStart {
  readonly change: Change;
  readonly startsAt: Instant;
}

/** The requests that start later, soonest first. */
export async function scheduledStarts({
  changes,
}: Pick<Context, 'changes'>): Promise<readonly ScheduledStart[]> {
  const named = (await changes.waiting()).filter(isOpenRequest).slice(0, maxRead);
  const read = await mapConcurrently(named, ({ id }) => changes.get(id), maxConcurrency.store);
  return startsAmong(read.flatMap((change) => change ?? []));
}

/** The requests among these that start later, soonest first. */
export const startsAmong = (requests: readonly Change[]): readonly ScheduledStart[] =>
  requests
    .flatMap((change) => {
      const startsAt = scheduledStart(change);
      return startsAt === undefined ? [] : [{ change, startsAt }];
    })
    .sort((a, b) => a.startsAt - b.startsAt);

/** When what starts, and by whom it was requested. Its requester gets a button that cancels it. */
export const startLines = ({ change, startsAt }: ScheduledStart, reader: string): Answer => [
  item(
    [...titlesText(change), ' · ', requestLink(change)],
    ...(change.requester === reader ? [cancelStartButton(change)] : []),
  ),
  context('Starts ', time(new Date(startsAt)), ...whose(change, reader)),
];

const whose = (change: Change, reader: string): readonly Inline[] => [
  ...(change.requester === reader ? [] : [' · ', person(change.requester)]),
  ` · in ${list(accountsOf(change))}`,
  ...requestedThrough(change),
];
