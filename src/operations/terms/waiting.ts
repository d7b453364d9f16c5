import { type Inline, person, quote, type Step, time } from '../../core/answer.ts';
import { type Approval, accountsOf, agreed, isWaiting } from '../../core/approval.ts';
import type { Context } from '../context.ts';

/** Requests for approval that have not ended, as far as they concern somebody; soonest to expire first. */
export interface Waiting {
  /** Those that wait for this person's word. */
  readonly forMe: readonly Approval[];
  /** Those that this person asked for. */
  readonly mine: readonly Approval[];
}

export async function waitingFor({
  approvals,
  mayApprove,
  asker,
  clock,
}: Pick<Context, 'approvals' | 'mayApprove' | 'asker' | 'clock'>): Promise<Waiting> {
  const [waiting, mayDecideIn] = await Promise.all([approvals.waiting(), mayApprove()]);
  const alive = waiting
    .filter(isWaiting)
    .filter(({ phase, expires }) => phase !== 'open' || clock() < expires);
  return {
    forMe: alive.filter(
      (one) =>
        one.phase === 'open' &&
        one.asker !== asker &&
        one.votes.every((vote) => vote.person !== asker) &&
        accountsOf(one).some(mayDecideIn),
    ),
    mine: alive.filter((one) => one.asker === asker),
  };
}

/** A request of somebody else, in a sentence or two. */
export const asked = ({ asker, says, why, account, expires }: Approval): readonly Inline[] => [
  person(asker),
  ` asks to ${says}, in ${account}. Why: `,
  quote(why),
  '. Expires ',
  time(new Date(expires)),
  '.',
];

const stages = { granted: 'approved, about to run', running: 'approved, running at the service' } as const;

/** A request of one's own: what it waits for, and how far it is. */
export function awaited({ says, account, approvers, phase, expires, votes }: Approval): readonly Inline[] {
  const what = `${says}, in ${account}: `;
  if (phase === 'granted' || phase === 'running') return [`${what}${stages[phase]}.`];
  return [
    `${what}${agreed({ votes })} of ${approvers} approvals so far. Expires `,
    time(new Date(expires)),
    '.',
  ];
}

export const reviewStep = ({ id }: Approval): Step => ({
  label: 'Review',
  style: 'primary',
  does: { decide: 'review', on: id },
});

export const withdrawStep = ({ id }: Approval): Step => ({
  label: 'Withdraw',
  does: { decide: 'withdraw', on: id },
});
