import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileProblems } from '../../../../scripts/bundles/file-problems.ts';
import { readPolicy } from '../../../../scripts/policy/read-policy.ts';
import { policySchema } from '../../../../scripts/policy/schema.ts';
import { defaults } from '../../../../src/policy/policy.ts';

const root = path.join(import.meta.dirname, '../../../..');
const file = (name: string): string => readFileSync(path.join(root, name), 'utf8');

function problemsOf(text: string): readonly string[] {
  try {
    readPolicy(text);
  } catch (error) {
    if (error instanceof FileProblems) return error.problems;
    throw error;
  }
  return [];
}

test('the shipped policy spells out the defaults, so that they can be read and changed', () => {
  expect(readPolicy(file('policy.json'))).toEqual(defaults);
});

test('the shipped policy names nobody and no place, so it works in any workspace', () => {
  expect(file('policy.json')).not.toMatch(/"[UWSTCG][A-Z0-9]{2,}"/);
});

test('the stricter policy in docs/policy.md is valid', () => {
  const [, stricter = ''] = /```json\n(\{\n {2}"\$schema"[\s\S]*?)```/.exec(file('docs/policy.md')) ?? [];
  expect(readPolicy(stricter).risk.levels).toHaveLength(2);
});

test('policy.schema.json is current (npm run fix)', () => {
  expect(file('policy.schema.json')).toBe(policySchema());
});

test('an empty policy has the defaults', () => {
  expect(readPolicy('{}')).toEqual(defaults);
});

test('a policy can have all settings', () => {
  const policy = readPolicy(`{
    "workspace": "T0123ABCD",
    "channels": ["C0123ABCD"],
    "people": { "read": ["*"], "change": ["S0OPS"], "approve": ["S0LEADS", "U0ANA"] },
    "accounts": { "acme": { "change": ["U0ANA"], "approve": [], "production": true }, "DEV": {} },
    "approvals": { "channel": "C0APPROVE", "expiresMinutes": 60, "remindMinutes": 15 },
    "risk": { "points": { "largeRange": 9 }, "levels": [{ "minScore": 0, "approvers": 1 }, { "minScore": 9, "approvers": 2, "ticket": true }] },
    "freeze": [
      { "from": "2026-12-20 18:00", "to": "2027-01-03", "why": "Year-end freeze", "timeZone": "Europe/Berlin" },
      { "days": ["Fri"], "from": "16:00", "to": "24:00", "why": "Before the weekend" }
    ],
    "maxTargets": 50,
    "breakGlass": { "people": ["U0ANA"] }
  }`);
  expect(policy).toEqual({
    workspace: 'T0123ABCD',
    channels: ['C0123ABCD'],
    people: { read: ['*'], change: ['S0OPS'], approve: ['S0LEADS', 'U0ANA'] },
    accounts: { ACME: { change: ['U0ANA'], approve: [], production: true }, DEV: { production: false } },
    approvals: { channel: 'C0APPROVE', expiresMinutes: 60, remindMinutes: 15 },
    maxTargets: 50,
    risk: {
      points: { ...defaults.risk.points, largeRange: 9 },
      levels: [
        { minScore: 0, approvers: 1, ticket: false },
        { minScore: 9, approvers: 2, ticket: true },
      ],
    },
    freeze: [
      { from: '2026-12-20 18:00', to: '2027-01-03', why: 'Year-end freeze', timeZone: 'Europe/Berlin' },
      { days: ['Fri'], from: '16:00', to: '24:00', why: 'Before the weekend', timeZone: 'UTC' },
    ],
    breakGlass: { people: ['U0ANA'], reasonRequired: true },
  });
});

test('an unknown key is refused', () => {
  expect(problemsOf('{ "risk.points": { "wide": 1 },\n"accounts": { "ACME": { "from": 1 } } }')).toEqual([
    'policy.json:1: risk.points is not a setting; there is $schema, workspace, channels, people, accounts, approvals, maxTargets, risk, freeze, breakGlass, watch',
    'policy.json:2: accounts.ACME.from is not a setting; there is change, approve, production',
  ]);
});

