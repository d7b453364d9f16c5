import { type Answer, type Button, itemAndMore, itemWithTone, note } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import { headline } from '../../change/words/headline.ts';
import { pushOf, type Viewer } from '../../change/words/on-phone.ts';

/** Renders the first line of a message about a change, and what was wanted if it was not carried out. `more`: buttons behind “⋯”. */
export function headlineParts(
  change: Change,
  { viewer, more = [] }: { readonly viewer?: Viewer; readonly more?: readonly Button[] } = {},
): Answer {
  const { tone, text, wish } = headline(change, viewer);
  const isPlain = more.length === 0 && tone !== undefined;
  return [
    isPlain ? { kind: 'notice', tone, text } : itemAndMore(text, more, tone),
    ...(wish ? [note(...wish)] : []),
  ];
}

/**
 * Renders a result under its first line, with the text for a phone. A single button below that line is shown next to it. Of an unknown
 * outcome the requester is notified wherever it is posted, since nobody else finds out what came of it.
 */
export function underHeadline(change: Change, result: Answer, viewer?: Viewer): Answer {
  const push = pushOf(headline(change, viewer), change.status === 'unknown' ? [change.requester] : undefined);
  const [first, ...wish] = headlineParts(change, { ...(viewer && { viewer }) });
  const [next, ...others] = result;
  if (first?.kind === 'notice' && wish.length === 0 && next?.kind === 'buttons' && next.buttons.length === 1)
    return [push, itemWithTone(first.tone, first.text, ...next.buttons), ...others];
  return [push, ...(first ? [first] : []), ...wish, ...result];
}
