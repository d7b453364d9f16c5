import {
  type Answer,
  done,
  facts,
  failed,
  type Inline,
  note,
  table,
  waiting,
  warning,
} from '../core/answer.ts';
import type { Ask, Decision } from './decide.ts';
import { channelInWords, duration, needInWords } from './describe-policy.ts';
import { mayBreakGlass } from './may-decide.ts';
import { everyone, isIdOf, type Person, peopleFor } from './people.ts';
import { mentions, peopleInWords } from './people-in-words.ts';
import type { Policy } from './policy.ts';
import { type Point, sum } from './risk.ts';

/** What is explained: the decision on a request of `person`, who gave these of the things that approvers ask for. */
export interface Explained {
  readonly decision: Decision;
  readonly person: Person;
  readonly why: string | undefined;
  readonly ticket: string | undefined;
}

/** A decision in words: what would happen, why, and who can approve it or do it. */
export function explainDecision(explained: Explained, policy: Policy): Answer {
  const { decision } = explained;
  switch (decision.kind) {
    case 'run':
      return [done('Allowed. It only reads, so it runs at once.')];
    case 'confirm':
      return [
        done('Allowed. It needs your confirmation, and no approval.'),
        ...scoreInWords(decision.points, policy),
      ];
    case 'ask':
      return asking(decision, explained, policy);
    case 'refuse':
      return [
        failed(`Refused. ${decision.why}`),
        note('Who can do it: ', ...peopleInWords(decision.whom), '.'),
      ];
  }
}

function asking(decision: Ask, { person, why, ticket }: Explained, policy: Policy): Answer {
  const { accounts, approvers, channel, expiresMinutes } = decision;
  return [
    waiting(`Allowed. It needs ${needInWords({ approvers, ticket: decision.ticket })}.`),
    ...(why ? [] : [warning('The request still needs a reason: add why="…".')]),
    ...(decision.ticket && !ticket ? [warning('The request still needs a ticket: add ticket=….')] : []),
    facts({
      ...Object.fromEntries(
        accounts.map((account) => [
          accounts.length === 1 ? 'Can approve' : `Can approve for ${account}`,
          approversFor(account, person, policy),
        ]),
      ),
      'Requested in': channelInWords(channel),
      'Expires after': duration(expiresMinutes),
    }),
    ...(accounts.length > 1 ? [note('Each of these accounts needs an approval.')] : []),
    ...(mayBreakGlass(person, policy)
      ? [note('In an emergency you can approve it yourself: break-glass, which everybody is told.')]
      : []),
    ...scoreInWords(decision.points, policy),
  ];
}

/** Who can approve what this person requests. A group can have the person in it, whose own approval does not count. */
function approversFor(account: string, person: Person, policy: Policy): readonly Inline[] {
  const people = peopleFor('approve', account, policy);
  if (people.includes(everyone)) return ['everyone but you'];
  const others = people.filter((id) => !isIdOf(person, id));
  return others.length === 0 ? ['nobody else'] : mentions(others, 'or');
}

/** The sum, the level that it reaches, and the reason for each point. */
function scoreInWords(points: readonly Point[], { risk }: Policy): Answer {
  const score = sum(points);
  const level = risk.levels.findLast(({ minScore }) => minScore <= score);
  const reached = level
    ? `From ${level.minScore} on, a change needs ${needInWords(level)}.`
    : `The lowest level begins at ${risk.levels[0]?.minScore ?? 'no score'}.`;
  if (points.length === 0) return [note(`Risk score 0. ${reached}`)];
  return [
    note(`Risk score ${score}. ${reached}`),
    table({
      caption: `Risk score ${score}`,
      columns: [{ name: 'Points', align: 'right' }, { name: 'Why' }],
      rows: points.map(({ points: amount, why }) => [String(amount), why]),
    }),
  ];
}
