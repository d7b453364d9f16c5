import { describe, expect, test } from 'vitest';
import { note } from '../../../../src/answer/answer.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { startDeadline } from '../../../../src/change/model/deadlines.ts';
import { executionId } from '../../../../src/change/model/ids.ts';
import { lostAfter } from '../../../../src/change/model/time-limits.ts';
import {
  claim,
  complete,
  completeAbandoned,
  markLogged,
  markOutdated,
} from '../../../../src/change/transitions/running.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { endOf } from '../../../support/made/ends.ts';
import { noon, request } from '../../../support/made/requests.ts';

const tooLate = startDeadline(request());
const claimedBy = (job: string, at = noon) => ({ claimed: { at, job, run: 'r1' } });
const running = (...steps: Parameters<typeof stepOf>[0][]): Change => {
  const [first, ...others] = steps.map((step) => stepOf(step));
  return request({ status: 'running', steps: [first ?? stepOf(), ...others] });
};
const found = { kind: 'done', answer: [], job: 'j1' } as const;
const known = { outcome: { kind: 'done', answer: [], job: 'j0' } } as const;

test('a claim stores the state that its call will leave, if that is known', () => {
  const leaves = { enabled: true };
  const by = { job: 'j1', run: 'r1' };
  const approved = request({ status: 'approved' });
  expect(claim(approved, 0, { ...by, leaves }, noon)).toMatchObject({
    change: { steps: [{ claimed: { at: noon, ...by, leaves } }] },
  });
  const plain = claim(approved, 0, by, noon);
  expect('change' in plain && plain.change.steps[0].claimed).toEqual({ at: noon, ...by });
});

test('only an approved change is marked as logged or not', () => {
  expect(markLogged(request({ status: 'approved' }), false)).toMatchObject({
    change: { status: 'approved', isUnlogged: true },
  });
  expect(markLogged(request({ status: 'approved', isUnlogged: true }), true)).toMatchObject({
    change: { isUnlogged: false },
  });
  const begun = request({ status: 'running' });
  expect(markLogged(begun, false)).toEqual({ change: begun });
});

describe('a change of several steps', () => {
  const outdated = { job: 'j1', note: 'It is gone.', answer: [] };

  test('is not outdated by a job while another one runs a step', () => {
    const change = running(claimedBy('j1'), claimedBy('j2'));
    expect(markOutdated(change, 'approved', outdated, noon)).toEqual({ refused: 'Another job applies it.' });
    expect(markOutdated(running(claimedBy('j1'), {}), 'approved', outdated, noon)).toMatchObject({
      change: { status: 'outdated' },
    });
  });

  test('one that has ended, or that another job makes, is not ended again', () => {
    expect(complete(running(known, {}), 0, found, noon)).toMatchObject({ refused: expect.any(String) });
    expect(complete(running(claimedBy('j2'), {}), 0, found, noon)).toEqual({
      refused: 'Another job applies it.',
    });
    const earlier = running({ attempt: 2 }, {});
    const job = executionId(earlier.id, 0);
    expect(complete(earlier, 0, { ...found, job }, noon)).toEqual({ refused: 'Its end was moved.' });
  });

  test('stays the same if this job has already ended one of the steps', () => {
    const change = running({ outcome: found }, {});
    expect(complete(change, 0, found, noon)).toEqual({ change });
  });

  test('has a note on all steps at the last one; the note of a single step is its own', () => {
    const outcome = { ...found, note: 'Made.' };
    expect(complete(running(known, {}), 1, outcome, noon)).toMatchObject({
      change: { closed: { note: '2 of 2 done.' } },
    });
    expect(complete(running({}), 0, outcome, noon)).toMatchObject({ change: { closed: { note: 'Made.' } } });
  });

  test('creates the end of a step that is done', () => {
    const ends = endOf();
    expect(complete(running({}, {}), 0, { ...found, ends }, noon)).toMatchObject({ creates: [ends] });
    expect(complete(running({}, {}), 0, found, noon)).toMatchObject({ creates: [] });
  });
});

describe('a step that nobody ends', () => {
  const unknown = () => ({ answer: [note('Look.')], note: 'Nobody knows.' });
  const kinds = (change: Change, now: number) =>
    completeAbandoned(change, unknown, now).change.steps.map(({ outcome }) => outcome?.kind);

  test('has an unknown outcome after a long enough silence', () => {
    const change = running(claimedBy('j1'));
    expect(kinds(change, noon + lostAfter - 1)).toEqual([undefined]);
    expect(kinds(change, noon + lostAfter)).toEqual(['unknown']);
  });

  test('fails after its deadline if nobody claimed it', () => {
    const approved = request({ status: 'approved' });
    expect(kinds(approved, tooLate - 1)).toEqual([undefined]);
    expect(kinds(approved, tooLate)).toEqual(['failed']);
    expect(kinds(endOf(), endOf().expires)).toEqual([undefined]);
  });
});
