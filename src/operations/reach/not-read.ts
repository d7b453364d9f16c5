import { type Answer, warning } from '../../answer/answer.ts';
import { list } from '../../core/list.ts';

/** What could not be read, as clauses: of the ends, "DE1ACMEWEB09 shows no address"; and policies, "policies from GB3". */
export interface Unread {
  readonly ends: readonly string[];
  readonly policies: readonly string[];
}

/** Whether something could not be read. */
export const isUnread = ({ ends, policies }: Unread): boolean => ends.length + policies.length > 0;

/** Says what could not be read: the answer doesn't count it. */
export const notRead = ({ ends, policies }: Unread): Answer => [
  ...(ends.length > 0 ? [warning(`Not counted: ${list(ends)}.`)] : []),
  ...(policies.length > 0
    ? [warning(`The cloud API didn’t return ${list(policies)}. They may allow more.`)]
    : []),
];
