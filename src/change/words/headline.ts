import { bold, type Inline, person, quote } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import { presentOf, tensesOf } from '../../operation/verbs.ts';
import { exactDuration } from '../../time/duration.ts';
import { isAgreed, missingOf } from '../model/approval.ts';
import { type Change, requestName } from '../model/change.ts';
import { scoreOf } from '../model/score.ts';
import { howItStands } from './how-it-stands.ts';
import { type Lead, leadOf } from './lead.ts';
import { firstOf, minComment, notApplied } from './not-applied.ts';
import { type Headline, named, onPhone, type Viewer } from './on-phone.ts';
import { riskTone } from './risk-sign.ts';
import { spanOnPhone } from './spans.ts';
import { objectWanted } from './wanted.ts';

/*
 * The first line of each message about a change, and what a phone says of it. All is made of the words of its steps and of its state, so
 * two messages never say different things. Lines have absolute times and facts that stay true, those for a phone durations.
 */

/** Returns the first line of messages about a change, and its texts for a phone. */
export function headline(change: Change, viewer: Viewer = 'others'): Headline {
  const lead = leadOf(change);
  if (change.status === 'open') return asked(change, lead, viewer);
  return notApplied(change, lead, viewer) ?? howItStands(change, lead);
}

function asked(change: Change, lead: Lead, viewer: Viewer): Headline {
  const { through, plan } = change;
  const { who, wish } = wishIn(change, lead, viewer);
  const isOwn = viewer === 'requester';
  return {
    tone: riskTone(scoreOf(change)),
    text: [
      who,
      isOwn || through === undefined ? ' ' : ` through ${through} `,
      bold(wish),
      ...objectWanted(lead, plan),
    ],
    phone: askedOnPhone(change, lead, viewer),
  };
}

/** Returns who wants it, and "wants to open". */
function wishIn(
  { requester, through, steps }: Change,
  { phrase }: Lead,
  viewer: Viewer,
): { readonly who: Inline; readonly wish: string } {
  const { wants } = tensesOf(phrase.verb);
  const isAgain = steps.some(({ retries }) => retries);
  if (viewer === 'others')
    return { who: person(requester), wish: `${isAgain ? 'asks again' : 'wants'} to ${wants}` };
  return through === undefined
    ? { who: 'You', wish: `${isAgain ? 'ask again' : 'want'} to ${wants}` }
    : { who: through, wish: `requested in your name to ${wants}` };
}

/** Ends with the risk and what is missing, whatever is cut. A suggester reads here that their suggestion was accepted. */
function askedOnPhone(change: Change, lead: Lead, viewer: Viewer): Headline['phone'] {
  const { created, approval } = change;
  const { who, wish } = wishIn(change, lead, viewer);
  const { wants } = tensesOf(lead.phrase.verb);
  const score = scoreOf(change);
  const after = [
    ...(score > 0 ? [` · risk ${score}`] : []),
    ...(isAgreed(change) ? [] : [` · needs ${missingOf(change)}`]),
  ];
  const suggester = viewer === 'others' ? approval?.suggestedBy : undefined;
  if (suggester === undefined)
    return onPhone([who, ` ${wish} `], lead, after, {
      span: spanOnPhone(lead, created),
      shorter: [who, `: ${wants} `],
    });
  return onPhone([who, ' accepted what ', person(suggester), ` suggested: ${wants} `], lead, after, {
    shorter: [who, ' with ', person(suggester), `: ${wants} `],
  });
}

/** Returns the first line of the notice that a request is about to be applied without approval, and its texts for a phone. */
export function breakGlassHeadline(change: Change, reason: string): Headline {
  const lead = leadOf(change);
  const who = person(change.requester);
  const does = presentOf(lead.phrase.verb);
  const saying = (...more: readonly Inline[]) =>
    onPhone([who, ` ${does} `], lead, [' without approval', ...more]);
  return {
    tone: 'warning',
    text: [who, ' ', bold(does), ...objectWanted(lead, change.plan), ' without approval (break-glass)'],
    phone: [...saying(': ', quote(firstOf(reason, minComment))).slice(0, -1), ...saying(named(change))],
  };
}

/** Returns the first line of the reminder that a request lacks approvals, and its texts for a phone. */
export function reminderHeadline(change: Change, now: Instant): Headline {
  const lead = leadOf(change);
  const [who, waited] = [person(change.requester), exactDuration(now - change.created)];
  const [missing, score] = [missingOf(change), scoreOf(change)];
  const approvals = missing === 1 ? '1 approval' : `${missing} approvals`;
  return {
    tone: 'waiting',
    text: [who, ' ', bold(`has waited ${waited} for ${approvals}`), ` (${requestName(change)})`],
    phone: onPhone([`${waited}: `, who, `, ${tensesOf(lead.phrase.verb).wants} `], lead, [
      ...(score > 0 ? [` · risk ${score}`] : []),
      ` · needs ${missing}`,
    ]),
  };
}
