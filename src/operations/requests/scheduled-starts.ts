import { type Answer, context, type Inline, item, person, time } from '../../answer/answer.ts';
import { accountsOf, type Change, requestLink } from '../../change/model/change.ts';
import { type ChangeRef, isOpenRequest } from '../../change/model/changes.ts';
import { scheduledStart } from '../../change/model/scheduled-start.ts';
import { requestedThrough, titlesText } from '../../change/model/titles.ts';
import { cancelStartButton } from '../../change/words/request-buttons.ts';
import type { Instant } from '../../core/clock.ts';
import { list } from '../../core/list.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import type { Context } from '../context/context.ts';

/** An approved request that waits for its start. */
export interface ScheduledStart {
  readonly change: Change;
  readonly startsAt: Instant;
}

/** The first requests to start, and the number of further ones. */
interface NextStarts {
  readonly starts: readonly ScheduledStart[];
  readonly more: number;
}

/** Reads the requests that start first, at most `max` of those that `isShown` accepts. */
export async function nextStarts(
  { changes, clock }: Pick<Context, 'changes' | 'clock'>,
  isShown: (ref: ChangeRef) => boolean,
  max: number,
): Promise<NextStarts> {
  const now = clock();
  const refs = (await changes.waiting())
    .filter((ref) => isOpenRequest(ref) && startOf(ref) > now && isShown(ref))
    .sort((a, b) => startOf(a) - startOf(b));
  const read = await mapConcurrently(refs.slice(0, max), ({ id }) => changes.get(id), maxConcurrency.store);
  return {
    starts: startsAmong(read.flatMap((change) => change ?? [])),
    more: Math.max(0, refs.length - max),
  };
}

/** Returns the time from which a request can continue. For an approved request that starts later, that is its start. */
const startOf = ({ waitsSince = 0 }: ChangeRef): Instant => waitsSince;

/** Returns the requests that start later, soonest first. */
export const startsAmong = (requests: readonly Change[]): readonly ScheduledStart[] =>
  requests
    .flatMap((change) => {
      const startsAt = scheduledStart(change);
      return startsAt === undefined ? [] : [{ change, startsAt }];
    })
    .sort((a, b) => a.startsAt - b.startsAt);

/** Renders the start and the requester of a request. Its requester gets a button that cancels it. */
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
