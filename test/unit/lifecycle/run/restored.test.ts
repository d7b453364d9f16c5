import { expect, test } from 'vitest';
import { isRestored } from '../../../../src/change/model/restored-table.ts';
import { closeRestored } from '../../../../src/lifecycle/run/restored.ts';
import { noon, request, voteOf } from '../../requests.ts';

const minute = 60_000;

test.each([
  ['before the restore counts as restored', noon - minute, true],
  ['at the restore counts as restored', noon, true],
  ['a few seconds after the restore, by a clock that is ahead, counts as restored', noon + 5_000, true],
  ['a minute after the restore does not count as restored', noon + minute, false],
])('a request made %s', (_, created, expected) => {
  expect(isRestored(request({ created }), { restoredAt: noon })).toBe(expected);
});

test('no request counts as restored without a restored table', () => {
  expect(isRestored(request({ created: 0 }), {})).toBe(false);
});

test.each([
  ['that is open', request()],
  ['that is approved', request({ status: 'approved', votes: [voteOf('U0BEN')] })],
])('a restored request %s is closed as outdated, and says that it may have been applied', (_, change) => {
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
  'a restored request that is %s stays as it is',
  (status) => {
    expect(closeRestored(request({ status }), 'j1', noon)).toHaveProperty('refused');
  },
);
