import { expect, test } from 'vitest';
import { failed } from '../../../../src/answer/answer.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Step } from '../../../../src/change/model/step.ts';
import { offerAnswer, resultAnswer, statusAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { textOf } from '../../../support/answer-text.ts';
import { buttonsIn } from '../../../support/in-memory/run-line.ts';
import { noon, type RequestFacts, request, suggestionOf } from '../../../support/made/requests.ts';

const closed = { event: 'rejected', person: 'U0BEN', job: 'j1' } as const;

test.each<[string, RequestFacts, string[]]>([
  ['The requester can withdraw an open request', {}, ['Withdraw']],
  [
    'A requester whom the policy names can use break-glass approval',
    { mayBreakGlass: true },
    ['Withdraw', 'Break-Glass Approval…'],
  ],
  ['An approved request has no buttons', { status: 'approved', mayBreakGlass: true }, []],
  ['An applied request has no buttons', { status: 'done', mayBreakGlass: true, closed }, []],
  ['A rejected request can be requested again', { status: 'rejected', closed }, ['Request Again']],
  ['An expired request can be requested again', { status: 'expired', closed }, ['Request Again']],
  ['A withdrawn request can be requested again', { status: 'withdrawn', closed }, ['Request Again']],
  ['A replaced request can’t be requested again', { status: 'superseded', closed }, []],
])('%s', (_, more, labels) => {
  expect(buttonsIn(statusAnswer(request(more))).map(({ label }) => label)).toEqual(labels);
});

const again = (change: Change) => buttonsIn(statusAnswer(change)).map(({ action }) => action);

test('Request Again has the command for all steps, and an Undo has no such button', () => {
  const over = request({ status: 'expired', closed });
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

test.each<[string, number | undefined, Partial<Step>, string, string | undefined, string]>([
  [
    'is applied, if no other approval is missing',
    0,
    {},
    'Accept and Apply',
    'The suggested change replaces your request. Nobody else has to approve it, so it is applied at once.',
    'counts as the approval of <@U0BEN>. Nobody else has to approve it, so it is applied at once.',
  ],
  [
    'is applied at its start, if it has one',
    0,
    { startsAt: noon + 3_600_000 },
    'Accept and Apply',
    'The suggested change replaces your request. Nobody else has to approve it, so it is applied at its start.',
    'so it is applied at its start.',
  ],
  [
    'waits for the approvals that are missing',
    1,
    {},
    'Accept (1 More Approval)',
    'The suggested change replaces your request. It then needs 1 more approval.',
    'It then needs 1 more approval.',
  ],
  [
    'is only shown as a command, if it needs no approval',
    undefined,
    {},
    'Accept Suggestion',
    undefined,
    'accepting shows you its command, and your request stays open.',
  ],
])('a suggestion that is accepted %s, and its button says so', (_, missing, step, label, asks, says) => {
  const offer = { id: 'p1', by: 'U0BEN', title: 'do less' };
  const answer = offerAnswer(request({ suggestion: suggestionOf('do less', { missing }) }, step), offer);
  const [accept] = buttonsIn(answer);
  expect(accept).toMatchObject({ label, action: { decide: 'accept', on: 'a1.p1' } });
  expect(accept?.confirm?.text).toBe(asks);
  expect(textOf(answer)).toContain(says);
});

test('the result of a change that its click ran has its command, and of one that started later its number', () => {
  const outcome = { kind: 'failed', answer: [failed('It is gone.')], job: 'j1' } as const;
  const result = (claimedBy: string) =>
    textOf(
      resultAnswer(
        request(
          {
            ...{ approvers: 0, job: 'j-confirm', number: 1042, status: 'failed' },
            closed: { ...closed, event: 'failed' },
          },
          { claimed: { at: noon, job: claimedBy, run: 'r1' }, outcome },
        ),
        noon,
      ),
    );
  for (const by of ['j-confirm', 'a1:run']) expect(result(by)).toContain('Not deleted: a rule\nIt is gone.');
  expect(result('j-confirm')).toMatch(/firewall delete de1$/);
  expect(result('a1:run')).toContain('#1042');
});
