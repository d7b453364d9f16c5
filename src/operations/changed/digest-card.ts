import {
  type Answer,
  bold,
  buttons,
  commandButton,
  count,
  note,
  push,
  time,
  warning,
} from '../../answer/answer.ts';
import { findingId } from '../../drift/finding-id.ts';
import type { Digest, Finding } from '../../drift/findings.ts';
import type { SnapshotHead } from '../../drift/watched-state.ts';
import { claimOf } from './claim-of.ts';
import { findingParts } from './finding-buttons.ts';
import type { Listed } from './open-findings.ts';
import type { Writes } from './put-it-back.ts';
import { differenceInWords } from './state-in-words.ts';
import { unreadKinds } from './unread-kinds.ts';

/** Upper bound for the changes that a digest names. */
const maxNamed = 10;

/** What a digest says of what was changed outside Skydesk. */
export interface DigestContent {
  /** Each was open when it was told. */
  readonly named: readonly Listed[];
  /** How many more are open. */
  readonly more: number;
  /** How many are open that a card of their own has told at once. */
  readonly postedAtOnce: number;
}

/** What is in a digest, of what was found since it begins: once it is told, it names the same for good. */
export function digestOf(found: readonly Listed[], { until, posted }: Digest): DigestContent {
  const own = found.filter(({ set }) => set.to <= until);
  const open = own.filter(({ isOpen }) => isOpen);
  const unposted = open.filter(({ finding }) => finding.opens === undefined);
  const named = posted
    ? own.filter(({ set, index }) => posted.named.includes(findingId(set, index)))
    : unposted.slice(0, maxNamed);
  return {
    named,
    more: unposted.filter((one) => !named.includes(one)).length,
    postedAtOnce: open.filter(({ finding }) => finding.opens !== undefined).length,
  };
}

/** Others have changed it, whatever a change of Skydesk has left. */
const isCertain = ({ by }: Finding): boolean => by.kind !== 'unclear';

/** Tells a channel what was changed outside Skydesk in an account, and what couldn’t be read there. */
export function digestCard(
  { more, postedAtOnce, ...content }: DigestContent,
  { from }: Digest,
  heads: readonly SnapshotHead[],
  context: Writes,
): Answer {
  const { service, command } = context;
  const { alias } = service;
  const { claim, found: named } = claimOf('changed', content.named, isCertain);
  const since = new Date(from);
  const all = command('changed', { since: since.toISOString().slice(0, 10) });
  return [
    ...(named.length > 0
      ? [
          push('warning', `${claim} in ${alias}: ${pushOf(named, more, context)}`),
          warning(bold(claim), ` in ${alias} since `, time(since)),
        ]
      : [warning(bold(`What changed in ${alias} isn’t known`), ' since ', time(since))]),
    ...named.flatMap((one) => findingParts(one, context)),
    ...(more > 0 ? [note(`And ${count(more, 'more change')}.`)] : []),
    ...(postedAtOnce > 0 ? [note(`${count(postedAtOnce, 'opening')} posted before, and still open.`)] : []),
    ...unreadKinds(heads, service),
    buttons(commandButton('Show All', all.line)),
  ];
}

/** The first change, and how many more there are. */
function pushOf([first, ...others]: readonly Listed[], more: number, { service }: Writes): string {
  if (!first) return '';
  const { name, what } = differenceInWords(first.finding, service);
  const rest = others.length + more;
  return [`${name} ${what}`, ...(rest > 0 ? [count(rest, 'more change')] : [])].join(' and ');
}
