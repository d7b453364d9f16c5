import { expect, test } from 'vitest';
import { seenDigest } from '../../../../src/change/model/digest.ts';
import { cancel, confirm } from '../../../../src/change/transitions/click.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { noon, previewOf } from '../../../support/made/requests.ts';

const preview = previewOf();
const click = { by: preview.requester, job: 'j1', seen: seenDigest(preview) };

const decisions = [
  ['confirmed', confirm],
  ['cancelled', cancel],
] as const;

test.each(decisions)(
  'a preview is %s once, and the same click finds that again, even later',
  (status, decide) => {
    const change = { ...preview, status, job: 'j1' };
    expect(decide(preview, click, noon)).toEqual({ change });
    expect(decide(change, click, preview.expires)).toEqual({ change, redelivered: true });
    for (const [, then] of decisions)
      expect(then(change, { ...click, job: 'j2' }, noon)).toEqual({ refused: `${status} before` });
  },
);

test.each(decisions)('a preview is %s only by its requester, in time, and as it was shown', (_, decide) => {
  expect(decide(preview, { ...click, by: 'U0BEN' }, noon)).toEqual({ refused: 'not yours' });
  expect(decide(preview, click, preview.expires - 1)).toHaveProperty('change.job', 'j1');
  expect(decide(preview, click, preview.expires)).toEqual({ refused: 'expired', change: preview });
  for (const seen of ['else', undefined])
    expect(decide(preview, { ...click, seen }, noon)).toEqual({ refused: 'not seen', change: preview });
});

test.each(decisions)('what is swapped after a preview was %s is not found again', (status, decide) => {
  const swapped = { ...preview, status, job: 'j1', reason: 'to delete everything' };
  expect(decide(swapped, click, noon)).toEqual({ refused: 'not seen', change: swapped });
});

test('a preview with everything unticked is not confirmed but cancelled, and keeps the steps that are unticked', () => {
  const target = { noun: 'server', name: 'DE1ACMEWEB01' };
  const several = previewOf({ steps: [stepOf({ target }), stepOf({ target })] });
  const ticked = { ...click, seen: seenDigest(several) };
  expect(confirm(several, { ...ticked, excluded: [0, 1] }, noon)).toEqual({ refused: 'nothing ticked' });
  expect(cancel(several, { ...ticked, excluded: [0, 1] }, noon)).toHaveProperty('change.status', 'cancelled');
  expect(confirm(several, { ...ticked, excluded: [0] }, noon)).toHaveProperty('change.steps', several.steps);
});
