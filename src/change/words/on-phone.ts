import type { Inline, Part, Tone } from '../../answer/answer.ts';
import { objectsOnPhone } from '../../operation/phrase.ts';
import type { Change } from '../model/change.ts';
import { type Lead, moreSteps } from './lead.ts';

/** The reader: approvers read who wants something, the requester reads "you". */
export type Viewer = 'others' | 'requester';

/** The first line of a message. */
export interface Headline {
  readonly tone?: Tone | undefined;
  readonly text: readonly Inline[];
  /** What was wanted, for the line below, if the first one is about a request that was not carried out. */
  readonly wish?: readonly Inline[] | undefined;
  /** The texts for a phone, the fullest first; the first one that fits is sent. */
  readonly phone: readonly (readonly Inline[])[];
}

/**
 * Returns the texts for a phone around what a change is about, the fullest first. What follows it, such as the risk and what is missing,
 * is in all of them. `span`: how long it stays; `shorter` replaces what precedes it where there is little room.
 */
export function onPhone(
  before: readonly Inline[],
  lead: Pick<Lead, 'phrase' | 'others' | 'isOfAll'>,
  after: readonly Inline[],
  { span = '', shorter = before }: { readonly span?: string; readonly shorter?: readonly Inline[] } = {},
): readonly (readonly Inline[])[] {
  const steps = lead.isOfAll || lead.others.length === 0 ? '' : ` + ${lead.others.length}`;
  const objects = objectsOnPhone(lead.phrase);
  const texts = [
    [...before, `${objects[0]}${span}${moreSteps(lead)}`, ...after],
    ...[before, shorter].flatMap((start) =>
      objects.map((object) => [...start, `${object}${span}${steps}`, ...after]),
    ),
    // The renderer cuts the longest words of the last one.
    [...shorter, objects.at(-1) ?? '', `${span}${steps}`, ...after],
  ];
  return [...new Map(texts.map((text) => [JSON.stringify(text), text])).values()];
}

/** Returns the end of a text for a phone: " (#1042)"; empty for a change without a number, since an id says nothing there. */
export const named = ({ number }: Pick<Change, 'number'>): string =>
  number === undefined ? '' : ` (#${number})`;

/** Renders what a phone says. `to`: the people whom a message in a channel mentions. */
export function pushOf({ tone, phone }: Headline, to?: readonly string[]): Part {
  const [text = [], ...shorter] = phone;
  return {
    kind: 'push',
    ...(tone && { tone }),
    text,
    ...(shorter.length > 0 && { shorter }),
    ...(to && { to }),
  };
}
