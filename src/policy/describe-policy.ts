import { type Answer, bold, channel, facts, heading, type Inline, note, warning } from '../answer/answer.ts';
import { listed } from '../answer/listed.ts';
import { duration } from '../time/duration.ts';
import { windowInWords } from './freeze.ts';
import { mayBreakGlass } from './may-decide.ts';
import { missingInWords } from './missing-groups.ts';
import { may, type Person, peopleFor, type Right, whoMay } from './people.ts';
import { peopleInWords } from './people-in-words.ts';
import { type DigestTime, type Level, type Policy, watchChannel } from './policy.ts';
import { maxScore, pointsOf } from './risk.ts';
import { riskRules } from './rules/index.ts';

const rights: Readonly<Record<Right, string>> = {
  read: 'view',
  change: 'change',
  approve: 'approve others’ requests',
};

/**
 * Describes the policy to a person in an account: their rights, the people with rights, the points of changes, and what a score
 * requires. Names no other account.
 */
export function describePolicy(policy: Policy, person: Person, account: string): Answer {
  const { approvals, channels, breakGlass } = policy;
  const production = policy.accounts[account.toUpperCase()]?.production ?? false;
  const scored = riskRules.filter((rule) => pointsOf(rule, policy) > 0);
  return [
    heading(`Policy for ${account}${production ? ' (production)' : ''}`),
    facts({
      'You can': rightsInWords(policy, person, account),
      View: peopleInWords(whoMay('read', account, policy)),
      Change: peopleInWords(peopleFor('change', account, policy)),
      Approve: peopleInWords(peopleFor('approve', account, policy)),
      'Break-glass': breakGlass
        ? [...peopleInWords(breakGlass.people), ...(breakGlass.reasonRequired ? [' (reason required)'] : [])]
        : 'nobody',
      'Servers per request': `up to ${policy.maxTargets}`,
      Channels: channels ? listed(channels.map(channel)) : 'all',
      ...(policy.watch?.accounts.includes(account.toUpperCase()) && {
        Watched: [
          `every ${duration(policy.watch.everyMinutes)} · traffic opened outside Skydesk is posted in `,
          channelInWords(watchChannel(policy)),
          ...(policy.watch.digest ? [digestInWords(policy.watch.digest)] : []),
        ],
      }),
      ...(policy.freeze.length > 0 && { Freeze: policy.freeze.map(windowInWords).join('; ') }),
      Requests: [
        'sent to ',
        channelInWords(approvals.channel),
        ` · reminder after ${duration(approvals.remindMinutes)} · expire after ${duration(approvals.expiresMinutes)}`,
      ],
    }),
    ...(person.missing ?? []).map((group) => warning(missingInWords(group))),
    facts(Object.fromEntries(levels(policy))),
    note(
      'Firewall policy changes always need at least 1 approval. You can’t approve your own request, except with a break-glass approval.',
    ),
    ...(scored.length === 0
      ? [note('No change has a risk score.')]
      : [
          note(bold(`Risk score, 0 to ${maxScore(policy)}`)),
          ...scored.map((rule) => note(bold(`+${pointsOf(rule, policy)}`), `  ${rule.description}`)),
        ]),
  ];
}

function rightsInWords(policy: Policy, person: Person, account: string): string {
  const all: readonly Right[] = ['read', 'change', 'approve'];
  const held = all.filter((right) => may(right, person, account, policy)).map((right) => rights[right]);
  return [...held, ...(mayBreakGlass(person, policy) ? ['use break-glass approval'] : [])].join(', ');
}

const digestInWords = ({ at, timeZone }: DigestTime): string =>
  `, other changes in a digest at ${at} (${timeZone})`;

/** Formats a channel given by name or id. */
export const channelInWords = (name: string): Inline => (name.startsWith('#') ? name : channel(name));

/** Returns each range of scores with its requirements. */
function levels({ risk }: Policy): readonly (readonly [string, string])[] {
  const all: readonly Level[] =
    risk.levels[0]?.minScore === 0
      ? risk.levels
      : [{ minScore: 0, approvers: 0, ticket: false }, ...risk.levels];
  return all.map((level, at) => {
    const next = all[at + 1]?.minScore;
    const last = next === undefined ? undefined : next - 1;
    return [`Risk ${rangeInWords(level.minScore, last)}`, needInWords(level)];
  });
}

function rangeInWords(first: number, last: number | undefined): string {
  if (last === undefined) return `${first}+`;
  return first === last ? String(first) : `${first}–${last}`;
}

/** Returns what a change needs: "your confirmation", "2 approvals + ticket + end within 4 h". */
export function needInWords({ approvers, ticket, maxLeaseMinutes }: Omit<Level, 'minScore'>): string {
  const who =
    approvers === 0 ? 'your confirmation' : `${approvers} ${approvers === 1 ? 'approval' : 'approvals'}`;
  return [
    who,
    ...(ticket ? ['ticket'] : []),
    ...(maxLeaseMinutes === undefined ? [] : [`end within ${duration(maxLeaseMinutes)}`]),
  ].join(' + ');
}
