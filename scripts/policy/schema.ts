import * as z from 'zod';
import { longestApproval } from '../../src/change/model/time-limits.ts';
import { type FreezeWindow, spanOf, weekdays } from '../../src/policy/freeze.ts';
import { defaults, type Level, type Policy } from '../../src/policy/policy.ts';
import { riskRules } from '../../src/policy/rules/index.ts';
import type { RiskRule } from '../../src/policy/rules/rule.ts';
import { isTimeZone } from '../../src/time/time-zone.ts';

const text = (form: RegExp, error: string) => z.string({ error }).regex(form, { error });
const principal = text(
  /^(\*|[UW][A-Z0-9]{2,}|S[A-Z0-9]{2,})$/,
  'must be a user id (U…), a user group id (S…) or "*" for everyone',
);
const list = (does: string) =>
  z.array(principal, { error: 'must be a list of user ids, user group ids or "*"' }).describe(does);

const integer = (least: number, most: number) => {
  const error = `must be ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};
const flag = z.boolean({ error: 'must be true or false' });
const group = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'invalid_type' ? 'must be an object' : undefined),
  });

const longestToDecide = longestApproval / 60_000;
const month = 30 * 24 * 60;
const id = (letters: string, what: string, example: string) =>
  text(new RegExp(`^[${letters}][A-Z0-9]{2,}$`), `must be ${what}, like ${example}`);

const level = group({
  minScore: integer(0, 1000).describe('The lowest risk score of this level.'),
  approvers: z
    .literal([0, 1, 2], { error: 'must be 0, 1 or 2' })
    .describe('Number of distinct people who must approve. The requester never counts.'),
  ticket: flag.default(false).describe('Whether the requester must give the id of a ticket.'),
  maxLeaseMinutes: integer(5, month)
    .optional()
    .describe(
      'Minutes after which what a change opens must end by itself. Optional: without it, it may stay.',
    ),
});

const people = group({
  read: list('Who may read. People who may change or approve may also read.').default([
    ...defaults.people.read,
  ]),
  change: list('Who may request changes.').default([...defaults.people.change]),
  approve: list('Who may approve or reject the requests of others.').default([...defaults.people.approve]),
})
  .prefault({})
  .describe('Slack users (U…), user groups (S…), or "*" for every full member. [] means nobody.');

const alias = /^[A-Za-z0-9]{1,12}$/;
const accounts = z
  .record(
    text(alias, 'must be named by an account alias, 1 to 12 letters and digits'),
    group({
      change: list('Who may request changes in this account. Replaces people.change.').optional(),
      approve: list(
        'Who may approve or reject requests in this account. Replaces people.approve.',
      ).optional(),
      production: flag.default(false).describe('Changes in this account have a higher risk score.'),
    }),
    { error: (issue) => (issue.code === 'invalid_type' ? 'must be an object' : undefined) },
  )
  .default({})
  .describe('Exceptions for single accounts, by their alias.');

const channelName = text(
  /^(#[^\s#]{1,80}|[CG][A-Z0-9]{2,})$/,
  'must be a channel, like "#approvals" or C0123ABCD',
);

const approvals = group({
  channel: channelName
    .default(defaults.approvals.channel)
    .describe('The approvals channel, where requests are posted.'),
  expiresMinutes: integer(5, longestToDecide)
    .default(defaults.approvals.expiresMinutes)
    .describe('Minutes until a request expires.'),
  remindMinutes: integer(1, longestToDecide)
    .default(defaults.approvals.remindMinutes)
    .describe('Minutes until the approvers get one reminder.'),
})
  .prefault({})
  .superRefine(({ expiresMinutes, remindMinutes }, context) => {
    if (remindMinutes < expiresMinutes) return;
    const message = `must be less than approvals.expiresMinutes (${expiresMinutes})`;
    context.addIssue({ code: 'custom', path: ['remindMinutes'], message });
  });

const levels = z
  .array(level, { error: 'must be a list of levels' })
  .default(defaults.risk.levels.map((level) => ({ ...level })))
  .superRefine(rising)
  .describe('What a change needs, by its risk score. A firewall change always needs at least 1 approver.');

const pointsOf = ({ points, description }: RiskRule) => integer(0, 100).default(points).describe(description);

const riskFor = (rules: readonly RiskRule[]) =>
  group({
    points: group(Object.fromEntries(rules.map((rule) => [rule.id, pointsOf(rule)])))
      .prefault({})
      .describe('Points of each risk rule. 0 turns a rule off.'),
    levels,
    shortLease: group({
      minutes: integer(5, month).describe(
        'Everything that the change opens ends by itself within so many minutes.',
      ),
      points: integer(1, 100).describe('So many points less. The score is never below 0.'),
    })
      .optional()
      .describe(
        'A lower risk score for openings that end soon. Optional: without it, the end does not count.',
      ),
  }).prefault({});

const breakGlass = group({
  people: list('Who may approve their own requests in an emergency.'),
  reasonRequired: flag.default(true).describe('Whether a reason is required.'),
})
  .optional()
  .describe(
    'Break-glass approvals. Optional: without it, nobody can use them. Each one is announced in the approvals channel.',
  );

const clockTime = '([01]\\d|2[0-3]):[0-5]\\d';
const dailyTime = new RegExp(`^${clockTime}$`);
const weeklyTime = new RegExp(`^(${clockTime}|24:00)$`);
const dateTime = new RegExp(`^\\d{4}-\\d{2}-\\d{2}( ${clockTime})?$`);
const at = { error: 'must be a date like "2026-12-20 18:00" or, with days, a time like "16:00"' };

const zoneError = { error: 'must be a time zone, like "Europe/Berlin"' };
const timeZone = z.string(zoneError).refine(isTimeZone, zoneError);

const freezeWindow = group({
  days: z
    .array(z.enum(weekdays, { error: `must be one of ${weekdays.join(', ')}` }), {
      error: 'must be a list of days',
    })
    .min(1, { error: 'must name a day' })
    .optional()
    .describe('The days of a weekly window. Optional: without it, the window has dates.'),
  from: z.string(at).describe('When it begins: "2026-12-20", "2026-12-20 18:00" or, with days, "16:00".'),
  to: z
    .string(at)
    .describe(
      'When it ends; a date without a time is the whole day. With days, a time before `from` is on the next day.',
    ),
  why: z
    .string({ error: 'must be a text' })
    .min(3, { error: 'must be 3 to 200 characters' })
    .max(200, { error: 'must be 3 to 200 characters' })
    .describe('What people are told, like "Year-end freeze".'),
  timeZone: timeZone.default('UTC').describe('The time zone of its dates and times, like "Europe/Berlin".'),
}).superRefine((window, context) => {
  const wrong = (path: 'from' | 'to', message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const form = window.days ? weeklyTime : dateTime;
  const misread = (['from', 'to'] as const).filter(
    (key) => !form.test(window[key]) || !isReal(window, window[key]),
  );
  for (const key of misread)
    wrong(key, window.days ? 'must be a time like "16:00"' : 'must be a date like "2026-12-20 18:00"');
  if (misread.length > 0 || window.days || !isTimeZone(window.timeZone)) return;
  const { from, to } = spanOf(window);
  if (to <= from) wrong('to', 'must be later than from');
});

/** Whether a date exists in the calendar. True for a clock time, which has no date. */
const isReal = ({ days }: Pick<FreezeWindow, 'days'>, words: string): boolean => {
  const [date = ''] = words.split(' ');
  return (
    days !== undefined || (!Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date))
  );
};

const freeze = z
  .array(freezeWindow, { error: 'must be a list of windows' })
  .default([])
  .describe('Times in which no change may start, unless by a break-glass approval.');

const minutesOf = (words: string): number => Number.parseInt(words, 10) * (words.endsWith('h') ? 60 : 1);
const everyError = 'must be 5m to 24h, like "15m"';

const watch = group({
  accounts: z
    .array(text(alias, 'must be an account alias, 1 to 12 letters and digits'), {
      error: 'must be a list of account aliases',
    })
    .min(1, { error: 'must name an account; remove watch to watch none' })
    .describe('The accounts that are watched, by their aliases.'),
  every: text(/^\d{1,4}[mh]$/, everyError)
    .refine((words) => minutesOf(words) >= 5 && minutesOf(words) <= 24 * 60, everyError)
    .default('15m')
    .describe('How often they are read: "15m", "1h".'),
  channel: channelName
    .optional()
    .describe('Where what was changed outside is told. Optional: without it, the approvals channel.'),
  digestAt: text(dailyTime, 'must be a time like "09:00"')
    .optional()
    .describe(
      'When the channel gets one message a day about each account in which something was changed outside and is still so, like "09:00". Optional: without it, never.',
    ),
  timeZone: timeZone
    .optional()
    .describe('The time zone of digestAt, like "Europe/Berlin". Optional: without it, UTC.'),
})
  .superRefine(({ digestAt, timeZone }, context) => {
    if (timeZone === undefined || digestAt !== undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['timeZone'],
      message: 'is the time zone of digestAt, which is missing',
    });
  })
  .transform(({ accounts, every, digestAt, timeZone = 'UTC', ...channel }) => ({
    ...channel,
    ...(digestAt !== undefined && { digest: { at: digestAt, timeZone } }),
    accounts: [...new Set(accounts.map((alias) => alias.toUpperCase()))],
    everyMinutes: minutesOf(every),
  }))
  .optional()
  .describe(
    'Compares firewall policies, public IPs, alert policies and autoscale assignments with what they were, so that /cloud changed lists what changed outside Skydesk. Optional: without it, nothing is watched.',
  );

/**
 * Returns the schema of policy.json as written, for these risk rules. Its output is a complete `Policy`. Messages follow the name
 * of the invalid value.
 */
export const schemaFor = (rules: readonly RiskRule[]) =>
  group({
    $schema: z.string({ error: 'must be the address of a JSON schema' }).optional(),
    workspace: id('T', 'the id of a workspace', 'T0123ABCD')
      .optional()
      .describe('The only workspace whose members can use Skydesk. Optional: without it, any workspace.'),
    channels: z
      .array(id('CG', 'the id of a channel', 'C0123ABCD'), { error: 'must be a list of channel ids' })
      .min(1, { error: 'must name a channel; remove it to accept commands in all channels' })
      .optional()
      .describe(
        'Channels in which Skydesk accepts commands. Optional: without it, all channels. With it, agents are refused: they ask in direct messages.',
      ),
    people,
    accounts,
    approvals,
    maxTargets: integer(1, 50)
      .default(defaults.maxTargets)
      .describe('How many servers one request can name. It makes the same change to each.'),
    risk: riskFor(rules),
    freeze,
    breakGlass,
    watch,
  }).transform(
    ({ $schema: _, accounts: byAlias, ...rest }): Policy => ({ ...rest, accounts: capitals(byAlias) }),
  );

/** Checks that more points never require less. */
function rising(levels: readonly Level[], context: z.RefinementCtx): void {
  levels.forEach((level, at) => {
    const below = levels[at - 1];
    const wrong = [...wrongAlone(level), ...(below ? wrongAbove(below, level) : [])];
    for (const [member, message] of wrong) context.addIssue({ code: 'custom', path: [at, member], message });
  });
}

type WrongMember = readonly [member: keyof Level, message: string];

function* wrongAlone({ approvers, ticket, maxLeaseMinutes }: Level): Generator<WrongMember> {
  if (approvers > 0) return;
  if (ticket) yield ['ticket', 'must be false where nobody has to approve'];
  if (maxLeaseMinutes !== undefined)
    yield ['maxLeaseMinutes', 'must be left out where nobody has to approve'];
}

function* wrongAbove(
  below: Level,
  { minScore, approvers, ticket, maxLeaseMinutes }: Level,
): Generator<WrongMember> {
  const before = (amount: number): string => `than the level before it has (${amount})`;
  if (below.maxLeaseMinutes !== undefined && !((maxLeaseMinutes ?? Infinity) <= below.maxLeaseMinutes))
    yield ['maxLeaseMinutes', `must not be more ${before(below.maxLeaseMinutes)}`];
  if (minScore <= below.minScore) yield ['minScore', `must be more ${before(below.minScore)}`];
  if (approvers < below.approvers) yield ['approvers', `must not be less ${before(below.approvers)}`];
  if (below.ticket && !ticket) yield ['ticket', 'must be true, as at the level before it'];
}

const capitals = <Rules>(accounts: Readonly<Record<string, Rules>>): Readonly<Record<string, Rules>> =>
  Object.fromEntries(Object.entries(accounts).map(([alias, rules]) => [alias.toUpperCase(), rules]));

export const policySchema = (): string => `${JSON.stringify(jsonSchema(), null, 2)}\n`;

/** Returns the published JSON schema of policy.json, which editors use for completion and validation. */
export function jsonSchema(rules: readonly RiskRule[] = riskRules): z.core.JSONSchema.BaseSchema {
  const schema = z.toJSONSchema(schemaFor(rules), { io: 'input', target: 'draft-7' });
  return { title: 'Policy of Skydesk', ...schema };
}
