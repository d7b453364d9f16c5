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
import type { Digest, Finding, FindingSet } from '../../drift/findings.ts';
import type { SnapshotHead } from '../../drift/watched-state.ts';
import { claimOf } from './claim-of.ts';
import { findingParts } from './finding-buttons.ts';
import { droppedFrom, notKept } from './not-kept.ts';
import { type Listed, setsOf } from './open-findings.ts';
import type { Writes } from './put-it-back.ts';
import { differenceInWords } from './state-in-words.ts';
import { unreadKinds } from './unread-kinds.ts';

/** Upper bound for the changes that a digest names. */
const maxNamed = 10;

/** The changes outside Skydesk that a digest reports. */
export interface DigestContent {
  /** The changes that the digest lists. All of them were open when it was posted. */
  readonly named: readonly Listed[];
  /** Number of further open changes. */
  readonly more: number;
  /** Number of open changes that a card of their own reported immediately. */
  readonly postedAtOnce: number;
  /** The finding sets of its period that lack some findings. */
  readonly incomplete?: readonly FindingSet[];
}

/**
 * Selects the content of a digest from the findings of its period. A posted digest always lists the changes that it named at
 * first.
 */
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
    incomplete: setsOf(own).filter(({ dropped = 0 }) => dropped > 0),
  };
}

/** Returns whether somebody outside Skydesk certainly changed it, even if Skydesk did too. */
const isCertain = ({ by }: Finding): boolean => by.kind !== 'unclear';

/** Renders the digest of one account: the changes outside Skydesk, and the kinds that couldn’t be read. */
export function digestCard(
  { more, postedAtOnce, incomplete = [], ...content }: DigestContent,
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
          push('warning', `${claim} in ${alias}: ${pushOf(named, more + droppedFrom(incomplete), context)}`),
          warning(bold(claim), ` in ${alias} since `, time(since)),
        ]
      : [warning(bold(unknownIn(alias, heads)), ' since ', time(since))]),
    ...named.flatMap((one) => findingParts(one, context)),
    ...(more > 0 ? [note(`And ${count(more, 'more change')}.`)] : []),
    ...(postedAtOnce > 0 ? [note(`${count(postedAtOnce, 'opening')} posted before, and still open.`)] : []),
    ...notKept(incomplete),
    ...unreadKinds(heads, service),
    buttons(commandButton('Show All', all.line)),
  ];
}

/** Says that nothing is known, or not all, if only single resources couldn’t be read. */
const unknownIn = (alias: string, heads: readonly SnapshotHead[]): string =>
  heads.some(({ failure }) => failure) || !heads.some(({ unread }) => unread)
    ? `What changed in ${alias} isn’t known`
    : `Not all that changed in ${alias} is known`;

/** Summarizes the first change and the number of further ones. */
function pushOf([first, ...others]: readonly Listed[], more: number, { service }: Writes): string {
  if (!first) return '';
  const { name, what } = differenceInWords(first.finding, service);
  const rest = others.length + more;
  return [`${name} ${what}`, ...(rest > 0 ? [count(rest, 'more change')] : [])].join(' and ');
}
