import { isGroupId } from '../core/slack-ids.ts';
import type { People, Policy } from './policy.ts';

/** A person in Slack, with the ids of the user groups they are in. */
export interface Person {
  /** The user id under which everything about them is kept. */
  readonly id: string;
  /** Further user ids of the same person: on Enterprise Grid one can have a U… and a W…. */
  readonly aliases?: readonly string[] | undefined;
  readonly groups: readonly string[];
  /** Why Skydesk does not serve them, in a sentence. Such a person has no right at all. */
  readonly refused?: string | undefined;
}

/** What one may be allowed to do. */
export type Right = 'read' | 'change' | 'approve';

/** Stands in a list for every full member. */
export const everyone = '*';

/** Whether this user id is one of the person's. */
export const isIdOf = ({ id, aliases = [] }: Person, one: string): boolean =>
  one === id || aliases.includes(one);

/** Whether a list names this person: by id, by a group they are in, or as anybody. */
export const names = (people: People, person: Person): boolean =>
  person.refused === undefined &&
  people.some((one) => one === everyone || isIdOf(person, one) || person.groups.includes(one));

/** The list that holds for a right in an account. */
export function peopleFor(right: Right, account: string, policy: Policy): People {
  const rules = policy.accounts[account.toUpperCase()];
  return (right === 'read' ? undefined : rules?.[right]) ?? policy.people[right];
}

/** All who have a right in an account. Who may change or approve there may also look. */
export function whoMay(right: Right, account: string, policy: Policy): People {
  const rights: readonly Right[] = right === 'read' ? ['read', 'change', 'approve'] : [right];
  return [...new Set(rights.flatMap((one) => peopleFor(one, account, policy)))];
}

/** Who has a right in at least one account. */
export const whoMayAnywhere = (right: Right, policy: Policy): People => [
  ...new Set(['', ...Object.keys(policy.accounts)].flatMap((account) => whoMay(right, account, policy))),
];

/** Whether someone has a right in an account. */
export const may = (right: Right, person: Person, account: string, policy: Policy): boolean =>
  names(whoMay(right, account, policy), person);

/** The ids of all user groups that the policy names: whose members have to be known before it can be applied. */
export function groupsIn(policy: Policy): readonly string[] {
  const lists = [
    ...Object.values(policy.people),
    ...Object.values(policy.accounts).flatMap(({ change = [], approve = [] }) => [change, approve]),
    policy.breakGlass?.people ?? [],
  ];
  return [...new Set(lists.flat().filter(isGroupId))];
}
