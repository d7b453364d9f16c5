import { isReason } from '../core/reason.ts';
import { isIdOf, may, names, type Person, peopleFor } from './people.ts';
import type { People, Policy } from './policy.ts';

/** A person who wants to approve or reject a request. */
export interface Voter {
  readonly person: Person;
  /** User id of the requester. */
  readonly requester: string;
  /** Aliases of all accounts that the request affects. */
  readonly accounts: readonly string[];
  /** Set if they use break-glass to approve their own request in an emergency. */
  readonly breakGlass?: { readonly reason: string } | undefined;
}

/** Whether a person may decide on a request. */
export type Authorization =
  | {
      readonly may: true;
      /** True for a break-glass approval, which replaces all others and is announced to everyone. */
      readonly brokeGlass: boolean;
      /** Aliases of the accounts in which this person's approval counts. */
      readonly accounts: readonly string[];
    }
  | {
      readonly may: false;
      /** A sentence. */
      readonly why: string;
      /** The people who may, as in the policy: user ids, group ids or `*`. */
      readonly whom: People;
    };

/** Returns whether a person may approve in an account, apart from their own requests. */
export const mayApprove = (person: Person, account: string, policy: Policy): boolean =>
  may('approve', person, account, policy);

/**
 * Decides whether a person may approve or reject a request. They need the right to approve in one of its accounts, since each
 * account needs an approver. The requester may not, except by break-glass if the policy allows it, with a reason if the policy
 * requires one. Call it at the vote and again before the change runs.
 */
export function mayDecide({ person, requester, accounts, breakGlass }: Voter, policy: Policy): Authorization {
  const isRequester = isIdOf(person, requester);
  const approvers = new Set(accounts.flatMap((account) => peopleFor('approve', account, policy)));
  const whom = [...approvers].filter(
    (approver) => approver !== requester && !(isRequester && isIdOf(person, approver)),
  );
  if (person.refused !== undefined) return { may: false, why: person.refused, whom };
  if (!isRequester) {
    const theirs = accounts.filter((account) => mayApprove(person, account, policy));
    if (theirs.length > 0) return { may: true, brokeGlass: false, accounts: theirs };
    return {
      may: false,
      why: `You don’t have permission to review requests in ${accounts.join(' or ')}.`,
      whom,
    };
  }
  if (!mayBreakGlass(person, policy)) {
    return {
      may: false,
      why: 'You requested this, so somebody else has to approve it. You can withdraw it.',
      whom,
    };
  }
  if (!breakGlass) {
    const why = 'You can’t approve your own request, except with a break-glass approval.';
    return { may: false, why, whom };
  }
  if (policy.breakGlass?.reasonRequired && !isReason(breakGlass.reason)) {
    return { may: false, why: 'A break-glass approval needs a reason.', whom };
  }
  return { may: true, brokeGlass: true, accounts };
}

/** Returns whether a person may approve their own requests in an emergency. */
export const mayBreakGlass = (person: Person, { breakGlass }: Policy): boolean =>
  breakGlass !== undefined && names(breakGlass.people, person);
