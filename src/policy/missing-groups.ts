import type { MissingGroup } from '../messaging/member.ts';
import { isUserId } from '../messaging/slack-ids.ts';
import { everyone, isIdOf, type Person, peopleFor } from './people.ts';
import type { People, Policy } from './policy.ts';

/*
 * User groups of the policy that Slack lists no members of. They grant nothing to anybody. They stay in the lists of the policy,
 * since a list without them could be empty, and nobody named can mean everyone.
 */

/** Returns the missing groups that a list of the policy names. */
export const missingAmong = (
  people: People,
  { missing = [] }: Pick<Person, 'missing'>,
): readonly MissingGroup[] => missing.filter(({ id }) => people.includes(id));

/** Returns a sentence about a missing group. */
export const missingInWords = ({ id, code }: MissingGroup): string =>
  `Slack lists no members of the user group ${id} (${code}).`;

/** Returns a sentence, followed by one about each missing group that a list names. */
export const withMissing = (why: string, people: People, person: Pick<Person, 'missing'>): string =>
  [why, ...missingAmong(people, person).map(missingInWords)].join(' ');

/** Warns that groups are missing and nobody else is left who may approve in an account. One sentence for each account. */
export const whereNobodyIsLeft = (
  accounts: readonly string[],
  requester: Person,
  policy: Policy,
): readonly string[] =>
  accounts.flatMap((account) => {
    const approvers = peopleFor('approve', account, policy);
    const missing = missingAmong(approvers, requester);
    const isLeft = (id: string): boolean =>
      id === everyone || (isUserId(id) ? !isIdOf(requester, id) : !missing.some((group) => group.id === id));
    if (missing.length === 0 || approvers.some(isLeft)) return [];
    return [withMissing(`Nobody is left who may approve this in ${account}.`, approvers, requester)];
  });
