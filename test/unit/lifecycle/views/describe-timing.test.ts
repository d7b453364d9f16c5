import { expect, test } from 'vitest';
import { timingOf } from '../../../../src/lifecycle/views/describe-timing.ts';
import { exactDuration } from '../../../../src/time/duration.ts';
import type { Timing } from '../../../../src/time/timing.ts';
import { textOf } from '../../../support/answer-text.ts';

const minute = 60_000;
const startsAt = Date.UTC(2026, 10, 23, 21);
const ends = { after: 120 * minute };

test.each<readonly [string, readonly Timing[], string]>([
  ['nothing without start and end', [{}], ''],
  ['a start', [{ startsAt }], '🗓️ Starts 2026-11-23 21:00 UTC'],
  ['an end after a while', [{ ends }], '🗓️ Ends 2 h after it is applied'],
  [
    'both, at times',
    [{ startsAt, ends: { at: startsAt + 90 * minute } }],
    '🗓️ Starts 2026-11-23 21:00 UTC · Ends 2026-11-23 22:30 UTC',
  ],
  ['several steps that agree once', [{ ends }, { ends }], '🗓️ Ends 2 h after it is applied'],
  ['the one of several steps that ends', [{}, { ends }], '🗓️ Step 2: Ends 2 h after it is applied'],
])('the timing shows %s', (_, steps, shown) => {
  expect(textOf(timingOf(steps))).toBe(shown);
});

test.each([
  [5, '5 min'],
  [90, '1 h 30 min'],
  [24 * 60, '1 d'],
  [30 * 24 * 60 + 1, '30 d 1 min'],
])('%i minutes are %s', (minutes, shown) => {
  expect(exactDuration(minutes * minute)).toBe(shown);
});
