import { type Answer, failed } from '../core/answer.ts';
import {
  type Approval,
  agreed,
  counts,
  type Due,
  type Ended,
  isWaiting,
  type Phase,
  type Proposal,
  type Stepped,
  type SteppedBoth,
  unapproved,
  type Vote,
} from '../core/approval.ts';
import { endEvents } from '../core/audit-log.ts';
import type { Message } from '../core/messaging.ts';

/** Where a message stood, and where it stands now. */
export interface Move {
  readonly what: 'card' | 'notice';
  readonly from: Message;
  readonly to: Message;
}

/** The rules by which an approval moves: pure, each step a new approval or the reason why not. */

const over: Readonly<Partial<Record<Phase, string>>> = {
  granted: 'It has been approved already and is about to run.',
  running: 'It has been approved already and is running.',
  done: 'It has been approved and done already.',
  failed: 'It was approved, and failed.',
  unknown: 'It was approved, and nobody knows how it ended.',
  rejected: 'It has been rejected already.',
  withdrawn: 'Whoever asked for it has withdrawn it.',
  expired: 'It has expired.',
  stale: 'What it was about has changed, so it is void.',
  replaced: 'A narrower request has taken its place.',
};

const enter = (approval: Approval, phase: Phase, now: number): Stepped => ({
  approval: { ...approval, phase, since: now },
});

/** Ends a request. What people and the audit log have to be told of it is kept with it until that is done. */
function finish(
  approval: Approval,
  phase: Phase,
  ended: Ended,
  now: number,
  due: readonly Due[] = ['card', 'asker', 'log'],
): { readonly approval: Approval } {
  const nothingChanged = phase !== 'done' && phase !== 'unknown' && phase !== 'replaced';
  const undo: readonly Due[] = approval.usedUndo && nothingChanged ? ['undo'] : [];
  const channel: readonly Due[] = approval.phase === 'open' ? [] : ['channel'];
  return { approval: { ...approval, phase, since: now, ended, due: [...due, ...channel, ...undo] } };
}

/** Whether this job ended it, and comes again. */
const endedBy = ({ ended }: Approval, job: string): boolean => ended?.job === job;

/** Why nothing more can be decided about it; undefined while it is open and not past its time. */
export function closed({ phase, expires }: Approval, now: number): string | undefined {
  if (phase !== 'open') return over[phase];
  return now >= expires ? over.expired : undefined;
}

/**
 * Counts one person's word: one person, one vote, never the asker's unless the glass is broken, which needs no
 * second. One "no" ends it; the last "yes" that is needed grants it. With a suggestion pending, a "yes" is to the wider
 * change, so it counts only from who `saw` that suggestion (its id). `lapsed` says by user id whose earlier vote does not
 * count any more, and why.
 */
export function cast(
  before: Approval,
  vote: Vote,
  { saw, lapsed = new Map() }: { readonly saw?: string | undefined; readonly lapsed?: Lapsed } = {},
): Stepped {
  if (before.votes.some(({ job }) => job === vote.job)) return { approval: before };
  const approval = { ...before, votes: before.votes.map((one) => lapse(one, lapsed)) };
  const refused = closed(approval, vote.at);
  if (refused) return { refused };
  if (vote.person === approval.asker && !vote.breakGlass) {
    return { refused: 'Whoever asks cannot decide. Withdraw it if you do not want it any more.' };
  }
  if (approval.votes.some((one) => one.person === vote.person && counts(one))) {
    return { refused: 'You have voted already.' };
  }
  if (vote.vote === 'approve' && approval.proposal && approval.proposal.id !== saw) {
    return {
      refused:
        'Something narrower was suggested, and you had not seen it. Press Review again to approve all of it, or wait for the requester.',
    };
  }
  const next = { ...approval, votes: [...approval.votes, vote] };
  if (vote.vote === 'reject') {
    const { person, job, comment: note } = vote;
    return finish(next, 'rejected', { event: 'rejected', person, job, note }, vote.at);
  }
  if (vote.breakGlass) return enter(next, 'granted', vote.at);
  const granted = grant(next, vote.at);
  return 'refused' in granted ? { approval: next } : granted;
}

