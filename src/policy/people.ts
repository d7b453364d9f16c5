import type { MissingGroup } from '../messaging/member.ts';
import { isGroupId } from '../messaging/slack-ids.ts';
import type { People, Policy } from './policy.ts';

/** A person in Slack, with the ids of the user groups they are in. */
export interface Person {
  /** The user id that everything is stored under. */
  readonly id: string;
  /** All other user ids of that person: on Enterprise Grid, one can have a U… and a W…. */
  readonly aliases?: readonly string[] | undefined;
  readonly groups: readonly string[];
  /** The groups of the policy that Slack lists no members of. */
  readonly missing?: readonly MissingGroup[] | undefined;
  /** Why they can't use Skydesk, as a sentence. Such a person has no rights. */
  readonly refused?: string | undefined;
}

/** A right that the policy grants per account. */
export type Right = 'read' | 'change' | 'approve';

/** Matches every full member in a list of people. */
export const everyone = '*';

/** Returns whether a user id belongs to a person. */
export const isIdOf = ({ id, aliases = [] }: Person, userId: string): boolean =>
  userId === id || aliases.includes(userId);

/** Returns whether a list names a person: by id, by one of their groups, or by `*`. */
export const names = (people: People, person: Person): boolean =>
  person.refused === undefined &&
  people.some((named) => named === everyone || isIdOf(person, named) || person.groups.includes(named));

/** Returns the people with a right in an account: the account's own list, or the general one. */
export function peopleFor(right: Right, account: string, policy: Policy): People {
  const rules = policy.accounts[account.toUpperCase()];
  return (right === 'read' ? undefined : rules?.[right]) ?? policy.people[right];
}

/** Returns the approvers that the policy names for accounts. Accounts whose approvers are everyone (`*`) add none. */
export const namedApprovers = (accounts: readonly string[], policy: Policy): People => [
  ...new Set(
    accounts
      .map((account) => peopleFor('approve', account, policy))
      .filter((people) => !people.includes(everyone))
      .flat(),
  ),
];

/** Returns all people with a right in an account. Those who may change or approve may also read. */
export function whoMay(right: Right, account: string, policy: Policy): People {
  const rights: readonly Right[] = right === 'read' ? ['read', 'change', 'approve'] : [right];
  return [...new Set(rights.flatMap((right) => peopleFor(right, account, policy)))];
}

/** Returns all people with a right in at least one account. */
export const whoMayAnywhere = (right: Right, policy: Policy): People => [
  ...new Set(['', ...Object.keys(policy.accounts)].flatMap((account) => whoMay(right, account, policy))),
];

/** Returns whether a person has a right in an account. */
export const may = (right: Right, person: Person, account: string, policy: Policy): boolean =>
  names(whoMay(right, account, policy), person);

/** Returns the ids of all user groups in the policy. Their members must be known before it can be applied. */
export function groupsIn(policy: Policy): readonly string[] {
  const lists = [
    ...Object.values(policy.people),
    ...Object.values(policy.accounts).flatMap(({ change = [], approve = [] }) => [change, approve]),
    policy.breakGlass?.people ?? [],
  ];
  return [...new Set(lists.flat().filter(isGroupId))];
}
