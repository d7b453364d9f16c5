import type { Exposure } from '../core/exposure.ts';
import type { Needs, Risk } from '../core/operation.ts';
import { groupsIn, may, type Person, peopleFor } from './people.ts';
import type { People, Policy } from './policy.ts';
import { type Point, score, sum } from './risk.ts';

/** What an operation declares, known before any name is looked up. */
export interface Declaration {
  readonly risk: Risk;
  readonly needs: Needs;
}

/** A request with its names looked up. */
export interface Request extends Declaration {
  /** With the rule that it names written out (`writtenOut`); undefined for what touches no network. */
  readonly exposes: Exposure | undefined;
  readonly asker: Person;
  /** The alias of the account in which it would happen. */
  readonly account: string;
}

/** Who must agree, and why: at least one other person, at most two. */
export interface Ask {
  readonly verdict: 'ask';
  readonly approvers: 1 | 2;
  /** Whether the id of a ticket has to be given. */
  readonly ticket: boolean;
  readonly points: readonly Point[];
  /** "#name" or a channel's id. */
  readonly channel: string;
  readonly expiresMinutes: number;
  readonly remindMinutes: number;
}

export interface Refusal {
  readonly verdict: 'refuse';
  /** A sentence. */
  readonly why: string;
  /** Who could do it instead. */
  readonly whom: People;
}

export type Verdict =
  | { readonly verdict: 'run' }
  | { readonly verdict: 'confirm'; readonly points: readonly Point[] }
  | Ask
  | Refusal;

/**
 * What must happen before a request runs. A firewall change needs somebody's approval whatever the policy says; any
 * other change is confirmed by its asker, or asked of others where its points reach a level that wants them.
 */
export function decide(request: Request, policy: Policy): Verdict {
  const { needs, asker, account } = request;
  const right = rightFor(request);
  if (!may(right, asker, account, policy)) return refusal(right, account, policy);
  if (right === 'read' && needs === 'nothing') return { verdict: 'run' };

  const points = score(request, policy);
  const level = policy.risk.levels.findLast(({ from }) => from <= sum(points));
  const approvers = level?.approvers || (needs === 'approval' ? 1 : 0);
  if (approvers === 0) return needs === 'nothing' ? { verdict: 'run' } : { verdict: 'confirm', points };
  return { verdict: 'ask', approvers, ticket: level?.ticket ?? false, points, ...policy.approvals };
}

/**
 * The refusal that is certain before anything is looked up, for an early answer: by id alone, so whoever may still be
 * found in a group is not refused here. `account` is undefined where the default account is not known yet.
 */
export function refusedEarly(
  declaration: Declaration,
  asker: string,
  account: string | undefined,
  policy: Policy,
): Refusal | undefined {
  const right = rightFor(declaration);
  const anyGroup = { id: asker, groups: groupsIn(policy) };
  const accounts = account === undefined ? ['', ...Object.keys(policy.accounts)] : [account];
  if (accounts.some((one) => may(right, anyGroup, one, policy))) return undefined;
  return refusal(right, account, policy);
}

const rightFor = ({ risk }: Declaration) => (risk === 'reads' ? 'read' : 'change');
const doing = { read: 'look at', change: 'change' } as const;

function refusal(right: 'read' | 'change', account: string | undefined, policy: Policy): Refusal {
  const where = account ? `account ${account.toUpperCase()}` : 'the cloud';
  const whom = peopleFor(right, account ?? '', policy);
  return { verdict: 'refuse', why: `You may not ${doing[right]} anything in ${where}.`, whom };
}
