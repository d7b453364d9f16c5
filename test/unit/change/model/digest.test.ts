import { expect, test } from 'vitest';
import { agreedDigest, undoDigest } from '../../../../src/change/model/digest.ts';
import type { Step } from '../../../../src/change/model/step.ts';
import { type RequestFacts, request, voteOf } from '../../requests.ts';

const agreed = (more: RequestFacts = {}, step: Partial<Step> = {}) => agreedDigest(request(more, step), 0);
const undoes = (id: string) => ({ id, subject: { kind: 'alert policy', id: 'p1' } });

test.each<[what: string, RequestFacts, Partial<Step>?]>([
  ['what it was evaluated against', { basis: [{ hash: 'other', title: 'delete a rule' }] }],
  ['how many have to approve it', { approvers: 2 }],
  ['that nobody has to approve it', { approvers: 0 }],
  ['that a failure undoes it', { plan: { allOrNothing: true } }],
  ['the step that it waits for', {}, { after: 0 }],
  ['what it undoes', {}, { undoes: undoes('r1') }],
])('what people agree to includes %s', (_, more, step) => {
  expect(agreed(more, step)).not.toBe(agreed());
});

test('it is not about what becomes of the step, nor about who else agrees', () => {
  const used = { ...undoes('r1'), usedBy: 'j1' };
  expect(
    agreed(
      { status: 'running', votes: [voteOf('U0BEN')] },
      { undoes: used, claimed: { at: 1, job: 'j1', run: 'r1' } },
    ),
  ).toBe(agreed({}, { undoes: undoes('r1') }));
});

test('nothing is agreed to in a step that is not there', () => {
  expect(agreedDigest(request(), 1)).toBeUndefined();
});

const undo = {
  operation: 'ip.remove',
  raw: { server: 's1', ip: '10.0.0.1' },
  subject: { kind: 'ip', id: 's1' },
};

test.each([
  ['the operation', { ...undo, operation: 'ip.add' }, 'state'],
  ['one of its words', { ...undo, raw: { ...undo.raw, ip: '10.0.0.2' } }, 'state'],
  ['the resource', { ...undo, subject: { kind: 'ip', id: 's2' } }, 'state'],
  ['the state in which the step left it', undo, 'other'],
])('what undoes a step includes %s', (_, command, state) => {
  expect(undoDigest(command, state)).not.toBe(undoDigest(undo, 'state'));
});

test('the order in which words are stored is no part of it', () => {
  const { server, ip } = undo.raw;
  expect(undoDigest({ ...undo, raw: { ip, server } }, 'state')).toBe(undoDigest(undo, 'state'));
});
