import { approvalsOf, votesOf } from '../../change/model/approval.ts';
import { accountsOf, type Change } from '../../change/model/change.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { type PeopleDependencies, personOf } from '../../evaluate/build-context.ts';
import type { MissingGroup } from '../../messaging/member.ts';
import { mayApprove, mayBreakGlass } from '../../policy/may-decide.ts';
import { missingAmong, withMissing } from '../../policy/missing-groups.ts';
import { isIdOf, may, type Person, peopleFor, whoMay } from '../../policy/people.ts';
import type { People, Policy } from '../../policy/policy.ts';

/** The current rights of a request's requester and voters. */
export interface Authority {
  /** Why it can't proceed, as a sentence: its requester may no longer make the change, or not alone. */
  readonly whyForbidden?: string | undefined;
  /** Why an approval no longer counts, as a sentence, by user id of the voter. */
  readonly lapsed: ReadonlyMap<string, string>;
  /** The distinct people whose approvals still count, without the requester. */
  readonly approvers: readonly Person[];
  /** Whether the requester approved it alone, which only the policy's break-glass allows. */
  readonly brokeGlass: boolean;
  /** A user group that may give the right that is missing, once an administrator has helped Slack to list it. */
  readonly unlisted: MissingGroup | undefined;
}

/**
 * Checks rights again, both when a vote is counted and when the change runs, since membership, groups and policy can have
 * changed. Rejects with `Unavailable` if Slack does not answer.
 */
export async function authorityOf(change: Change, deps: PeopleDependencies): Promise<Authority> {
  const { policy } = deps;
  const voters = approvalsOf(change).filter(({ breakGlass }) => !breakGlass);
  const [requester, ...people] = await Promise.all([
    personOf(change.requester, deps),
    ...voters.map(({ person }) => personOf(person, deps)),
  ]);
  const unlisted: MissingGroup[] = [];
  const noteUnlisted = (people: People, person: Person): void => {
    if (!person.refused)
      unlisted.push(...missingAmong(people, person).filter(({ again }) => again === 'when cured'));
  };
  const lapsed = new Map<string, string>();
  const approving = new Map<string, Person>();
  voters.forEach(({ person: id, accounts }, at) => {
    const voter = people[at];
    // The approval was counted for each of these accounts, so it lapses if the right in any of them is lost.
    const accountLost = accounts.find((account) => !voter || !mayApprove(voter, account, policy));
    if (!voter || isIdOf(requester, voter.id)) lapsed.set(id, whyNotRun.approverIsRequester);
    else if (accountLost === undefined) approving.set(voter.id, voter);
    else {
      lapsed.set(id, voter.refused ?? noApprover(accountLost, voter, policy));
      noteUnlisted(peopleFor('approve', accountLost, policy), voter);
    }
  });
  const forbidden = accountsOf(change).find((account) => !may('change', requester, account, policy));
  const whyForbidden =
    requester.refused ?? (forbidden === undefined ? undefined : mayNotChange(forbidden, requester, policy));
  if (forbidden !== undefined) noteUnlisted(whoMay('change', forbidden, policy), requester);
  const brokeGlass = votesOf(change).some(
    ({ breakGlass, person }) => breakGlass && isIdOf(requester, person),
  );
  const lostBreakGlass = brokeGlass && !mayBreakGlass(requester, policy);
  if (lostBreakGlass) noteUnlisted(policy.breakGlass?.people ?? [], requester);
  return {
    whyForbidden: whyForbidden ?? (lostBreakGlass ? noBreakGlass(requester, policy) : undefined),
    lapsed,
    approvers: [...approving.values()],
    brokeGlass,
    unlisted: unlisted[0],
  };
}

const noApprover = (account: string, voter: Person, policy: Policy): string =>
  withMissing(whyNotRun.approverMayNotApprove(account), peopleFor('approve', account, policy), voter);

const mayNotChange = (account: string, requester: Person, policy: Policy): string =>
  withMissing(whyNotRun.requesterMayNotChange(account), whoMay('change', account, policy), requester);

const noBreakGlass = (requester: Person, policy: Policy): string =>
  withMissing(whyNotRun.requesterMayNotBreakGlass, policy.breakGlass?.people ?? [], requester);
