import {
  type Answer,
  context,
  done,
  facts,
  failed,
  type Inline,
  note,
  waiting,
  warning,
} from '../answer/answer.ts';
import { duration } from '../time/duration.ts';
import { utc } from '../time/utc.ts';
import type { ApprovalRequired, Decision } from './decide.ts';
import { channelInWords, needInWords } from './describe-policy.ts';
import { freezeInWords } from './freeze.ts';
import { mayBreakGlass } from './may-decide.ts';
import { missingAmong, missingInWords } from './missing-groups.ts';
import { everyone, isIdOf, type Person, peopleFor } from './people.ts';
import { mentions, peopleInWords } from './people-in-words.ts';
import type { Policy } from './policy.ts';
import { type Point, sum } from './risk.ts';
import { riskLine } from './risk-line.ts';

/** A decision on a request of `person`, with their reason and ticket. */
export interface Explained {
  readonly decision: Decision;
  readonly person: Person;
  readonly why: string | undefined;
  readonly ticket: string | undefined;
}

/** Describes a decision: its consequences, its reasons, and who can approve or make the change. */
export function explainDecision(explained: Explained, policy: Policy): Answer {
  const { decision } = explained;
  switch (decision.kind) {
    case 'run':
      return [done('Allowed. Reads run right away.')];
    case 'confirm':
      return [
        done(`Allowed with ${needInWords({ approvers: 0, ticket: false })}.`),
        note(riskLine(decision, policy)),
        ...firstLevel(policy),
      ];
    case 'requestApproval':
      return explainApproval(decision, explained, policy);
    case 'deny':
      return [
        failed(`Not allowed. ${decision.why}`),
        facts({ [decision.freeze ? 'Break-glass' : 'Who can']: peopleInWords(decision.whom) }),
        ...(decision.missing ?? []).map((group) => note(missingInWords(group))),
      ];
  }
}

function explainApproval(
  decision: ApprovalRequired,
  { person, why, ticket }: Explained,
  policy: Policy,
): Answer {
  const { accounts, channel, expiresMinutes } = decision;
  return [
    ...(decision.freeze
      ? [warning(`${freezeInWords(decision.freeze)} Only a break-glass approval runs it before that.`)]
      : []),
    waiting(`Allowed with ${needInWords(decision)}.`),
    ...(why ? [] : [warning('Add a reason: why="…"')]),
    ...(decision.ticket && !ticket ? [warning('Add a ticket: ticket=…')] : []),
    ...endToAdd(decision),
    facts({
      ...Object.fromEntries(
        accounts.map((account) => [
          accounts.length === 1 ? 'Can approve' : `Can approve for ${account}`,
          approversFor(account, person, policy),
        ]),
      ),
      'Sent to': channelInWords(channel),
      'Expires after': duration(expiresMinutes),
    }),
    ...missingAmong(
      accounts.flatMap((account) => peopleFor('approve', account, policy)),
      person,
    ).map((group) => warning(missingInWords(group))),
    ...(accounts.length > 1 ? [note('Each of these accounts needs its own approval.')] : []),
    ...(mayBreakGlass(person, policy)
      ? [note('In an emergency, you can approve it yourself (break-glass approval). Everyone is notified.')]
      : []),
    note(riskLine(decision, policy)),
    ...(reached(decision.points, policy) ? [] : [context('This kind of change always needs approval.')]),
  ];
}

function endToAdd({ maxLeaseMinutes, latestEnd }: ApprovalRequired): Answer {
  if (maxLeaseMinutes === undefined) return [];
  if (!latestEnd) return [warning(`Add an end: ends=${maxLeaseMinutes}m, or sooner`)];
  if (latestEnd.notBefore !== undefined)
    return [
      warning(
        `What you opened there before has used up its time: open it again after ${utc(latestEnd.notBefore)}`,
      ),
    ];
  const why = latestEnd.isExtension ? 'counted from its start' : 'together with what you opened there before';
  return [warning(`It must end by ${utc(latestEnd.at)}, ${why}`)];
}

/** Returns the people who can approve this person's requests. Groups may include the person, who doesn't count. */
function approversFor(account: string, person: Person, policy: Policy): readonly Inline[] {
  const people = peopleFor('approve', account, policy);
  if (people.includes(everyone)) return ['anyone but you'];
  const others = people.filter((id) => !isIdOf(person, id));
  return others.length === 0 ? ['nobody else'] : mentions(others, 'or');
}

/** Returns whether the score alone requires approval. */
const reached = (points: readonly Point[], { risk }: Policy): boolean =>
  (risk.levels.findLast(({ minScore }) => minScore <= sum(points))?.approvers ?? 0) > 0;

/** Renders the lowest score that requires approval. */
function firstLevel({ risk }: Policy): Answer {
  const level = risk.levels.find(({ approvers }) => approvers > 0);
  return level ? [context(`Approval starts at a risk of ${level.minScore}.`)] : [];
}
