import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  executionId,
  firstPollId,
  homeOfId,
  homeRefreshId,
  laterPollId,
  narrowerId,
  notOpenedId,
  readSuggestionRef,
  stepId,
  suggestionRef,
} from '../../../../src/change/model/ids.ts';

const job = fc.stringMatching(/^[0-9a-f]{32}$/);
/** The ids that a request can have: the id of the job that made it, or one derived from the request that it replaces. */
const change = fc.tuple(job, fc.nat(12)).map(([id, times]) => {
  let made = id;
  for (let at = 0; at < times; at += 1) made = narrowerId(made);
  return made;
});

test('a reference to a suggestion is read back', () => {
  fc.assert(
    fc.property(change, job, (id, suggestion) => {
      expect(readSuggestionRef(suggestionRef(id, suggestion))).toEqual({ change: id, suggestion });
    }),
  );
});

test('a request that is narrowed repeatedly has a new, short id each time', () => {
  const ids = ['a1'];
  for (let at = 0; at < 12; at += 1) ids.push(narrowerId(ids.at(-1) ?? ''));
  expect(ids.slice(0, 4)).toEqual(['a1', 'a1-narrower', 'a1-narrower2', 'a1-narrower3']);
  expect(ids.at(-1)).toBe('a1-narrower12');
});

test('each poll of a job has its own id, whatever started the job', () => {
  fc.assert(
    fc.property(change, fc.integer({ min: 2, max: 200 }), (id, last) => {
      for (const started of [id, executionId(id, 0), executionId(id, 1)]) {
        let poll = firstPollId(started);
        const polls = new Set([poll]);
        for (let at = 2; at <= last; at += 1) {
          poll = laterPollId(poll, at);
          polls.add(poll);
        }
        expect(polls.size).toBe(last);
        expect(poll).toBe(`${started}:${last}`);
      }
    }),
  );
});

test('no two jobs that derive from one share an id', () => {
  fc.assert(
    fc.property(change, (id) => {
      const steps = Array.from({ length: 20 }, (_, index) => executionId(id, index));
      const polls = [id, ...steps].map(firstPollId);
      const made = [
        id,
        ...steps,
        ...polls,
        homeRefreshId(id),
        homeOfId(id, 0),
        notOpenedId(id),
        narrowerId(id),
      ];
      expect(new Set(made).size).toBe(made.length);
    }),
  );
});

test('each step has its own id, and the first one has the id of its change', () => {
  fc.assert(
    fc.property(change, (id) => {
      const names = Array.from({ length: 20 }, (_, index) => stepId(id, index));
      expect(names[0]).toBe(id);
      expect(new Set(names).size).toBe(20);
    }),
  );
});
