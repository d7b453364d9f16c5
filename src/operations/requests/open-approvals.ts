import { type Answer, count, type Inline, note, person, quote, time } from '../../answer/answer.ts';
import {
  type Approval,
  type ApprovalRef,
  approvedOf,
  isWaiting,
  requestLink,
} from '../../change/model/approval.ts';
import { type Change, throughText, titlesText } from '../../change/model/change.ts';
import { scheduledStart } from '../../change/model/scheduled-start.ts';
import { phaseInWords } from '../../change/words/phase-in-words.ts';
import { list } from '../../core/list.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import type { Context } from '../context/context.ts';

/** Requests for approval that have not ended, as far as they concern one person; soonest to expire first. */
export interface Waiting {
  /** Those that need this person's review. */
  readonly forMe: readonly Approval[];
  /** Those that this person requested. */
  readonly mine: readonly Approval[];
  /** How many requests of others were not looked at, because so many wait. */
  readonly unread: number;
}

/** So many requests of others are looked at; everybody may have a few open, so more of them are a flood. */
const maxRead = 200;

export async function waitingFor({
  approvals,
  mayApprove,
  requester,
  clock,
}: Pick<Context, 'approvals' | 'mayApprove' | 'requester' | 'clock'>): Promise<Waiting> {
  const [named, mayDecideIn] = await Promise.all([approvals.waiting(), mayApprove()]);
  const others = named.filter((request) => request.requester !== requester);
  const alive = async (some: readonly ApprovalRef[]): Promise<readonly Approval[]> => {
    const read = await mapConcurrently(some, ({ id }) => approvals.get(id), maxConcurrency.store);
    return read
      .flatMap((approval) => approval ?? [])
      .filter(isWaiting)
      .filter(({ phase, expires }) => phase !== 'open' || clock() < expires);
  };
  const mine = await alive(named.filter((request) => request.requester === requester));
  const forMe = await alive(others.slice(0, maxRead));
  return {
    forMe: forMe.filter(
      (approval) =>
        approval.phase === 'open' &&
        approval.requester !== requester &&
        approval.votes.every((vote) => vote.person !== requester) &&
        approval.accounts.some(mayDecideIn),
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
export const incoming = (approval: Approval): readonly Inline[] => [
  requestLink(approval),
  ' ',
  person(approval.requester),
  ...throughText(approval),
  ': ',
  ...inAccount(approval),
  ' · ',
  quote(approval.reason),
  ...suggested(approval),
  ' · expires ',
  time(new Date(approval.expires), 'relative'),
];

const suggested = ({ suggestion }: Approval): readonly Inline[] =>
  suggestion ? [' · ', person(suggestion.by), ' suggests: ', ...titlesText(suggestion)] : [];

/** What it would do, and where. */
const inAccount = (change: Change): readonly Inline[] => [
  ...titlesText(change),
  ` · ${list([...new Set(change.steps.map(({ account }) => account))])}`,
];

/** A request of one's own: what it waits for, and how far it is. */
export function awaited(approval: Approval): readonly Inline[] {
  const { phase, expires } = approval;
  const what = [requestLink(approval), ' ', ...inAccount(approval), ' · '];
  const start = scheduledStart(approval);
  if (start !== undefined) return [...what, 'Approved · starts ', time(new Date(start))];
  if (phase === 'approved' || phase === 'running') return [...what, phaseInWords(approval, phase)[1]];
  return [...what, `${approvedOf(approval)} · expires `, time(new Date(expires), 'relative')];
}
