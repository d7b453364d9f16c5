import { type Inline, time } from '../../answer/answer.ts';
import { type Instant, minute } from '../../core/clock.ts';
import type { Phrase } from '../../operation/phrase.ts';
import { isOpening } from '../../operation/verbs.ts';
import { exactDuration } from '../../time/duration.ts';
import { durationOf } from '../../time/timing.ts';
import type { Lead } from './lead.ts';

/*
 * How long it is to stay, behind the object of a change. What opens something says if it has no end.
 */

type Lasting = Pick<Lead, 'step' | 'phrase'>;

const withoutEnd = ({ verb }: Phrase): string => (isOpening(verb) ? ', no end' : '');

/** Returns a comma for behind a list that a comma begins: "all ports for 2 h" would be about the ports. */
export const comma = ({ rest }: Phrase): string => (rest?.startsWith(',') ? ',' : '');

/** Returns " for 2 h", or " until …". */
export function spanOf({ step: { ends }, phrase }: Lasting): readonly Inline[] {
  if (!ends) return [withoutEnd(phrase)];
  return 'at' in ends
    ? [`${comma(phrase)} until `, timeOf(ends.at)]
    : [`${comma(phrase)} for ${exactDuration(ends.after)}`];
}

/** Returns " for 2 h": a phone shows durations only. */
export function spanOnPhone({ step, phrase }: Lasting, now: Instant): string {
  const ms = durationOf(step, now);
  return ms === undefined ? withoutEnd(phrase) : `${comma(phrase)} for ${exactDuration(ms)}`;
}

/** Returns "1 h 15 min early", for an end that a person brought forward; empty for any other. */
export function howEarly({ planned }: { readonly planned?: Instant | undefined }, at: Instant): string {
  const ms = planned === undefined ? 0 : planned - at;
  return ms < minute ? '' : `${exactDuration(ms)} early`;
}

/** Returns a time with its day, which Slack writes as "today" and "tomorrow". */
export const timeOf = (at: Instant): Inline => time(new Date(at));
