import { bold, type Inline } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import { asState, objectOf } from '../../operation/phrase.ts';
import { tensesOf } from '../../operation/verbs.ts';
import { roundedDuration } from '../../time/duration.ts';
import { isWaiting } from '../model/change.ts';
import { endsAtOf, type Reversal } from '../model/reversal.ts';
import { by, overTone, shouldHave, still } from './how-it-stands.ts';
import { type Lead, leadOf, moreSteps } from './lead.ts';
import { type Headline, onPhone } from './on-phone.ts';
import { timeOf } from './spans.ts';

/*
 * The headlines of messages about an end or a rollback: before it, and how it went.
 */

/** Returns the first line of a notification about an end or a rollback, and its texts for a phone. */
export function endHeadline(change: Reversal, now: Instant): Headline {
  const found = leadOf(change);
  const lead = { ...found, phrase: asState(found.phrase) };
  const say = isWaiting(change) ? (change.reversal.overdue ? overdue : coming) : over;
  return say(change, lead, now);
}

type Saying = (change: Reversal, lead: Lead, now: Instant) => Headline;

const of = ({ reversal: { request } }: Reversal): string => (request === undefined ? '' : ` (${request})`);

const whole = (lead: Lead): string => `${objectOf(lead.phrase)}${moreSteps(lead)}`;

const coming: Saying = (change, lead, now) => {
  const { will, running } = tensesOf(lead.phrase.verb).over;
  const endsAt = endsAtOf(change);
  if (endsAt === undefined || change.steps.some(({ claimed }) => claimed))
    return {
      tone: 'waiting',
      text: [bold(running), ` ${whole(lead)}`],
      phone: onPhone([`${running} `], lead, [of(change)]),
    };
  const when = endsAt <= now ? 'soon' : `in ${roundedDuration(endsAt - now)}`;
  return {
    tone: 'waiting',
    text: [bold(will), ' ', timeOf(endsAt), ` · ${whole(lead)}`],
    phone: onPhone([`${will} ${when}: `], lead, [of(change)]),
  };
};

const overdue: Saying = (change, lead, now) => {
  const { verb } = lead.phrase;
  const endsAt = endsAtOf(change);
  const late = endsAt === undefined ? '' : ` ${roundedDuration(now - endsAt)}`;
  return {
    tone: 'warning',
    text: [
      bold(still(verb)),
      `: ${whole(lead)}`,
      ...(endsAt === undefined ? [] : [`${shouldHave(verb)} `, timeOf(endsAt)]),
    ],
    phone: [
      ...onPhone([`${still(verb)}${late} after its end: `], lead, [
        `${of(change)}. Skydesk keeps trying.`,
      ]).slice(0, -1),
      ...onPhone([`${still(verb)}${late} after its end: `], lead, [of(change)]),
    ],
  };
};

const over: Saying = (change, lead) => {
  const { reversal, since, status } = change;
  const { verb } = lead.phrase;
  const done = reversal.cause === 'failure' ? 'Undone' : tensesOf(verb).over.done;
  const who = by(reversal.endedBy);
  const say = (
    tone: Headline['tone'],
    word: string,
    more: readonly Inline[] = [],
    between = ' · ',
  ): Headline => ({
    tone,
    text: [bold(word), ...more, `${between}${whole(lead)}`],
    phone: onPhone([`${word}: `], lead, [of(change)]),
  });
  if (status === 'done') {
    const shown = say(overTone(verb), done, [' ', timeOf(since), ...who]);
    const [ender] = who.slice(1);
    return ender === undefined
      ? shown
      : { ...shown, phone: onPhone([ender, ` ${done.toLowerCase()}: `], lead, [of(change)]) };
  }
  if (status === 'over') {
    const isKept = change.steps.some(({ outcome }) => outcome?.over === 'kept');
    if (!isKept) return say('neutral', `${done} before its time`);
    return verb === 'open'
      ? say('open', 'Open, no end', who.length > 0 ? [', kept', ...who] : [])
      : say('done', 'Kept', who);
  }
  const not = `${status === 'unknown' ? 'Not known if' : 'Not'} ${done.toLowerCase()}`;
  return say('warning', not, [], ': ');
};
