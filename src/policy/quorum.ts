import { everyone, peopleFor } from './people.ts';
import type { Policy } from './policy.ts';

/** A change that could be asked for and never be approved. */
export interface Shortage {
  /** The alias of the account; undefined for all that have no rules of their own. */
  readonly account: string | undefined;
  /** From how many points on; 0 for every firewall change. */
  readonly from: number;
  readonly approvers: number;
  /** How many could approve, when whoever leaves the fewest asks. */
  readonly left: number;
}

/** Whom an id of the policy stands for: one person, or the members of a group. */
export type MembersOf = (id: string) => readonly string[];

/**
 * Where too few people could approve, never counting who asks: for every account and every level that its changes can
 * reach. "*" stands for as many as are needed.
 */
export function shortages(policy: Policy, membersOf: MembersOf): readonly Shortage[] {
  return [undefined, ...Object.keys(policy.accounts)].flatMap((account) => {
    const left = fewestLeft(account ?? '', policy, membersOf);
    return wanted(account ?? '', policy)
      .filter(({ approvers }) => left < approvers)
      .map((level) => ({ account, ...level, left }));
  });
}

function fewestLeft(account: string, policy: Policy, membersOf: MembersOf): number {
  const approve = peopleFor('approve', account, policy);
  const change = peopleFor('change', account, policy);
  if (approve.includes(everyone) || change.length === 0) return Number.POSITIVE_INFINITY;
  const approvers = new Set(approve.flatMap(membersOf));
  const askers = new Set(change.flatMap(membersOf));
  const oneOfThem = change.includes(everyone) || [...askers].some((asker) => approvers.has(asker));
  return Math.max(0, approvers.size - (oneOfThem ? 1 : 0));
}

/** The numbers of approvers that a change in this account can need, each with the points where it begins. */
function wanted(account: string, policy: Policy): readonly { from: number; approvers: number }[] {
  const most = mostPoints(account, policy);
  const reached = policy.risk.levels.filter(({ from, approvers }) => from <= most && approvers > 0);
  const all = [{ from: 0, approvers: 1 }, ...reached];
  return all
    .filter(({ approvers }, at) => all.findIndex((other) => other.approvers === approvers) === at)
    .map(({ from, approvers }) => ({ from, approvers }));
}

/** No change in this account has more points. */
function mostPoints(account: string, { risk: { points }, accounts }: Policy): number {
  const opens =
    points.unseen +
    Math.max(points.everyone, points.wide) +
    points.wide +
    points.remoteAccess +
    points.everyPort +
    points.crossAccount;
  const production = accounts[account.toUpperCase()]?.production ? points.production : 0;
  return Math.max(opens, points.removes) + production;
}
