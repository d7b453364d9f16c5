import { bold, type Inline } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import { asState, objectOf } from '../../operation/phrase.ts';
import { tensesOf } from '../../operation/verbs.ts';
import { roundedDuration } from '../../time/duration.ts';
import { isWaiting } from '../model/change.ts';
import { endsAtOf, type Reversal } from '../model/reversal.ts';
import { by, saidOver, shouldHave, still } from './how-it-stands.ts';
import { type Lead, leadOf, moreSteps } from './lead.ts';
import { type Headline, onPhone } from './on-phone.ts';
import { howEarly, timeOf } from './spans.ts';

/*
 * The headlines of messages about an end or a rollback: before it, and how it went.
 */

/** Returns the first line of a notification about an end or a rollback, and its texts for a phone. */
export function endHeadline(change: Reversal, now: Instant): Headline {
  const found = leadOf(change);
  const lead = { ...found, phrase: asState(found.phrase) };
  const saying = isWaiting(change) ? (change.reversal.overdue ? overdue : coming) : over;
  return saying(change, lead, now);
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

/** What an end did in words, and who ended it early or kept it. */
const factsOf = ({ reversal: { cause, endedBy }, steps: [step] }: Reversal, { phrase }: Lead) => {
  const { tone, word } = saidOver(phrase.verb, step.outcome?.over);
  return { tone, done: cause === 'failure' ? 'Undone' : word, who: by(endedBy) };
};

const say = (
  change: Reversal,
  lead: Lead,
  tone: Headline['tone'],
  [word, ...more]: readonly [string, ...Inline[]],
  between = ' · ',
): Headline => ({
  tone,
  text: [bold(word), ...more, `${between}${whole(lead)}`],
  phone: onPhone([`${word}: `], lead, [of(change)]),
});

const over: Saying = (change, lead, now) => {
  if (change.status === 'done') return ended(change, lead, now);
  if (change.status === 'over') return nothingLeft(change, lead, now);
  const done = factsOf(change, lead).done.toLowerCase();
  return say(
    change,
    lead,
    'warning',
    [change.status === 'unknown' ? `Not known if ${done}` : `Not ${done}`],
    ': ',
  );
};

const ended: Saying = (change, lead) => {
  const { reversal, since } = change;
  const { tone, done, who } = factsOf(change, lead);
  const shown = say(change, lead, tone, [done, ' ', timeOf(since), ...who]);
  const [ender] = who.slice(1);
  if (ender === undefined) return shown;
  const early = howEarly(reversal, since);
  return {
    ...shown,
    text: [...shown.text, early && ` · ${early}`],
    phone: onPhone([ender, ` ${done.toLowerCase()} `], lead, [early && `, ${early}`, of(change)]),
  };
};

const nothingLeft: Saying = (change, lead) => {
  const { tone, done, who } = factsOf(change, lead);
  const isKept = change.steps.some(({ outcome }) => outcome?.over === 'kept');
  const { removedBy } = change.reversal;
  if (!isKept)
    return removedBy === undefined
      ? say(change, lead, tone, [`${done} before its time`])
      : say(change, lead, tone, [done, ' ', timeOf(change.since), ...by(removedBy)]);
  return lead.phrase.verb === 'open'
    ? say(change, lead, 'open', ['Open, no end', ...(who.length > 0 ? [', kept', ...who] : [])])
    : say(change, lead, 'done', ['Kept', ...who]);
};
