import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { statusAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { buttonsIn } from '../../operations/run-line.ts';
import { type RequestFacts, request } from '../../requests.ts';

const ended = { event: 'rejected', person: 'U0BEN', job: 'j1' } as const;

test.each<[string, RequestFacts, string[]]>([
  ['The requester can withdraw an open request', {}, ['Withdraw']],
  [
    'and approve it by break-glass where the policy names them',
    { mayBreakGlass: true },
    ['Withdraw', 'Break-Glass Approval…'],
  ],
  ['but not once it is approved', { status: 'approved', mayBreakGlass: true }, []],
  ['nor after it was applied', { status: 'done', mayBreakGlass: true, ended }, []],
  ['One that was rejected can be requested again', { status: 'rejected', ended }, ['Request Again']],
  ['so can one that expired', { status: 'expired', ended }, ['Request Again']],
  ['and one that its requester withdrew', { status: 'withdrawn', ended }, ['Request Again']],
  ['but not what another request replaced', { status: 'superseded', ended }, []],
])('%s', (_, more, labels) => {
  expect(buttonsIn(statusAnswer(request(more))).map(({ label }) => label)).toEqual(labels);
});

const again = (change: Change) => buttonsIn(statusAnswer(change)).map(({ action }) => action);

test('it is requested again with the command that requests all of it; an Undo is not', () => {
  const over = request({ status: 'expired', ended });
  const [only] = over.steps;
  const on = (name: string) => ({
    ...only,
    line: `alert assign Disk ${name}`,
    target: { noun: 'server', name },
  });
  expect(again(over)).toEqual([{ line: 'firewall delete de1' }]);
  expect(again({ ...over, steps: [on('WEB01'), on('WEB02')] })).toEqual([
    { line: 'alert assign Disk WEB01 WEB02' },
  ]);
  expect(again({ ...over, steps: [only, { ...only, line: 'firewall delete va1' }] })).toEqual([]);
  const undoes = { id: 'c1.1', subject: { kind: 'firewall', key: 'k', target: 't' } };
  expect(again({ ...over, steps: [{ ...only, undoes }] })).toEqual([]);
});
