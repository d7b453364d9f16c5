import {
  type Answer,
  bold,
  count,
  line,
  note,
  push,
  context as smallPrint,
  time,
  warning,
} from '../../answer/answer.ts';
import { shortList } from '../../core/list.ts';
import type { Finding } from '../../drift/findings.ts';
import { commandWords } from '../context/command-link.ts';
import { claimOf } from './claim-of.ts';
import { findingParts } from './finding-buttons.ts';
import { adoptedBy } from './finding-text.ts';
import { madeBy } from './made-by.ts';
import { droppedFrom, notKept } from './not-kept.ts';
import { type Listed, setsOf } from './open-findings.ts';
import type { Writes } from './put-it-back.ts';
import { differenceInWords } from './state-in-words.ts';

/** Upper bound for the openings that a card names. */
const maxNamed = 5;

/** Returns whether it was certainly opened outside Skydesk: the result of Skydesk’s own changes may be unknown. */
const isCertain = ({ by }: Finding): boolean => by.kind === 'outside';

/**
 * Renders the card about traffic that was opened outside Skydesk. Findings that are no longer open come last, and are marked.
 */
export function openedCard(found: readonly Listed[], context: Writes): Answer {
  const { alias } = context.service;
  const open = found.filter(({ isOpen }) => isOpen);
  const { claim, found: claimed } = claimOf('opened', open.length > 0 ? open : found, isCertain);
  const openings = [...new Set([...claimed, ...found])];
  const [first] = openings;
  const more = openings.length - maxNamed;
  const sets = setsOf(found);
  return [
    push('warning', `${claim} in ${alias}: ${pushOf(openings, droppedFrom(sets))}`),
    warning(bold(claim), ` in ${alias}`, ...(first ? [' · seen ', time(new Date(first.set.to))] : [])),
    ...openings.slice(0, maxNamed).flatMap((one) => opening(one, context)),
    ...(more > 0 ? [note(`And ${more} more.`)] : []),
    ...notKept(sets),
    smallPrint('All that changed: ', line(commandWords('changed'))),
  ];
}

function opening(listed: Listed, context: Writes): Answer {
  const { finding, adopted } = listed;
  const { name } = differenceInWords(finding, context.service);
  const by = isCertain(finding) ? [] : [' · ', ...madeBy(finding.by)];
  const said = [bold(name), ` · ${finding.opens ?? ''}`, ...by, ...(adopted ? adoptedBy(adopted) : [])];
  return findingParts(listed, context, said);
}

/** Omits the ranges in brackets, since a lock screen shows 150 characters. Counts what isn’t listed. */
function pushOf(openings: readonly Listed[], dropped: number): string {
  const texts = openings.map(({ finding }) =>
    (finding.opens ?? '').replace(/ \([^)]*\)/g, '').replace(/\.$/, ''),
  );
  return [shortList(texts, 1), ...(dropped > 0 ? [count(dropped, 'more change')] : [])].join(', and ');
}