type Lapsed = ReadonlyMap<string, string>;

function lapse(vote: Vote, lapsed: Lapsed): Vote {
  const why = vote.vote === 'approve' && counts(vote) ? lapsed.get(vote.person) : undefined;
  return why === undefined ? vote : { ...vote, lapsed: why };
}

/** Its requester lost the right to it, so nobody can approve it any more. */
export function forfeit(
  approval: Approval,
  { why, job }: { readonly why: string; readonly job: string },
  now: number,
): Stepped {
  const refused = closed(approval, now);
  if (refused) return { refused };
  const ended: Ended = { event: 'refused', person: approval.asker, job, note: why };
  return finish({ ...approval, outcome: [failed(`${why} Nothing was changed.`)] }, 'withdrawn', ended, now);
}

/** Grants an open request on which enough people have agreed, for every account that it touches. */
export function grant(approval: Approval, now: number): Stepped {
  const refused = closed(approval, now);
  if (refused) return { refused };
  if (agreed(approval) < approval.approvers || unapproved(approval).length > 0)
    return { refused: 'Not enough people have agreed.' };
  return enter(approval, 'granted', now);
}

export function withdraw(
  approval: Approval,
  { person, job }: { readonly person: string; readonly job: string },
  now: number,
): Stepped {
  if (endedBy(approval, job)) return { approval };
  if (person !== approval.asker) return { refused: 'Only whoever asked for it can withdraw it.' };
  const refused = closed(approval, now);
  return refused ? { refused } : finish(approval, 'withdrawn', { event: 'withdrawn', person, job }, now);
}

/** Nobody can see it, so it does not linger. Whoever posted its card meanwhile has kept it alive. */
export function unask(approval: Approval, why: string, now: number): Stepped {
  if (approval.cards.length > 0 || approval.unasked) return { approval };
  const refused = closed(approval, now);
  if (refused) return { refused };
  const { job, asker: person } = approval;
  const ended: Ended = { event: 'refused', person, job, note: why };
  return finish({ ...approval, unasked: true }, 'withdrawn', ended, now, ['asker', 'log']);
}

/** Its time is over, be it that too few have agreed or that nobody could run it in time. */
export function expire(approval: Approval, now: number): Stepped {
  const { phase, expires, asker: person } = approval;
  if ((phase !== 'open' && phase !== 'granted') || now < expires) return { refused: 'It has not expired.' };
  return finish(approval, 'expired', { event: 'expired', person, job: 'expiry' }, now);
}

export function remind(approval: Approval, now: number): Stepped {
  if (closed(approval, now) || approval.reminded || now < approval.remindAt)
    return { refused: 'No reminder is due.' };
  return { approval: { ...approval, reminded: true } };
}

/**
 * What it was judged against has changed: void. A vote may void what is open, the worker what is granted or, if it has not
 * sent anything, begun. Never a vote what is begun: once that was sent, its own effect is among what has changed.
 */
export function spoil(
  approval: Approval,
  from: 'open' | 'granted',
  { job, note, outcome }: { readonly job: string; readonly note: string; readonly outcome: Answer },
  now: number,
): Stepped {
  if (endedBy(approval, job)) return { approval };
  const phases: readonly Phase[] = from === 'open' ? ['open'] : ['granted', 'running'];
  if (!phases.includes(approval.phase))
    return { refused: over[approval.phase] ?? 'It has not been approved.' };
  const ended: Ended = { event: 'failed', person: approval.asker, job, note };
  return finish({ ...approval, outcome }, 'stale', ended, now);
}

export function propose(approval: Approval, proposal: Proposal, now: number): Stepped {
  const refused = closed(approval, now);
  return refused ? { refused } : { approval: { ...approval, proposal } };
}

