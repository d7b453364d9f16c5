import { type Answer, warning } from '../../answer/answer.ts';
import { list, shortList } from '../../core/list.ts';
import { unreadInRule } from '../../network/unread-parts.ts';
import type { PlacedRule } from './placed-rules.ts';

/** The ends and policies that could not be read, as clauses: "DE1ACMEWEB09 shows no address", "policies from GB3". */
export interface Unread {
  readonly ends: readonly string[];
  readonly policies: readonly string[];
  /** Policies that may allow more than could be read of them: "policy 6a9f12ab has ports “foo/12”". */
  readonly rules: readonly string[];
}

/** Returns whether something could not be read. */
export const isUnread = ({ ends, policies, rules }: Unread): boolean =>
  ends.length + policies.length + rules.length > 0;

/** Warns about everything that could not be read and that the answer doesn't count. */
export const notRead = ({ ends, policies, rules }: Unread): Answer => [
  ...(ends.length > 0 ? [warning(`Not counted: ${list(ends)}.`)] : []),
  ...(policies.length > 0
    ? [warning(`The cloud API didn’t return ${list(policies)}. They may allow more.`)]
    : []),
  ...(rules.length > 0
    ? [warning(`Can’t tell: ${shortList(rules, maxNamed)} that Skydesk can’t read.`)]
    : []),
];

/** Upper bound for the policies that are named. */
const maxNamed = 5;

/** Names the policies that may allow some of what is missing, with what can't be read of them. */
export const unreadRules = (
  cells: readonly { readonly unread: readonly PlacedRule[] }[],
): readonly string[] =>
  [...new Set(cells.flatMap(({ unread }) => unread))].map(
    (rule) => `${nameOf(rule)} has ${unreadInRule(rule, 'inside')}`,
  );

const nameOf = ({ scope, id }: PlacedRule): string =>
  scope.kind === 'public' ? `public IP ${id}` : `policy ${id.slice(0, 8)}`;
