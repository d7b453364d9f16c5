import { type Approval, counts } from '../../core/approval.ts';
import { mayApprove, mayBreakGlass } from '../../policy/may-decide.ts';
import { isIdOf, may } from '../../policy/people.ts';
import { personOf } from '../context.ts';
import type { Ports } from '../ports.ts';

/** What is left of the authority of a request, with everybody whom it rests on looked up again. */
export interface Authority {
  /** Why it cannot go on at all, in a sentence: its requester may not make the change, or not alone. */
  readonly ended?: string | undefined;
  /** Why an approval counts no more, in a sentence, by the user id of the vote. */
  readonly lapsed: ReadonlyMap<string, string>;
  /** How many distinct people approve it still, the requester not among them. */
  readonly approvals: number;
}

/**
 * Membership, groups and policy can have changed since somebody asked or voted, so they are looked at again both when a
 * vote is counted and when the change runs. Rejects with `Unavailable` when Slack cannot be asked.
 */
export async function authorityOf(approval: Approval, ports: Ports): Promise<Authority> {
  const { account, votes } = approval;
  const voters = votes.filter((vote) => vote.vote === 'approve' && !vote.breakGlass && counts(vote));
  const [requester, ...people] = await Promise.all([
    personOf(approval.asker, ports),
    ...voters.map(({ person }) => personOf(person, ports)),
  ]);
  const lapsed = new Map<string, string>();
  const agreeing = new Set<string>();
  voters.forEach(({ person: id }, at) => {
    const voter = people[at];
    if (!voter || isIdOf(requester, voter.id)) lapsed.set(id, 'The requester does not approve.');
    else if (mayApprove(voter, account, ports.policy)) agreeing.add(voter.id);
    else lapsed.set(id, voter.refused ?? `They may not approve in account ${account} any more.`);
  });
  const ended =
    requester.refused ??
    (may('change', requester, account, ports.policy)
      ? undefined
      : `The requester may not change anything in account ${account} any more.`);
  const alone = votes.some(({ breakGlass }) => breakGlass) && !mayBreakGlass(requester, ports.policy);
  return {
    ended: ended ?? (alone ? 'The requester may not break the glass any more.' : undefined),
    lapsed,
    approvals: agreeing.size,
  };
}
