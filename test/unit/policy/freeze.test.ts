import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../../src/policy/decide.ts';
import { type FreezeWindow, freezeAt, freezeInWords, windowInWords } from '../../../src/policy/freeze.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';

const timeZone = 'Europe/Berlin';
const yearEnd = { from: '2026-12-20 18:00', to: '2027-01-03', why: 'Year-end freeze', timeZone } as const;
const weekend: readonly FreezeWindow[] = [
  { days: ['Fri'], from: '16:00', to: '24:00', why: 'Before the weekend', timeZone },
  { days: ['Sat', 'Sun'], from: '00:00', to: '24:00', why: 'Weekend', timeZone },
  { days: ['Sun'], from: '22:00', to: '06:00', why: 'Before Monday', timeZone },
];
const at = (instant: string) => Date.parse(instant);

test.each<readonly [string, readonly FreezeWindow[], string, string | undefined]>([
  ['before a window', [yearEnd], '2026-12-20T16:59Z', undefined],
  ['at its beginning', [yearEnd], '2026-12-20T17:00Z', '2027-01-03T23:00Z'],
  ['on its last day, which is part of it', [yearEnd], '2027-01-03T22:59Z', '2027-01-03T23:00Z'],
  ['at its end', [yearEnd], '2027-01-03T23:00Z', undefined],
  ['on another day of the week', weekend, '2026-11-26T16:00Z', undefined],
  ['on Friday evening, with all that follows', weekend, '2026-11-27T15:00Z', '2026-11-30T05:00Z'],
  ['on Monday morning, in the window of Sunday', weekend, '2026-11-30T04:59Z', '2026-11-30T05:00Z'],
  ['on Monday after it', weekend, '2026-11-30T05:00Z', undefined],
  ['in the night that clocks are set back', weekend, '2026-10-25T01:30Z', '2026-10-26T05:00Z'],
])('the freeze of a change %s', (_, windows, instant, until) => {
  expect(freezeAt(windows, at(instant))?.until).toBe(until && at(until));
});

test('a freeze holds until its end, which is not frozen', () => {
  const clock = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16));
  const weekly = fc.record({
    days: fc.uniqueArray(fc.constantFrom('Mon', 'Tue', 'Fri', 'Sun'), { minLength: 1, maxLength: 2 }),
    from: clock,
    to: clock,
    why: fc.constant('x y z'),
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
  });
  const minute = fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2027, 0) / 60_000 });
  fc.assert(
    fc.property(fc.array(weekly, { maxLength: 3 }), minute, fc.nat(), (windows, count, part) => {
      const now = count * 60_000;
      const freeze = freezeAt(windows, now);
      if (!freeze) return;
      expect(freeze.until).toBeGreaterThan(now);
      expect(freezeAt(windows, freeze.until)).toBeUndefined();
      expect(freezeAt(windows, now + (part % (freeze.until - now)))?.until).toBe(freeze.until);
    }),
    { numRuns: 300 },
  );
});

test('windows that leave no time in a week have no end, and the search for it is bounded', () => {
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
  const always = [{ days, from: '00:00', to: '24:00', why: 'Closed', timeZone }];
  expect(freezeAt(always, at('2026-11-23T12:00Z'))?.until).toBeGreaterThan(at('2027-01-01T00:00Z'));
});

test('a freeze and a window are described in words', () => {
  const freeze = freezeAt([yearEnd], at('2026-12-24T12:00Z'));
  expect(freeze && freezeInWords(freeze)).toBe(
    'Changes are frozen until Mon 4 Jan 2027, 00:00 (Europe/Berlin): Year-end freeze.',
  );
  expect([yearEnd, ...weekend.slice(0, 2)].map(windowInWords)).toEqual([
    '2026-12-20 18:00–2027-01-03 (Europe/Berlin): Year-end freeze',
    'Fri 16:00–24:00 (Europe/Berlin): Before the weekend',
    'Sat, Sun 00:00–24:00 (Europe/Berlin): Weekend',
  ]);
});

const policy: Policy = {
  ...defaults,
  freeze: [yearEnd],
  breakGlass: { people: ['U0CORA'], reasonRequired: true },
};
const decided = (person: string, ...starts: readonly (readonly [instant: string, risk?: 'reads'])[]) =>
  decide(
    {
      requester: { id: person, groups: [] },
      steps: starts.map(([instant, risk]) => ({
        risk: risk ?? 'changes',
        needs: risk ? 'nothing' : 'confirmation',
        networkChange: undefined,
        account: 'ACME',
        startsAt: at(instant),
      })),
    },
    policy,
  );
const why = expect.stringContaining('frozen until Mon 4 Jan 2027');
const during = '2026-12-24T12:00Z';
const after = '2027-01-04T12:00Z';

test.each<readonly [string, () => ReturnType<typeof decided>, object]>([
  [
    'denies a change that would start in it',
    () => decided('U0ANA', [during]),
    { kind: 'deny', why, whom: ['U0CORA'] },
  ],
  [
    'denies several changes if one would start in it',
    () => decided('U0ANA', [after], [during]),
    { kind: 'deny', why },
  ],
  ['confirms a change that starts after it', () => decided('U0ANA', [after]), { kind: 'confirm' }],
  ['lets people read', () => decided('U0ANA', [during, 'reads']), { kind: 'run' }],
  [
    'lets people read in it next to a change after it',
    () => decided('U0ANA', [during, 'reads'], [after]),
    { kind: 'confirm' },
  ],
  [
    'lets a person who may use break-glass request a change, but not just confirm it',
    () => decided('U0CORA', [during]),
    { kind: 'requestApproval', approvers: 1, accounts: ['ACME'], freeze: { why: 'Year-end freeze' } },
  ],
])('a decision in a freeze %s', (_, decision, expected) => {
  expect(decision()).toMatchObject(expected);
});
