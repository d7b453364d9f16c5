import { bold, count, type Inline, person } from '../../answer/answer.ts';
import { toneSigns } from '../../answer/tone-signs.ts';
import { list } from '../../core/list.ts';
import { missingOf, type Offer, type Suggestion } from '../model/approval.ts';
import { type Change, requestName } from '../model/change.ts';
import { scoreOf } from '../model/score.ts';
import type { Steps } from '../model/step.ts';
import { titleOf } from '../model/titles.ts';
import type { Headline } from './on-phone.ts';
import { riskTone } from './risk-sign.ts';

/*
 * A suggestion: how it differs from the request, for its requester and its approvers.
 */

/** Returns the differences: "source 10.0.0.0/28 instead of 10.0.0.0/8"; its title if there are none. */
export function differenceOf(suggestion: Steps, requested: Steps['steps']): string {
  const differences = suggestion.steps.flatMap(({ raw }, index) =>
    Object.entries(raw).flatMap(([field, text]) => {
      const before = requested[index]?.raw[field];
      if (text === before) return [];
      return `${field} ${text}${before ? ` instead of ${before}` : ''}`;
    }),
  );
  return differences.length > 0 ? list([...new Set(differences)]) : titleOf(suggestion);
}

/** Returns the risk points of a suggestion; undefined if they are those of the request, or not known. */
const newScore = ({ score }: Pick<Suggestion, 'score'>, change: Change): number | undefined =>
  score === scoreOf(change) ? undefined : score;

/** Returns how a suggestion changes the risk: " (risk 5 → 3)". Empty if it doesn't, or if its risk is not known. */
export function riskFalls(suggestion: Pick<Suggestion, 'score'>, change: Change): string {
  const score = newScore(suggestion, change);
  return score === undefined ? '' : ` (risk ${scoreOf(change)} → ${score})`;
}

/** Returns both risks: "🟠 Risk 5, then 🟢 Risk 3". One if they are equal, or if that of the suggestion is not known. */
export function risks(offer: Pick<Offer, 'score'>, change: Change): string {
  const [before, score] = [signed(scoreOf(change)), newScore(offer, change)];
  return score === undefined ? before : `${before}, then ${signed(score)}`;
}

function signed(score: number): string {
  const tone = riskTone(score);
  return `${tone ? `${toneSigns[tone]} ` : ''}Risk ${score}`;
}

/** Returns the first line of the message that offers a suggestion to the requester, and its texts for a phone. */
export function offerHeadline(offer: Offer, change: Change): Headline {
  const { by, title } = offer;
  const of = ` for ${requestName(change)}: ${title}`;
  const score = newScore(offer, change);
  const risk = score === undefined ? '' : ` · risk ${score}, not ${scoreOf(change)}`;
  const missing = change.approval?.suggestion?.missing;
  const left =
    missing === undefined
      ? ''
      : missing === 0
        ? ' · nothing else is missing now'
        : ` · then needs ${missing}`;
  return {
    text: [person(by), ' ', bold('suggests less'), of],
    phone: [
      [person(by), ` suggests less${of}${risk}${left}`],
      [person(by), ` suggests less${of}${risk}`],
      [person(by), ': ', title, risk],
    ],
  };
}

/** Returns what a suggester reads whose suggestion was declined, and its texts for a phone. */
export function keptHeadline(change: Change, { by, title }: Pick<Offer, 'by' | 'title'>): Headline {
  const kept: readonly Inline[] = [person(change.requester), ` keeps ${requestName(change)} as it is`];
  const missing = missingOf(change);
  return {
    text: kept,
    phone: [
      [...kept, ' · ', person(by), ` suggested ${title} · ${count(missing, 'approval')} missing`],
      [
        person(change.requester),
        ` keeps ${requestName(change)} · `,
        person(by),
        `: ${title} · needs ${missing}`,
      ],
    ],
  };
}
