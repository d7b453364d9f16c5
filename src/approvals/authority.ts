import { type Approval, counts } from '../core/approval.ts';
import { mayApprove, mayBreakGlass } from '../policy/may-decide.ts';
import { isIdOf, may, type Person } from '../policy/people.ts';
import { type PeopleDependencies, personOf } from '../requests/build-context.ts';

/** What is left of the authority of a request, with everybody whom it rests on looked up again. */
export interface Authority {
  /** Why it cannot go on at all, in a sentence: its requester may not make the change, or not alone. */
  readonly ended?: string | undefined;
  /** Why an approval counts no more, in a sentence, by the user id of the vote. */
  readonly lapsed: ReadonlyMap<string, string>;
  /** The distinct people who approve it still, the requester not among them. */
  readonly approvers: readonly Person[];
}

/**
 * Membership, groups and policy can have changed since the request or the vote, so they are checked again both when a
 * vote is counted and when the change runs. Rejects with `Unavailable` when Slack cannot be asked.
 */
export async function authorityOf(approval: Approval, deps: PeopleDependencies): Promise<Authority> {
  const { accounts: affected, votes } = approval;
  const { policy } = deps;
  const voters = votes.filter((vote) => vote.vote === 'approve' && !vote.breakGlass && counts(vote));
  const [requester, ...people] = await Promise.all([
    personOf(approval.requester, deps),
    ...voters.map(({ person }) => personOf(person, deps)),
  ]);
  const lapsed = new Map<string, string>();
  const agreeing = new Map<string, Person>();
  voters.forEach(({ person: id, accounts }, at) => {
    const voter = people[at];
    // An approval was counted for each of these accounts, so it lapses with the right in any of them.
    const lost = accounts.find((one) => !voter || !mayApprove(voter, one, policy));
    if (!voter || isIdOf(requester, voter.id)) lapsed.set(id, 'The requester does not approve.');
    else if (lost === undefined) agreeing.set(voter.id, voter);
    else lapsed.set(id, voter.refused ?? `They may not approve in account ${lost} any more.`);
  });
  const closed = affected.find((one) => !may('change', requester, one, policy));
  const ended =
    requester.refused ??
    (closed === undefined
      ? undefined
      : `The requester may not change anything in account ${closed} any more.`);
  const alone = votes.some(({ breakGlass }) => breakGlass) && !mayBreakGlass(requester, policy);
  return {
    ended: ended ?? (alone ? 'The requester may not break the glass any more.' : undefined),
    lapsed,
    approvers: [...agreeing.values()],
  };
}
