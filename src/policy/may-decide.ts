import { isReason } from '../core/reason.ts';
import { isIdOf, may, names, type Person, peopleFor } from './people.ts';
import type { People, Policy } from './policy.ts';

/** Somebody says yes or no to a request of somebody else. */
export interface Decider {
  readonly person: Person;
  /** The user id of who asked. */
  readonly requester: string;
  /** Every account that the request touches. */
  readonly accounts: readonly string[];
  /** Set when they deliberately break the glass: to decide alone on what they asked for themselves. */
  readonly breakGlass?: { readonly reason: string } | undefined;
}

export type Authority =
  | {
      readonly may: true;
      /** Stands for every approval that is asked for, and is announced to all. */
      readonly brokeGlass: boolean;
      /** In which of the accounts this person's approval counts. */
      readonly accounts: readonly string[];
    }
  | {
      readonly may: false;
      /** A sentence. */
      readonly why: string;
      /** Who may. */
      readonly whom: People;
    };

/** Whether someone is among those who approve in an account, whoever asked. */
export const mayApprove = (person: Person, account: string, policy: Policy): boolean =>
  may('approve', person, account, policy);

/**
 * Whether this person may decide on this request: with the right to approve in one of its accounts, since each of them
 * needs an approver; the same for yes and for no. Never who asked, unless the policy lets
 * them break the glass and they do, with a reason where one is required. To be checked at the click and again before it
 * runs.
 */
export function mayDecide({ person, requester, accounts, breakGlass }: Decider, policy: Policy): Authority {
  const isRequester = isIdOf(person, requester);
  const approvers = new Set(accounts.flatMap((account) => peopleFor('approve', account, policy)));
  const whom = [...approvers].filter((one) => one !== requester && !(isRequester && isIdOf(person, one)));
  if (person.refused !== undefined) return { may: false, why: person.refused, whom };
  if (!isRequester) {
    const theirs = accounts.filter((account) => mayApprove(person, account, policy));
    if (theirs.length > 0) return { may: true, brokeGlass: false, accounts: theirs };
    return { may: false, why: `You may not decide on changes in account ${accounts.join(' or ')}.`, whom };
  }
  if (!mayBreakGlass(person, policy)) {
    return {
      may: false,
      why: 'You asked for this, so somebody else has to decide. You can withdraw it.',
      whom,
    };
  }
  if (!breakGlass) {
    const why = 'You asked for this, so somebody else has to decide, unless you break the glass.';
    return { may: false, why, whom };
  }
  if (policy.breakGlass?.reasonRequired && !isReason(breakGlass.reason)) {
    return { may: false, why: 'Breaking the glass needs a reason: write one and press again.', whom };
  }
  return { may: true, brokeGlass: true, accounts };
}

/** Whether someone may decide on what they asked for themselves, in an emergency. */
export const mayBreakGlass = (person: Person, { breakGlass }: Policy): boolean =>
  breakGlass !== undefined && names(breakGlass.people, person);
