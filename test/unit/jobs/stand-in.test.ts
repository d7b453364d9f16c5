import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageOf } from '../../../src/aws/lambda/sqs-message.ts';
import { kinds } from '../../../src/jobs/kinds.ts';
import { standInFor } from '../../../src/jobs/stand-in.ts';
import { messageVersion } from '../../../src/queue/message-version.ts';
import { readJob } from '../../../src/queue/read-job.ts';

const base = { id: 'j1', team: 'T1', replyTo: { channel: 'C1', person: 'U0ANA' } };
const execute = { ...base, kind: 'execute', change: 'p1', index: 0 };

describe('a message', () => {
  test('is read as it was sent, and one without a version, too', () => {
    expect(readJob(JSON.parse(messageOf(execute)))).toEqual(execute);
    expect(readJob(execute)).toEqual(execute);
  });

  test('of a later version is not read, even if it looks like one of this version', () => {
    expect(readJob({ ...execute, v: messageVersion + 1 })).toBeUndefined();
  });

  test.each([
    ['a kind that this version lacks', { ...execute, kind: 'launch' }],
    ['a value that this version lacks', { ...execute, index: 'first' }],
    ['a version that is no number', { ...execute, v: 'two' }],
    ['no object', 7],
  ])('with %s is not read', (_, content) => {
    expect(readJob(content)).toBeUndefined();
  });
});

describe('a message that can’t be read', () => {
  const reconcile = { ...base, kind: 'reconcile', id: expect.stringContaining('p1'), change: 'p1' };

  test.each(['execute', 'track', 'reconcile', 'launch'])('of the kind %s leads to its change', (kind) => {
    expect(standInFor({ ...base, v: 2, kind, change: 'p1' })).toEqual(reconcile);
  });

  test.each(['vote', 'review', 'dryRun'])('of the kind %s is answered, since no table has it', (kind) => {
    expect(standInFor({ ...base, v: 2, kind, change: 'p1' })).toEqual({ ...base, kind: 'unknownAction' });
  });

  test('is answered, or leads to its change, whatever else it has', () => {
    const kind = fc.oneof(fc.constantFrom(...Object.keys(kinds)), fc.string({ minLength: 1 }));
    const more = fc.dictionary(fc.constantFrom('v', 'index', 'raw', 'seen', 'on', 'line'), fc.jsonValue());
    fc.assert(
      fc.property(kind, more, fc.boolean(), (kind, more, isOfChange) => {
        const instead = standInFor({ ...more, ...base, kind, ...(isOfChange && { change: 'p1' }) });
        expect(readJob(JSON.parse(messageOf(instead ?? {})))).toEqual(instead);
        expect(['reconcile', 'unknownAction']).toContain(instead?.kind);
      }),
    );
  });

  test('is no job of Skydesk if it names nobody to answer', () => {
    expect(standInFor({ kind: 'execute', change: 'p1' })).toBeUndefined();
    expect(standInFor('x')).toBeUndefined();
  });
});
