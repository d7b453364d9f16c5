import { expect, test } from 'vitest';
import { agreedDigest, undoDigest } from '../../../../src/change/model/digest.ts';
import type { Step } from '../../../../src/change/model/step.ts';
import { type RequestFacts, request, voteOf } from '../../../support/made/requests.ts';

const agreed = (more: RequestFacts = {}, step: Partial<Step> = {}) => agreedDigest(request(more, step), 0);
const undoes = (id: string) => ({ id, subject: { kind: 'alert policy', id: 'p1' } });

test.each<[what: string, RequestFacts, Partial<Step>?]>([
  ['the basis of its evaluation', { basis: [{ hash: 'other', title: 'delete a rule' }] }],
  ['the number of approvers', { approvers: 2 }],
  ['that no approval is needed', { approvers: 0 }],
  ['that a failure undoes it', { plan: { allOrNothing: true } }],
  ['the step that it waits for', {}, { after: 0 }],
  ['the step that it undoes', {}, { undoes: undoes('r1') }],
])('the digest that people agree to includes %s', (_, more, step) => {
  expect(agreed(more, step)).not.toBe(agreed());
});

test('the digest does not include the progress of the step or the votes', () => {
  const used = { ...undoes('r1'), usedBy: 'j1' };
  expect(
    agreed(
      { status: 'running', votes: [voteOf('U0BEN')] },
      { undoes: used, claimed: { at: 1, job: 'j1', run: 'r1' } },
    ),
  ).toBe(agreed({}, { undoes: undoes('r1') }));
});

test('a step that does not exist has no digest', () => {
  expect(agreedDigest(request(), 1)).toBeUndefined();
});

const undo = {
  operation: 'ip.remove',
  raw: { server: 's1', ip: '10.0.0.1' },
  subject: { kind: 'ip', id: 's1' },
};

test.each([
  ['the operation', { ...undo, operation: 'ip.add' }, 'state'],
  ['one of its arguments', { ...undo, raw: { ...undo.raw, ip: '10.0.0.2' } }, 'state'],
  ['the resource', { ...undo, subject: { kind: 'ip', id: 's2' } }, 'state'],
  ['the state that the step left', undo, 'other'],
])('the digest of an Undo includes %s', (_, command, state) => {
  expect(undoDigest(command, state)).not.toBe(undoDigest(undo, 'state'));
});

test('the digest of an Undo does not depend on the order of its arguments', () => {
  const { server, ip } = undo.raw;
  expect(undoDigest({ ...undo, raw: { ip, server } }, 'state')).toBe(undoDigest(undo, 'state'));
});
