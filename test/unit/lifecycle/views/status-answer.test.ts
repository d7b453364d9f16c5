import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { statusAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { buttonsIn } from '../../operations/run-line.ts';
import { type RequestFacts, request } from '../../requests.ts';

const ended = { event: 'rejected', person: 'U0BEN', job: 'j1' } as const;

test.each<[string, RequestFacts, string[]]>([
  ['The requester can withdraw an open request', {}, ['Withdraw']],
  [
    'A requester whom the policy names can use break-glass approval',
    { mayBreakGlass: true },
    ['Withdraw', 'Break-Glass Approval…'],
  ],
  ['An approved request has no buttons', { status: 'approved', mayBreakGlass: true }, []],
  ['An applied request has no buttons', { status: 'done', mayBreakGlass: true, ended }, []],
  ['A rejected request can be requested again', { status: 'rejected', ended }, ['Request Again']],
  ['An expired request can be requested again', { status: 'expired', ended }, ['Request Again']],
  ['A withdrawn request can be requested again', { status: 'withdrawn', ended }, ['Request Again']],
  ['A replaced request can’t be requested again', { status: 'superseded', ended }, []],
])('%s', (_, more, labels) => {
  expect(buttonsIn(statusAnswer(request(more))).map(({ label }) => label)).toEqual(labels);
});

const again = (change: Change) => buttonsIn(statusAnswer(change)).map(({ action }) => action);

test('Request Again has the command for all steps, and an Undo has no such button', () => {
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
