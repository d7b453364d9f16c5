import { failed } from '../../core/answer.ts';
import {
  type Approval,
  agreed,
  counts,
  type Phase,
  type Proposal,
  type Stepped,
  unapproved,
  type Vote,
} from '../../core/approval.ts';
import type { Message } from '../../core/ports.ts';

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
  if (vote.vote === 'reject') return enter(next, 'rejected', vote.at);
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
export function forfeit(approval: Approval, why: string, now: number): Stepped {
  const refused = closed(approval, now);
  if (refused) return { refused };
  return enter({ ...approval, outcome: [failed(`${why} Nothing was changed.`)] }, 'withdrawn', now);
}

/** Grants an open request on which enough people have agreed, for every account that it touches. */
export function grant(approval: Approval, now: number): Stepped {
  const refused = closed(approval, now);
  if (refused) return { refused };
  if (agreed(approval) < approval.approvers || unapproved(approval).length > 0)
    return { refused: 'Not enough people have agreed.' };
  return enter(approval, 'granted', now);
}

export function withdraw(approval: Approval, person: string, now: number): Stepped {
  if (person !== approval.asker) return { refused: 'Only whoever asked for it can withdraw it.' };
  const refused = closed(approval, now);
  return refused ? { refused } : enter(approval, 'withdrawn', now);
}

/** Nobody can see it, so it does not linger. Whoever posted its card meanwhile has kept it alive. */
export function unask(approval: Approval, now: number): Stepped {
  if (approval.cards.length > 0) return { approval };
  const refused = closed(approval, now);
  return refused ? { refused } : enter({ ...approval, unasked: true }, 'withdrawn', now);
}

export function expire(approval: Approval, now: number): Stepped {
  if (approval.phase !== 'open' || now < approval.expires) return { refused: 'It has not expired.' };
  return enter({ ...approval, unrecorded: true }, 'expired', now);
}

export function remind(approval: Approval, now: number): Stepped {
  if (closed(approval, now) || approval.reminded || now < approval.remindAt)
    return { refused: 'No reminder is due.' };
  return { approval: { ...approval, reminded: true } };
}

/**
 * What it was judged against has changed: void. A vote may void what is open, the worker what is granted and not begun.
 * Nobody voids what is begun: once that was sent, its own effect is among what has changed.
 */
export function spoil(approval: Approval, from: 'open' | 'granted', now: number): Stepped {
  if (approval.phase !== from) return { refused: over[approval.phase] ?? 'It has not been approved.' };
  return enter(approval, 'stale', now);
}

export function propose(approval: Approval, proposal: Proposal, now: number): Stepped {
  const refused = closed(approval, now);
  return refused ? { refused } : { approval: { ...approval, proposal } };
}

/** The asker takes the narrower proposal that they saw: this request gives way to a new one. */
export function giveWay(
  approval: Approval,
  { person, proposal, job }: { person: string; proposal: string; job: string },
  now: number,
): Stepped {
  if (approval.takenBy === job) return { approval };
  if (person !== approval.asker) return { refused: 'Only whoever asked for it can take the proposal.' };
  const refused = closed(approval, now);
  if (refused) return { refused };
  if (approval.proposal?.id !== proposal) return { refused: 'Something else is proposed by now.' };
  return enter({ ...approval, takenBy: job }, 'replaced', now);
}

/** It gave way in vain, for the narrower request could not be posted: it waits again, as it was. */
export function comeBack(approval: Approval, job: string, now: number): Stepped {
  if (approval.phase !== 'replaced' || approval.takenBy !== job) return { refused: 'It did not give way.' };
  return enter({ ...approval, takenBy: undefined }, 'open', now);
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

/** The worker takes a granted approval into its hands; only one can. */
export function begin(approval: Approval, now: number): Stepped {
  if (approval.phase !== 'granted') return { refused: over[approval.phase] ?? 'It has not been approved.' };
  return enter(approval, 'running', now);
}

/** Nobody follows it any more, so it is for the sweeper to end it and to put that on record. */
export function giveUp(approval: Approval): Stepped {
  if (approval.phase !== 'running') return { refused: over[approval.phase] ?? 'It is not running.' };
  return { approval: { ...approval, unrecorded: true } };
}

/** Its end is on record. */
export const recorded = (approval: Approval): Stepped => ({
  approval: { ...approval, unrecorded: undefined },
});

export function end(
  approval: Approval,
  phase: 'done' | 'failed' | 'unknown',
  outcome: Approval['outcome'],
  now: number,
): Stepped {
  if (approval.phase !== 'running' && approval.phase !== 'granted') {
    return { refused: over[approval.phase] ?? 'It is not running.' };
  }
  return { approval: { ...approval, phase, since: now, outcome } };
}
