import { type Answer, count, type Inline, note, person, quote, time } from '../../answer/answer.ts';
import { approvedOf, votesOf } from '../../change/model/approval.ts';
import { accountsOf, type Change, isWaiting, requestLink } from '../../change/model/change.ts';
import { type ChangeRef, isOpenRequest } from '../../change/model/changes.ts';
import { titlesText } from '../../change/model/titles.ts';
import { headline } from '../../change/words/headline.ts';
import type { Viewer } from '../../change/words/on-phone.ts';
import { list } from '../../core/list.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import type { Context } from '../context/context.ts';

/** Open requests for approval that concern one person, soonest to expire first. */
export interface Waiting {
  /** Requests that this person may review. */
  readonly forMe: readonly Change[];
  /** Requests of this person. */
  readonly mine: readonly Change[];
  /** Number of other people's requests that were not read, since there are too many. */
  readonly unread: number;
}

/** Upper bound for the requests of others that are read. More of them are a flood, since each person may have only a few open. */
const maxRead = 200;

export async function waitingFor({
  changes,
  mayApprove,
  requester,
  clock,
}: Pick<Context, 'changes' | 'mayApprove' | 'requester' | 'clock'>): Promise<Waiting> {
  const [waiting, mayDecideIn] = await Promise.all([changes.waiting(), mayApprove()]);
  const named = waiting.filter(isOpenRequest);
  const others = named.filter((request) => request.requester !== requester);
  const alive = async (some: readonly ChangeRef[]): Promise<readonly Change[]> => {
    const read = await mapConcurrently(some, ({ id }) => changes.get(id), maxConcurrency.store);
    return read
      .flatMap((change) => change ?? [])
      .filter(isWaiting)
      .filter(({ status, expires }) => status !== 'open' || clock() < expires);
  };
  const mine = await alive(named.filter((request) => request.requester === requester));
  const forMe = await alive(others.slice(0, maxRead));
  return {
    forMe: forMe.filter(
      (change) =>
        change.status === 'open' &&
        change.requester !== requester &&
        votesOf(change).every((vote) => vote.person !== requester) &&
        accountsOf(change).some(mayDecideIn),
    ),
    mine,
    unread: Math.max(0, others.length - maxRead),
  };
}

/** Notes how many requests of others were not read; empty if all were. */
export const notRead = ({ unread }: Waiting): Answer =>
  unread === 0
    ? []
    : [note(`${count(unread, 'more request')} of others: only those that expire soonest were read.`)];

/** Formats a request of another person in a line or two. */
export const incoming = (change: Change): readonly Inline[] => [
  ...named(change),
  ' · ',
  quote(change.reason ?? ''),
  ...suggested(change),
  ' · expires ',
  time(new Date(change.expires), 'relative'),
];

const suggested = ({ approval }: Change): readonly Inline[] =>
  approval?.suggestion
    ? [' · ', person(approval.suggestion.by), ' suggests: ', ...titlesText(approval.suggestion)]
    : [];

/** Formats the number of a request, its headline and its accounts. */
const named = (change: Change, viewer?: Viewer): readonly Inline[] => [
  requestLink(change),
  ' ',
  ...headline(change, viewer).text,
  ` · ${list(accountsOf(change))}`,
];

/** Formats a request that waits or runs, with the approvals that it has. */
export const awaited = (change: Change, viewer?: Viewer): readonly Inline[] => [
  ...named(change, viewer),
  ...(change.status === 'open'
    ? [` · ${approvedOf(change)} · expires `, time(new Date(change.expires), 'relative')]
    : []),
];
