import { everyone, peopleFor } from './people.ts';
import type { Policy } from './policy.ts';
import { worstCase } from './risk.ts';
import { riskRules } from './rules/index.ts';
import type { RiskRule } from './rules/rule.ts';

/** A kind of change that has too few approvers. */
export interface Shortage {
  /** Aliases of the one or two accounts that it affects; undefined is any account without rules of its own. */
  readonly accounts: readonly Account[];
  /** The lowest score that requires them; 0 for every firewall change. */
  readonly minScore: number;
  readonly approvers: number;
  /** Number of people who could approve, with the worst possible requester. */
  readonly left: number;
}

type Account = string | undefined;

/** Returns the user ids for an id in the policy: one person, or the members of a group. */
export type MembersOf = (id: string) => readonly string[];

/**
 * Lists the changes that too few people could approve, not counting the requester: for every account, every pair of accounts
 * that one change can affect, and every level that its points can reach. `*` counts as enough people. A pair is omitted if one
 * of its accounts alone lacks as many.
 */
export function shortages(
  policy: Policy,
  membersOf: MembersOf,
  rules: readonly RiskRule[] = riskRules,
): readonly Shortage[] {
  const accounts: readonly Account[] = [undefined, ...Object.keys(policy.accounts)];
  const short = (touched: readonly Account[]): readonly Shortage[] => {
    const left = fewestLeft(touched, policy, membersOf);
    return wanted(touched, policy, rules)
      .filter(({ approvers }) => left < approvers)
      .map((level) => ({ accounts: touched, ...level, left }));
  };
  const alone = accounts.flatMap((account) => short([account]));
  const pairs = accounts.flatMap((account, at) =>
    accounts
      .slice(at)
      .flatMap((second) => (account !== second || account === undefined ? [[account, second]] : [])),
  );
  const isNew = ({ accounts: pair, approvers }: Shortage): boolean =>
    !alone.some((shortage) => pair.includes(shortage.accounts[0]) && shortage.approvers === approvers);
  return [...alone, ...pairs.flatMap(short).filter(isNew)];
}

function fewestLeft(touched: readonly Account[], policy: Policy, membersOf: MembersOf): number {
  const listed = (right: 'approve' | 'change') =>
    touched.map((account) => peopleFor(right, account ?? '', policy));
  const approve = listed('approve').flat();
  const change = listed('change');
  if (approve.includes(everyone) || change.some((people) => people.length === 0))
    return Number.POSITIVE_INFINITY;
  const approvers = new Set(approve.flatMap(membersOf));
  const limits = change
    .filter((people) => !people.includes(everyone))
    .map((people) => new Set(people.flatMap(membersOf)));
  // The requester has the right to change all of the accounts.
  const mayAsk = (approver: string): boolean => limits.every((people) => people.has(approver));
  return Math.max(0, approvers.size - ([...approvers].some(mayAsk) ? 1 : 0));
}

/** Returns the numbers of approvers that a change in these accounts can require, each with the lowest score for it. */
function wanted(
  touched: readonly Account[],
  policy: Policy,
  rules: readonly RiskRule[],
): readonly Pick<Shortage, 'minScore' | 'approvers'>[] {
  const aliases = touched.map((account = '') => account);
  const highest = worstCase(aliases, policy, rules);
  const reached = policy.risk.levels.filter(
    ({ minScore, approvers }) => minScore <= highest && approvers > 0,
  );
  const all = [{ minScore: 0, approvers: 1 }, ...reached];
  return all
    .filter(({ approvers }, at) => all.findIndex((need) => need.approvers === approvers) === at)
    .map(({ minScore, approvers }) => ({ minScore, approvers }));
}
