import { accountsAffected, type NetworkChange } from '../core/network-change.ts';
import type { Needs, Risk } from '../core/operation.ts';
import { may, type Person, whoMay } from './people.ts';
import type { People, Policy } from './policy.ts';
import { type Point, score, sum } from './risk.ts';

/** A request with its names looked up. */
export interface Request {
  readonly risk: Risk;
  readonly needs: Needs;
  /** With the rule that it names written out (`withRuleContent`); undefined for what touches no network. */
  readonly exposes: NetworkChange | undefined;
  readonly requester: Person;
  /** The alias of the account in which it would happen. */
  readonly account: string;
}

/** Who must agree, and why: at least one other person, at most two. */
export interface Ask {
  readonly kind: 'ask';
  readonly approvers: 1 | 2;
  /** Every account that it touches: somebody who may approve there has to agree for each. */
  readonly accounts: readonly string[];
  /** Whether the id of a ticket has to be given. */
  readonly ticket: boolean;
  readonly points: readonly Point[];
  /** "#name" or a channel's id. */
  readonly channel: string;
  readonly expiresMinutes: number;
  readonly remindMinutes: number;
}

export interface Refusal {
  readonly kind: 'refuse';
  /** A sentence. */
  readonly why: string;
  /** Who could do it instead. */
  readonly whom: People;
}

export type Decision =
  | { readonly kind: 'run' }
  | { readonly kind: 'confirm'; readonly points: readonly Point[] }
  | Ask
  | Refusal;

/**
 * What must happen before a request runs. A firewall change needs somebody's approval whatever the policy says; any
 * other change is confirmed by its requester, or asked of others where its points reach a level that wants them. Whoever asks
 * needs the right in every account that the change touches.
 */
export function decide(request: Request, policy: Policy): Decision {
  const { needs, requester, account, exposes } = request;
  const right = rightFor(request);
  const accounts = accountsAffected(account, exposes);
  const closed = accounts.find((one) => !may(right, requester, one, policy));
  if (closed !== undefined) return refusal(right, requester, closed, policy);
  if (right === 'read' && needs === 'nothing') return { kind: 'run' };

  const points = score(request, policy);
  const level = policy.risk.levels.findLast(({ minScore }) => minScore <= sum(points));
  const approvers = level?.approvers || (needs === 'approval' ? 1 : 0);
  if (approvers === 0) return needs === 'nothing' ? { kind: 'run' } : { kind: 'confirm', points };
  return { kind: 'ask', approvers, accounts, ticket: level?.ticket ?? false, points, ...policy.approvals };
}

const rightFor = ({ risk }: Request) => (risk === 'reads' ? 'read' : 'change');
const doing = { read: 'look at', change: 'change' } as const;

function refusal(right: 'read' | 'change', requester: Person, account: string, policy: Policy): Refusal {
  const where = account ? `account ${account}` : 'the cloud';
  const why = requester.refused ?? `You may not ${doing[right]} anything in ${where}.`;
  return { kind: 'refuse', why, whom: whoMay(right, account, policy) };
}
