import { expect, test } from 'vitest';
import { startsChecker } from '../../../src/audit-log/approved-starts.ts';
import type { AuditEvent } from '../../../src/change/model/audit-log.ts';
import { entryOf } from '../../support/made/log-entries.ts';

/** Events of a request, some with the digest that they prove: "approved d1". */
const why = (events: readonly string[], isPart = false): string | undefined => {
  const check = startsChecker(isPart);
  return events
    .map((text) => {
      const [event, digest] = text.split(' ');
      return check(entryOf({ event: event as AuditEvent, digest }));
    })
    .find((found) => found !== undefined);
};

test.each([
  ['a preview that was confirmed by a click', ['previewed', 'started', 'applied']],
  ['what was approved as it was requested', ['requested d1', 'approved d1', 'started']],
  ['what its requester approved alone', ['requested d1', 'break-glass d1', 'started']],
  ['what was confirmed as it was requested', ['requested d1', 'confirmed d1', 'started']],
  ['what was approved before its request was in the log', ['approved d1', 'requested d1', 'started']],
  ['the end of a step, and another attempt at it', ['previewed', 'started', 'applied', 'started', 'started']],
])('a start counts of %s', (_, events) => {
  expect(why(events)).toBeUndefined();
});

const notRequested = 'starts what nobody requested before';
const notAgreed = 'starts what nobody confirmed or approved before as it was requested';

test.each([
  ['nobody requested', ['started'], notRequested],
  ['somebody approved, and nobody requested', ['approved d1', 'started'], notRequested],
  ['nobody approved', ['requested d1', 'started'], notAgreed],
  ['was previewed, then requested, and not approved', ['previewed', 'requested d1', 'started'], notAgreed],
  ['was approved as something else', ['requested d1', 'approved d2', 'started'], notAgreed],
  ['was approved afterwards', ['requested d1', 'started', 'approved d1'], notAgreed],
  ['was rejected', ['requested d1', 'rejected', 'started'], notAgreed],
])('a start is found of what %s', (_, events, says) => {
  expect(why(events)).toBe(says);
});

test('in a part of the log, a start is judged only with its request', () => {
  expect(why(['started'], true)).toBeUndefined();
  expect(why(['approved d1', 'started'], true)).toBeUndefined();
  expect(why(['requested d1', 'started'], true)).toBe(notAgreed);
});
