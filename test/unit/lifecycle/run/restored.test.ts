import { expect, test } from 'vitest';
import { isRestored } from '../../../../src/change/model/restored-table.ts';
import { closeRestored } from '../../../../src/lifecycle/run/restored.ts';
import { noon, request, voteOf } from '../../requests.ts';

const minute = 60_000;

test.each([
  ['made before it', noon - minute, true],
  ['made at it', noon, true],
  ['made a few seconds after it, by a clock that is ahead of that of the table', noon + 5_000, true],
  ['made a minute later', noon + minute, false],
])('a request is one of the restored table if it was %s', (_, created, expected) => {
  expect(isRestored(request({ created }), { restoredAt: noon })).toBe(expected);
});

test('without a restored table no request is', () => {
  expect(isRestored(request({ created: 0 }), {})).toBe(false);
});

test.each([
  ['that is open', request()],
  ['that is approved', request({ status: 'approved', votes: [voteOf('U0BEN')] })],
])('a request %s is closed as outdated, and says that it may have been applied', (_, change) => {
  const closed = closeRestored(change, 'j1', noon);
  expect(closed).toMatchObject({
    change: {
      status: 'outdated',
      ended: { event: 'unknown', note: expect.stringContaining('may have been applied') },
    },
  });
  expect(JSON.stringify(closed)).not.toContain('Nothing was changed');
});

test.each(['running', 'done', 'rejected', 'outdated'] as const)(
  'a request that is %s is left as it is',
  (status) => {
    expect(closeRestored(request({ status }), 'j1', noon)).toHaveProperty('refused');
  },
);
