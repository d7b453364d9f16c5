import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { executionId } from '../../../../src/change/model/ids.ts';
import { type Circumstances, pass } from '../../../../src/change/transitions/passing.ts';
import { endOf, endsAt } from '../../../support/made/ends.ts';
import { noon, posted, request } from '../../../support/made/requests.ts';

/* What time alone makes of a change. */

const minute = 60_000;
const hour = 60 * minute;
const usual: Circumstances = {
  isRestored: false,
  unsent: new Set(),
  unknown: () => ({ answer: [] }),
};
const card = posted('card', '1.1');
const open = request({ messages: [card] });
const claimed = { at: noon, job: executionId('a1', 0), run: 'r1' };
const running = request({ status: 'running' }, { claimed });
const nothingLeft = { note: 'Outdated: it has ended.', answer: [] };
const restored = { isRestored: true };

test.each<[string, Change, at: number, Partial<Circumstances>, Partial<Change>]>([
  [
    'an open request expires',
    open,
    open.expires,
    {},
    { status: 'expired', due: ['card', 'requester', 'log'] },
  ],
  [
    'an approved request expires as a whole, not step by step',
    request({ status: 'approved' }),
    open.expires + 45 * minute,
    {},
    { status: 'expired' },
  ],
  ['a step without a report is lost', running, noon + hour, {}, { status: 'unknown', lastJob: 'sweep' }],
  [
    'a request that has nothing left to do is outdated',
    open,
    noon,
    { nothingLeft },
    { status: 'outdated', closed: expect.objectContaining({ job: 'sweep', note: nothingLeft.note }) },
  ],
  ['a request of a restored table is outdated', open, noon, restored, { status: 'outdated' }],
  ['a request of a restored table doesn’t expire', open, open.expires, restored, { status: 'outdated' }],
  ['a step of a restored table may have been sent', running, noon, restored, { status: 'unknown' }],
  [
    'people get notice of an end',
    endOf(),
    endsAt - 15 * minute,
    {},
    { due: ['requester', 'channel'], reversal: expect.objectContaining({ noticed: true }) },
  ],
  [
    'people read once that an end is overdue',
    endOf({ reversal: { noticed: true } }),
    endsAt + 10 * minute,
    {},
    { reversal: expect.objectContaining({ overdue: true }) },
  ],
])('%s', (_, change, at, circumstances, becomes) => {
  expect(pass(change, { ...usual, ...circumstances }, at)).toMatchObject(becomes);
});

test.each<[string, Change, at: number, Partial<Circumstances>]>([
  ['an open request before it expires', open, open.expires - 1, {}],
  ['a claimed step that was certainly not sent', running, noon + hour, { unsent: new Set([0]) }],
  ['a step whose worker may still report', running, noon + hour - 1, {}],
  ['an end before its notice', endOf(), endsAt - 15 * minute - 1, {}],
  ['what is closed', request({ status: 'rejected' }), open.expires, { ...restored, nothingLeft }],
])('time leaves %s as it is', (_, change, at, circumstances) => {
  expect(pass(change, { ...usual, ...circumstances }, at)).toBe(change);
});
