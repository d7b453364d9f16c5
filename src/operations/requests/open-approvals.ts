import { type Answer, count, type Inline, note, person, quote, time } from '../../answer/answer.ts';
import { approvedOf, needsApproval, votesOf } from '../../change/model/approval.ts';
import {
  accountsOf,
  type Change,
  isWaiting,
  type RequestedChange,
  requestLink,
} from '../../change/model/change.ts';
import { type ChangeRef, isOpenRequest } from '../../change/model/changes.ts';
import { scheduledStart } from '../../change/model/scheduled-start.ts';
import { throughText, titlesText } from '../../change/model/titles.ts';
import { statusInWords } from '../../change/words/status-in-words.ts';
import { list } from '../../core/list.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import type { Context } from '../context/context.ts';

/** Requests for approval that have not ended, as far as they concern one person; soonest to expire first. */
export interface Waiting {
  /** Those that need this person's review. */
  readonly forMe: readonly Change[];
  /** Those that this person requested. */
  readonly mine: readonly Change[];
  /** How many requests of others were not looked at, because so many wait. */
  readonly unread: number;
}

/** So many requests of others are looked at; everybody may have a few open, so more of them are a flood. */
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

/** Said where not all requests of others were looked at; nothing where they were. */
export const notRead = ({ unread }: Waiting): Answer =>
  unread === 0
    ? []
    : [note(`${count(unread, 'more request')} of others: only those that expire soonest were read.`)];

/** A request of another person, in a line or two. */
export const incoming = (change: Change): readonly Inline[] => [
  requestLink(change),
  ' ',
  person(change.requester),
  ...throughText(change),
  ': ',
  ...inAccount(change),
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

/** What it would do, and where. */
const inAccount = (change: RequestedChange): readonly Inline[] => [
  ...titlesText(change),
  ` · ${list([...new Set(change.steps.map(({ account }) => account))])}`,
];

/** A request of one's own: what it waits for, and how far it is. */
export function awaited(change: Change): readonly Inline[] {
  const { status, expires } = change;
  const what = [requestLink(change), ' ', ...inAccount(change), ' · '];
  const start = scheduledStart(change);
  const agreed = needsApproval(change) ? 'Approved' : 'Confirmed';
  if (start !== undefined) return [...what, `${agreed} · starts `, time(new Date(start))];
  if (status === 'approved' || status === 'running') return [...what, statusInWords(change, status)[1]];
  return [...what, `${approvedOf(change)} · expires `, time(new Date(expires), 'relative')];
}
