import { expect, test } from 'vitest';
import { statusAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { buttonsIn } from '../../operations/run-line.ts';
import { type RequestFacts, request } from '../../requests.ts';

test.each<[string, RequestFacts, string[]]>([
  ['The requester can withdraw an open request', {}, ['Withdraw']],
  [
    'and approve it by break-glass where the policy names them',
    { mayBreakGlass: true },
    ['Withdraw', 'Break-Glass Approval…'],
  ],
  ['but not once it is approved', { status: 'approved', mayBreakGlass: true }, []],
  [
    'nor after it has ended',
    { status: 'rejected', mayBreakGlass: true, ended: { event: 'rejected', person: 'U0BEN', job: 'j1' } },
    [],
  ],
])('%s', (_, more, labels) => {
  expect(buttonsIn(statusAnswer(request(more))).map(({ label }) => label)).toEqual(labels);
});
