import { expect, test } from 'vitest';
import { requestName } from '../../../../src/change/model/change.ts';
import { discard } from '../../../../src/change/transitions/withdraw.ts';
import { missingInRequest } from '../../../../src/lifecycle/prepare/missing-in-request.ts';
import {
  newRequest,
  requestApproval,
  tooManyOpen,
} from '../../../../src/lifecycle/request/request-approval.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { changesInMemory, memory } from '../../../support/in-memory/memory.ts';
import { approvalRequired } from '../../../support/made/approval-required.ts';
import { changeOf } from '../../../support/made/changes.ts';
import { request } from '../../../support/made/requests.ts';

const refused =
  'You have 20 open requests, and 20 is the limit. Withdraw one, or wait until one is closed. Run “approvals” to list them.';

test.each([
  ['nineteen leave room for one', 19, 'U0ANA', 'new', undefined],
  ['twenty leave no room', 20, 'U0ANA', 'new', refused],
  ['one of the twenty can be delivered again', 20, 'U0ANA', 'r0', undefined],
  ['those of other people do not count', 20, 'U0BEN', 'new', undefined],
])('the limit of open requests: %s', async (_, open, requester, id, sentence) => {
  const { changes } = changesInMemory(
    ...Array.from({ length: open }, (_, at) => request({ id: `r${at}`, number: at + 1 })),
  );
  const { deps } = memory({ changes });
  expect(await tooManyOpen(requester, id, deps)).toBe(sentence);
});

test('what is closed leaves room, also if a version without the index left it there', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `r${at}`);
  const { changes } = changesInMemory(
    ...ids.map((id, at) => request({ id, number: at + 1, ...(at === 7 && { status: 'withdrawn' }) })),
  );
  const { deps } = memory({ changes: { ...changes, openOf: async () => ids } });
  expect(await tooManyOpen('U0ANA', 'new', deps)).toBeUndefined();
});

const decision = approvalRequired();

const { judgement } = request();
if (!judgement) throw new Error('It is judged');
const asked = {
  change: changeOf(),
  job: 'j1',
  evaluation: { ...judgement, warnings: [], policy: '' },
  decision,
};

test.each([
  ['a job that is delivered again', (): void => {}],
  [
    'the same request after its card could not be posted',
    ({ kept }: ReturnType<typeof changesInMemory>): void => {
      const left = discard(request({ number: 1 }), 'no channel', 0);
      if ('change' in left) kept.set('a1', left.change);
    },
  ],
])('a request keeps its number: %s', async (_, meanwhile) => {
  const store = changesInMemory();
  const { deps } = memory({ changes: store.changes });
  await requestApproval(asked, deps);
  meanwhile(store);
  await requestApproval(asked, deps);
  expect(store.kept.get('a1')?.number).toBe(1);
  await requestApproval({ ...asked, change: changeOf({ id: 'a2' }) }, deps);
  expect(store.kept.get('a2')?.number).toBeGreaterThan(1);
});

test.each([
  ['nobody if everybody may approve', ['*'], {}, []],
  ['those that the policy names, but not the requester', ['S0NET', 'U0ANA'], {}, ['S0NET']],
  [
    'those of each account',
    ['S0NET'],
    { ACDV: { production: false, approve: ['U0BEN', 'S0NET'] } },
    ['S0NET', 'U0BEN'],
  ],
  ['those that the account names', ['*'], { ACDV: { production: false, approve: ['U0BEN'] } }, ['U0BEN']],
])('approvers to mention: %s', async (_, approve, accounts, reviewers) => {
  const { deps } = memory({ policy: { ...defaults, people: { ...defaults.people, approve }, accounts } });
  const { approval } = await newRequest(
    { ...asked, decision: { ...decision, accounts: ['ACME', 'ACDV'] } },
    deps,
  );
  expect(approval).toMatchObject({ reviewers, mayBreakGlass: false });
});

test.each([
  ['by its number', { id: '6a9f2780c1', number: 1042 }, '#1042'],
  ['by the start of its id if it has none', { id: '6a9f2780c1' }, '6a9f2780'],
])('people name a request %s', (_, change, name) => {
  expect(requestName(change)).toBe(name);
});

test.each([
  ['that is new', {}, 'A change this risky must end by itself within 4 h: add ends=240m, or less.'],
  [
    'that continues an earlier opening of its requester',
    { latestEnd: { at: Date.UTC(2026, 10, 22, 18), isExtension: false } },
    'A change this risky must end by itself within 4 h, together with what was opened there before: at 2026-11-22 18:00 UTC at the latest.',
  ],
  [
    'that no end allows yet',
    {
      latestEnd: { at: Date.UTC(2026, 10, 22, 8), isExtension: false, notBefore: Date.UTC(2026, 10, 22, 9) },
    },
    'A change this risky must end by itself within 4 h, and what was opened there before has used up that time: open it again after 2026-11-22 09:00 UTC.',
  ],
  [
    'that is extended',
    { latestEnd: { at: Date.UTC(2026, 10, 22, 18), isExtension: true } },
    'A change this risky must end by itself within 4 h of its start, so it can be extended to 2026-11-22 18:00 UTC at most.',
  ],
])('the refusal of an opening %s says which end is allowed', (_, more, sentence) => {
  expect(missingInRequest(changeOf(), { ...decision, maxLeaseMinutes: 240, ...more })).toBe(sentence);
});
