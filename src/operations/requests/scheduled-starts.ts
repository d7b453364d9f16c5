import { type Answer, context, type Inline, item, person, time } from '../../answer/answer.ts';
import { type Approval, requestLink } from '../../change/model/approval.ts';
import { requestedThrough, titlesText } from '../../change/model/change.ts';
import { scheduledStart } from '../../change/model/scheduled-start.ts';
import { cancelStartButton } from '../../change/words/request-buttons.ts';
import { list } from '../../core/list.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import type { Context } from '../context/context.ts';

/** So many requests are read; more that wait are a flood. */
const maxRead = 200;

/** A request that may start, and waits for its time. */
export interface ScheduledStart {
  readonly approval: Approval;
  /** In milliseconds since 1970. */
  readonly startsAt: number;
}

/** The requests that start later, soonest first. */
export async function scheduledStarts({
  approvals,
}: Pick<Context, 'approvals'>): Promise<readonly ScheduledStart[]> {
  const named = (await approvals.waiting()).slice(0, maxRead);
  const read = await mapConcurrently(named, ({ id }) => approvals.get(id), maxConcurrency.store);
  return startsAmong(read.flatMap((approval) => approval ?? []));
}

/** The requests among these that start later, soonest first. */
export const startsAmong = (requests: readonly Approval[]): readonly ScheduledStart[] =>
  requests
    .flatMap((approval) => {
      const startsAt = scheduledStart(approval);
      return startsAt === undefined ? [] : [{ approval, startsAt }];
    })
    .sort((a, b) => a.startsAt - b.startsAt);

/** When what starts, and by whom it was requested. Its requester gets a button that cancels it. */
export const startLines = ({ approval, startsAt }: ScheduledStart, reader: string): Answer => [
  item(
    [...titlesText(approval), ' · ', requestLink(approval)],
    ...(approval.requester === reader ? [cancelStartButton(approval)] : []),
  ),
  context('Starts ', time(new Date(startsAt)), ...whose(approval, reader)),
];

const whose = ({ requester, accounts, through }: Approval, reader: string): readonly Inline[] => [
  ...(requester === reader ? [] : [' · ', person(requester)]),
  ` · in ${list(accounts)}`,
  ...requestedThrough({ through }),
];