/** The asker takes the narrower proposal that they saw: this request gives way to `narrower`, in one step. */
export function giveWay(
  approval: Approval,
  known: Approval | undefined,
  { person, proposal, job, narrower }: { person: string; proposal: string; job: string; narrower: Approval },
  now: number,
): SteppedBoth {
  if (approval.takenBy === job && known) return { approval, other: known };
  if (person !== approval.asker) return { refused: 'Only whoever asked for it can take the proposal.' };
  const refused = closed(approval, now);
  if (refused) return { refused };
  if (approval.proposal?.id !== proposal) return { refused: 'Something else is proposed by now.' };
  const ended: Ended = { event: 'withdrawn', person, job, note: 'A narrower request took its place.' };
  return {
    ...finish({ ...approval, takenBy: job }, 'replaced', ended, now, ['card', 'log']),
    other: narrower,
  };
}

/** The narrower request could not be posted, so the first one is open again as it was, and the narrower one ends. */
export function comeBack(
  approval: Approval,
  narrower: Approval | undefined,
  { job, why }: { readonly job: string; readonly why: string },
  now: number,
): SteppedBoth {
  if (!narrower || approval.phase !== 'replaced' || approval.takenBy !== job)
    return { refused: 'It did not give way.' };
  const unasked = unask(narrower, why, now);
  if ('refused' in unasked) return unasked;
  if (!unasked.approval.unasked) return { refused: 'The narrower request was posted meanwhile.' };
  const { ended: _, due: __, takenBy: ___, ...before } = approval;
  return { approval: { ...before, phase: 'open', since: now }, other: unasked.approval };
}

/** Somebody deleted a message about it, which was posted again. Two may have done so at once: both copies are kept up to date. */
export function moved(approval: Approval, moves: readonly Move[]): Stepped {
  const now = (message: Message): Message => moves.find(({ from }) => isSame(from, message))?.to ?? message;
  const known = [...approval.cards, ...approval.votes.flatMap(({ notice }) => notice ?? [])];
  const isKnown = (message: Message): boolean => known.some((one) => isSame(one, message));
  const copies = moves.filter(({ what, from, to }) => what === 'card' && !isKnown(from) && !isKnown(to));
  return {
    approval: {
      ...approval,
      cards: [...approval.cards.map(now), ...copies.map(({ to }) => to)],
      votes: approval.votes.map((vote) => (vote.notice ? { ...vote, notice: now(vote.notice) } : vote)),
    },
  };
}

const isSame = (one: Message, other: Message): boolean =>
  one.channel === other.channel && one.ts === other.ts;

/**
 * The worker takes a granted approval into its hands; only one can. What was begun and not sent is begun again, in time:
 * an approval is good until the request expires.
 */
export function begin(approval: Approval, now: number): Stepped {
  const { phase, expires } = approval;
  if (phase !== 'granted' && phase !== 'running')
    return { refused: over[phase] ?? 'It has not been approved.' };
  if (now >= expires) return { refused: 'It has expired.' };
  return enter(approval, 'running', now);
}

/** Somebody has been told of its end as far as nothing is `left` to tell; `job` is the one that ended it. */
export function settled(approval: Approval, job: string, left: readonly Due[]): Stepped {
  if (!endedBy(approval, job) || !approval.due) return { approval };
  return { approval: { ...approval, due: left.length > 0 ? left : undefined } };
}

/** Its card could not be drawn. What has ended knows that already. */
export const cardLeft = (approval: Approval): Stepped => ({
  approval: approval.due || !isWaiting(approval) ? approval : { ...approval, due: ['card'] },
});

/** Its card shows how things stand while it goes on. */
export const cardDrawn = (approval: Approval): Stepped => ({
  approval: approval.due && isWaiting(approval) ? { ...approval, due: undefined } : approval,
});

type End = 'done' | 'failed' | 'unknown';

/** What came of it; `job` found that out. */
export function end(
  approval: Approval,
  { phase, outcome, job, note }: { phase: End; outcome: Answer; job: string; note?: string | undefined },
  now: number,
): Stepped {
  if (endedBy(approval, job)) return { approval };
  if (approval.phase !== 'running' && approval.phase !== 'granted') {
    return { refused: over[approval.phase] ?? 'It is not running.' };
  }
  return finish(
    { ...approval, outcome },
    phase,
    { event: endEvents[phase], person: approval.asker, job, note },
    now,
  );
}
