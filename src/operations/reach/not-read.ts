import { type Answer, warning } from '../../answer/answer.ts';
import { list } from '../../core/list.ts';

/** The ends and policies that could not be read, as clauses: "DE1ACMEWEB09 shows no address", "policies from GB3". */
export interface Unread {
  readonly ends: readonly string[];
  readonly policies: readonly string[];
}

/** Returns whether something could not be read. */
export const isUnread = ({ ends, policies }: Unread): boolean => ends.length + policies.length > 0;

/** Warns about everything that could not be read and that the answer doesn't count. */
export const notRead = ({ ends, policies }: Unread): Answer => [
  ...(ends.length > 0 ? [warning(`Not counted: ${list(ends)}.`)] : []),
  ...(policies.length > 0
    ? [warning(`The cloud API didn’t return ${list(policies)}. They may allow more.`)]
    : []),
];
