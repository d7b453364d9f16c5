import { type Answer, type Button, itemAndMore, note } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import { headline } from '../../change/words/headline.ts';
import type { Viewer } from '../../change/words/on-phone.ts';

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
