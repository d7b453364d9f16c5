import { everyone, peopleFor } from './people.ts';
import type { Policy } from './policy.ts';
import { worstCase } from './risk.ts';
import { riskRules } from './rules/index.ts';
import type { RiskRule } from './rules/rule.ts';

/** A change that could be asked for and never be approved. */
export interface Shortage {
  /** The one or two accounts that it touches, by alias; undefined stands for any without rules of its own. */
  readonly accounts: readonly Account[];
  /** The lowest score that needs them; 0 for every firewall change. */
  readonly minScore: number;
  readonly approvers: number;
  /** How many could approve, when whoever leaves the fewest asks. */
  readonly left: number;
}

type Account = string | undefined;

/** Whom an id of the policy stands for: one person, or the members of a group. */
export type MembersOf = (id: string) => readonly string[];

/**
 * Where too few people could approve, never counting who asks: for every account, every two accounts that one change can
 * touch, and every level that its points can reach. "*" stands for as many as are needed. Two accounts are not named
 * where one of them alone is short of as many already.
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
  const pairs = accounts.flatMap((one, at) =>
    accounts.slice(at).flatMap((other) => (one !== other || one === undefined ? [[one, other]] : [])),
  );
  const isNews = ({ accounts: pair, approvers }: Shortage): boolean =>
    !alone.some((one) => pair.includes(one.accounts[0]) && one.approvers === approvers);
  return [...alone, ...pairs.flatMap(short).filter(isNews)];
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
  // Whoever asks may change all of the accounts.
  const mayAsk = (approver: string): boolean => limits.every((people) => people.has(approver));
  return Math.max(0, approvers.size - ([...approvers].some(mayAsk) ? 1 : 0));
}

/** The numbers of approvers that a change in these accounts can need, each with the lowest score that needs them. */
function wanted(
  touched: readonly Account[],
  policy: Policy,
  rules: readonly RiskRule[],
): readonly Pick<Shortage, 'minScore' | 'approvers'>[] {
  const aliases = touched.map((account = '') => account);
  const most = worstCase(aliases, policy, rules);
  const reached = policy.risk.levels.filter(({ minScore, approvers }) => minScore <= most && approvers > 0);
  const all = [{ minScore: 0, approvers: 1 }, ...reached];
  return all
    .filter(({ approvers }, at) => all.findIndex((other) => other.approvers === approvers) === at)
    .map(({ minScore, approvers }) => ({ minScore, approvers }));
}