describe('a mistake has its line and the correction', () => {
  test.each(
    Object.entries<readonly [text: string, ...problems: string[]]>({
      'a digest with an invalid time or zone': [
        `{ "watch": { "accounts": ["ACME"],
        "digestAt": "24:00",
        "timeZone": "Middle/Earth" } }`,
        '2: watch.digestAt must be a time like "09:00"; it is "24:00"',
        '3: watch.timeZone must be a time zone, like "Europe/Berlin"; it is "Middle/Earth"',
      ],
      'a time zone without a digest': [
        '{ "watch": { "accounts": ["ACME"],\n"timeZone": "Europe/Berlin" } }',
        '2: watch.timeZone is the time zone of digestAt, which is missing; it is "Europe/Berlin"',
      ],
      'a freeze with invalid times': [
        `{ "freeze": [
        { "from": "2026-02-30", "to": "Monday", "why": "x y z" },
        { "days": ["Fri"], "from": "25:00", "to": "24:00", "why": "x y z", "timeZone": "Middle/Earth" },
        { "from": "2026-12-21", "to": "2026-12-20", "why": "x y z" },
        { "from": "2026-12-21", "to": "2026-12-22", "why": "x y z", "timeZone": "" },
        { "days": ["friday"], "from": "16:00", "to": "24:00", "why": "x" }] }`,
        '2: freeze[0].from must be a date like "2026-12-20 18:00"; it is "2026-02-30"',
        '2: freeze[0].to must be a date like "2026-12-20 18:00"; it is "Monday"',
        '3: freeze[1].timeZone must be a time zone, like "Europe/Berlin"; it is "Middle/Earth"',
        '3: freeze[1].from must be a time like "16:00"; it is "25:00"',
        '4: freeze[2].to must be later than from; it is "2026-12-20"',
        '5: freeze[3].timeZone must be a time zone, like "Europe/Berlin"; it is ""',
        '6: freeze[4].days[0] must be one of Sun, Mon, Tue, Wed, Thu, Fri, Sat; it is "friday"',
        '6: freeze[4].why must be 3 to 200 characters; it is "x"',
      ],
      'a number out of its range': [
        '{\n  "approvals": {\n    "channel": "#approvals",\n    "expiresMinutes": 0,\n    "remindMinutes": -1\n  }\n}',
        '4: approvals.expiresMinutes must be 5 to 10080; it is 0',
        '5: approvals.remindMinutes must be 1 to 10080; it is -1',
      ],
      'a number in quotes': [
        '{ "risk": {\n "points": {\n "largeRange": "2" } } }',
        '3: risk.points.largeRange must be 0 to 100; it is "2"',
      ],
      'a misspelt setting': [
        '{\n  "approvals": {\n    "expireMinutes": 60\n  }\n}',
        '3: approvals.expireMinutes is not a setting; did you mean expiresMinutes?',
      ],
      'a misspelt setting of a level': [
        '{ "risk": { "levels": [\n{ "minScore": 1, "approvers": 1 },\n{ "minScore": 2, "approvers": 2,\n "tickt": true }] } }',
        '4: risk.levels[1].tickt is not a setting; did you mean ticket?',
      ],
      'a setting with a name that every object has': [
        '{ "accounts": { "ACME": {\n "__proto__": [] } } }',
        '2: accounts.ACME.__proto__ is not a setting; there is change, approve, production',
      ],
      'a person by name': [
        '{ "people": { "approve": [\n"S0LEADS",\n"@ana"] } }',
        '3: people.approve[1] must be a user id (U…), a user group id (S…) or "*" for everyone; it is "@ana"',
      ],
      'one person in place of a list': [
        '{ "people": {\n"approve": "*" } }',
        '2: people.approve must be a list of user ids, user group ids or "*"; it is "*"',
      ],
      'an impossible channel': [
        '{ "approvals": {\n"channel": "approvals" } }',
        '2: approvals.channel must be a channel, like "#approvals" or C0123ABCD; it is "approvals"',
      ],
      'a workspace by name': [
        '{\n"workspace": "acme" }',
        '2: workspace must be the id of a workspace, like T0123ABCD; it is "acme"',
      ],
      'no channel at all': [
        '{\n"channels": [] }',
        '2: channels must name a channel; remove it to accept commands in all channels; it is []',
      ],
      'a fractional level': [
        '{ "risk": { "levels": [\n{ "minScore": 3 }] } }',
        '2: risk.levels[0].approvers must be 0, 1 or 2; it is missing',
      ],
      'levels that do not rise': [
        '{ "risk": { "levels": [\n{ "minScore": 5, "approvers": 2, "ticket": true },\n{ "minScore": 5,\n"approvers": 1 }] } }',
        '3: risk.levels[1].minScore must be more than the level before it has (5); it is 5',
        '3: risk.levels[1].ticket must be true, as at the level before it; it is missing',
        '4: risk.levels[1].approvers must not be less than the level before it has (2); it is 1',
      ],
      'a ticket at a level without approvers': [
        '{ "risk": { "levels": [\n{ "minScore": 5, "approvers": 0, "ticket": true }] } }',
        '2: risk.levels[0].ticket must be false where nobody has to approve; it is true',
      ],
      'an end at a level without approvers, which the next level does not require': [
        '{ "risk": { "levels": [\n{ "minScore": 0, "approvers": 0, "maxLeaseMinutes": 60 },\n{ "minScore": 5, "approvers": 1 }] } }',
        '2: risk.levels[0].maxLeaseMinutes must be left out where nobody has to approve; it is 60',
        '3: risk.levels[1].maxLeaseMinutes must not be more than the level before it has (60); it is missing',
      ],
      'a reminder after the end': [
        '{ "approvals": {\n"expiresMinutes": 30 } }',
        '1: approvals.remindMinutes must be less than approvals.expiresMinutes (30); it is missing',
      ],
      'the same account twice in different letters': [
        '{ "accounts": {\n"ACME": {},\n"acme": {} } }',
        '3: accounts.acme is the same account as accounts.ACME; make them one',
      ],
      'an impossible account': [
        '{ "accounts": {\n"A CME": {} } }',
        '2: accounts.A CME must be named by an account alias, 1 to 12 letters and digits',
      ],
      'break-glass without a list of people': [
        '{\n"breakGlass": {} }',
        '2: breakGlass.people must be a list of user ids, user group ids or "*"; it is missing',
      ],
      'a list in place of a policy': ['\n[]', '2: The policy must be an object; it is []'],
      'a number as a group': ['{\n"risk": 7 }', '2: risk must be an object; it is 7'],
      'a key twice': ['{ "risk": {},\n\n"risk": {} }', '3: risk is there twice'],
      'a key twice, deeper': ['{\n"a": [{ "b": 1,\n"b": 1 }] }', '3: a.0.b is there twice'],
      'a missing comma': ['{ "people": {}\n"risk": {} }', '2: expected a comma, found "risk"'],
      'a comma too many': ['{ "people": {},\n}', '2: expected a key in double quotes, found }'],
      'a comment': ['{\n// who\n}', '2: JSON has no comments; remove // who'],
      'a comment of two lines': ['{\n/* who\nmay */ }', '2: JSON has no comments; remove /* who'],
      'an open end': ['{\n"people": {', '2: expected }, found the end of the file'],
      'an open text': ['{\n"people', '2: "people is not JSON'],
      nothing: ['', '1: expected a value, found the end of the file'],
      'several values': ['{}\n{}', '2: expected the end of the file, found {'],
      'a word': ['{\n"risk": off }', '2: off is not JSON'],
    }),
  )('%s', (_, [text, ...problems]) => {
    expect(problemsOf(text)).toEqual(problems.map((problem) => `policy.json:${problem}`));
  });
});

test('a digest has a time and a zone, and does not exist without a time', () => {
  const watched = (more: string) => readPolicy(`{ "watch": { "accounts": ["acme"]${more} } }`).watch;
  expect(watched(', "digestAt": "09:00"')?.digest).toEqual({ at: '09:00', timeZone: 'UTC' });
  expect(watched(', "digestAt": "09:00", "timeZone": "Europe/Berlin"')?.digest?.timeZone).toBe(
    'Europe/Berlin',
  );
  expect(watched('')).toEqual({ accounts: ['ACME'], everyMinutes: 15 });
});
