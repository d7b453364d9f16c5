import type { Instant } from '../core/clock.ts';
import type { MissingGroup } from '../messaging/member.ts';
import { accountsAffected } from '../network/network-change.ts';
import type { Needs, Risk } from '../operation/operation.ts';
import { type Freeze, freezeAt, freezeInWords } from './freeze.ts';
import {
  type EndDemanded,
  lessIfShort,
  mustEndWithin,
  type OpenedBefore,
  type TimedChange,
} from './lease-limits.ts';
import { mayBreakGlass } from './may-decide.ts';
import { missingAmong } from './missing-groups.ts';
import { may, type Person, whoMay } from './people.ts';
import type { People, Policy } from './policy.ts';
import { type Point, score, sum } from './risk.ts';
import type { Scored } from './together.ts';

/** One step of a request, with its names looked up. */
export interface RequestedStep extends TimedChange {
  readonly risk: Risk;
  readonly needs: Needs;
  /** Its start, since no change may start in a freeze. Undefined for a read. */
  readonly startsAt?: Instant | undefined;
}

/** A person's request with one or more steps, which are decided together. */
export interface Request {
  readonly requester: Person;
  readonly steps: readonly RequestedStep[];
  /** The requester's openings within the last hour, which are scored together with new openings to the same destination. */
  readonly earlier?: readonly Scored[] | undefined;
  /** The requester's openings to the same destinations that limits can count: a new opening continues them. */
  readonly openBefore?: readonly OpenedBefore[] | undefined;
}

/** The change needs approval by one or two people other than the requester, in the policy's channel and time. */
export interface ApprovalRequired
  extends Pick<EndDemanded, 'latestEnd'>,
    Pick<Policy['approvals'], 'channel' | 'expiresMinutes' | 'remindMinutes'> {
  readonly kind: 'requestApproval';
  readonly approvers: 1 | 2;
  /** Aliases of all affected accounts; each needs an approver. */
  readonly accounts: readonly string[];
  /** Whether a ticket is required. */
  readonly ticket: boolean;
  /** Upper bound for the duration, if the request lacks an end within it. */
  readonly maxLeaseMinutes?: number | undefined;
  readonly points: readonly Point[];
  /** The freeze that it would start in: only a break-glass approval runs it. */
  readonly freeze?: Freeze | undefined;
}

/** The person may not do it. */
export interface Denial {
  readonly kind: 'deny';
  /** A sentence. */
  readonly why: string;
  /** The people who may, as in the policy: user ids, group ids or `*`. */
  readonly whom: People;
  /** The groups among these that Slack lists no members of. */
  readonly missing?: readonly MissingGroup[] | undefined;
  /** The freeze that it would start in, if that is the reason; `whom` may use break-glass. */
  readonly freeze?: Freeze | undefined;
}

/** The requirement that a request has to meet before it runs. */
export type Decision =
  | { readonly kind: 'run' }
  | { readonly kind: 'confirm'; readonly points: readonly Point[] }
  | ApprovalRequired
  | Denial;

/**
 * Decides what must happen before a request runs. A firewall change needs approval under any policy. Any other change needs its
 * requester's confirmation, or approval if its points reach a level that requires it. The requester needs the right in every
 * affected account, and no change may start in a freeze.
 */
export function decide(request: Request, policy: Policy): Decision {
  const { requester, steps } = request;
  const right = steps.every(({ risk }) => risk === 'reads') ? 'read' : 'change';
  const accounts = [
    ...new Set(steps.flatMap(({ account, networkChange }) => accountsAffected(account, networkChange))),
  ];
  const closed = accounts.find((account) => !may(right, requester, account, policy));
  if (closed !== undefined) return denialOf(right, requester, closed, policy);
  const needs = highestNeeds(steps);
  if (right === 'read' && needs === 'nothing') return { kind: 'run' };
  return heedFreeze(byRisk(request, needs, accounts, policy), request, accounts, policy);
}

/** Returns what a change needs because of its risk. */
function byRisk(
  { steps, earlier, openBefore }: Request,
  needs: Needs,
  accounts: readonly string[],
  policy: Policy,
): Decision {
  const points = lessIfShort(score(steps, policy, earlier), steps, policy, openBefore);
  const level = policy.risk.levels.findLast(({ minScore }) => minScore <= sum(points));
  const approvers = level?.approvers || (needs === 'approval' ? 1 : 0);
  const demanded = mustEndWithin(steps, level, openBefore);
  if (approvers === 0) return needs === 'nothing' ? { kind: 'run' } : { kind: 'confirm', points };
  return {
    kind: 'requestApproval',
    approvers,
    accounts,
    ticket: level?.ticket ?? false,
    maxLeaseMinutes: demanded?.maxLeaseMinutes,
    latestEnd: demanded?.latestEnd,
    points,
    ...policy.approvals,
  };
}

/** Returns the highest requirement of all steps. */
const highestNeeds = (steps: readonly RequestedStep[]): Needs =>
  (['approval', 'confirmation'] as const).find((most) => steps.some(({ needs }) => needs === most)) ??
  'nothing';

const doing = { read: 'view', change: 'make changes in' } as const;

/** Returns the denial for a person without a right in an account. */
export function denialOf(
  right: 'read' | 'change',
  requester: Pick<Person, 'refused' | 'missing'>,
  account: string,
  policy: Policy,
): Denial {
  const where = account || 'this account';
  const why = requester.refused ?? `You don’t have permission to ${doing[right]} ${where}.`;
  return denied(why, whoMay(right, account, policy), requester);
}

const denied = (why: string, whom: People, requester: Pick<Person, 'missing'>): Denial => {
  const missing = missingAmong(whom, requester);
  return { kind: 'deny', why, whom, ...(missing.length > 0 && { missing }) };
};

/** Returns the freeze that a change would start in; undefined for a read. */
const freezeOf = ({ steps }: Request, { freeze }: Policy): Freeze | undefined =>
  steps
    .flatMap(({ risk, startsAt }) => (risk === 'reads' || startsAt === undefined ? [] : [startsAt]))
    .map((at) => freezeAt(freeze, at))
    .find((found) => found !== undefined);

/**
 * Applies a freeze to a decision. A change that would start in a freeze is denied. A person who may use break-glass can still
 * request it, since only their break-glass approval runs it. `accounts` are the affected ones.
 */
function heedFreeze(
  decision: Decision,
  request: Request,
  accounts: readonly string[],
  policy: Policy,
): Decision {
  const freeze = decision.kind === 'deny' ? undefined : freezeOf(request, policy);
  if (!freeze) return decision;
  if (!mayBreakGlass(request.requester, policy))
    return { ...denied(freezeInWords(freeze), policy.breakGlass?.people ?? [], request.requester), freeze };
  if (decision.kind === 'requestApproval') return { ...decision, freeze };
  const points = decision.kind === 'confirm' ? decision.points : [];
  const agreed = { kind: 'requestApproval', approvers: 1, accounts, ticket: false } as const;
  return { ...agreed, points, ...policy.approvals, freeze };
}

/** Returns the freeze of a decision. */
export const freezeIn = (decision: Decision): Freeze | undefined =>
  decision.kind === 'deny' || decision.kind === 'requestApproval' ? decision.freeze : undefined;
