import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/answer/answer.ts';
import { UserError } from '../../../src/answer/user-error.ts';
import { CloudApiError } from '../../../src/cloud/index.ts';
import { correlated } from '../../../src/core/correlation.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import { explain } from '../../../src/evaluate/describe-error.ts';
import { MissingScope } from '../../../src/messaging/missing-scope.ts';
import { words } from '../../support/in-memory/memory.ts';

test('all problems that the cloud API reports are shown, also several of one field', () => {
  const problems = [
    { field: 'ports', message: 'the first is taken' },
    { field: 'ports', message: 'the second is out of range' },
    { field: '', message: 'The request is invalid.' },
    { field: '', message: 'Nothing was stored.' },
  ];
  const error = new CloudApiError('bad-request', { method: 'POST', path: '/x' }, { problems });
  expect(explain(error)).toContainEqual({
    kind: 'facts',
    facts: [
      ['ports', 'the first is taken'],
      ['ports', 'the second is out of range'],
      ['Details', 'The request is invalid.'],
      ['Details', 'Nothing was stored.'],
    ],
  });
});

test('a value that Skydesk refuses itself is not called a rejection of the cloud API', () => {
  const asked = { method: 'PUT', path: '/x' };
  const said = (error: CloudApiError) => JSON.stringify(explain(error));
  expect(said(new CloudApiError('bad-request', asked))).toContain('nothing was sent');
  expect(said(new CloudApiError('bad-request', asked, { status: 400 }))).toContain('rejected this request');
});

/** The tones of an answer: one, for how it ended. */
const tonesIn = (answer: Answer) => answer.flatMap((part) => (part.kind === 'notice' ? [part.tone] : []));

const asked = { method: 'POST', path: '/x' };
const look = 'Check before you run it again: ';

test.each([
  [
    'bad-credentials',
    401,
    'rejected Skydesk’s username or password',
    'Nothing was changed. Ask your Skydesk',
  ],
  ['unauthenticated', 401, 'rejected Skydesk’s login', 'Nothing was changed. Try again'],
  ['forbidden', 403, 'denied this', 'Nothing was changed. Ask your Skydesk admin to check its roles.'],
  ['not-found', 404, 'couldn’t find this', 'Nothing was changed. Check the list'],
  ['bad-request', 400, 'rejected this request', 'Nothing was changed. Correct it and try again.'],
  ['service-error', 429, 'returned an error', 'Nothing was changed. Try again in a minute.'],
  ['service-error', 503, 'returned an error', look],
  ['timed-out', undefined, 'didn’t respond in time', look],
  ['unexpected-answer', 200, 'sent a response that Skydesk doesn’t understand', look],
] as const)('a change that ends as %s (%s) %s: %s', (kind, status, what, next) => {
  const changed = next === look ? 'unknown' : 'nothing';
  const error = new CloudApiError(kind, asked, { changed, ...(status !== undefined && { status }) });
  const answer = explain(error, { started: true, statusCommand: 'alert list' });
  const said = words(answer);
  expect(tonesIn(answer)).toEqual([changed === 'unknown' ? 'warning' : 'failed']);
  expect(said).toContain(`The cloud API ${what}`);
  expect(said).toContain(next);
  expect(said.includes('Outcome unknown')).toBe(next === look);
});

test('a scope that the Slack app lacks is named, with who adds it', () => {
  const error = new MissingScope('users:read');
  const next = 'Ask your Skydesk admin to add the scope to the app and to reinstall it.';
  expect(words(explain(error, { reads: true }))).toMatch(/lacks the scope users:read/);
  expect(words(explain(error, { reads: true }))).toContain(next);
  expect(words(explain(error))).toContain(`Nothing was changed. ${next}`);
  expect(words(explain(error, { started: true }))).toContain('Outcome unknown');
});

test('an unexpected error is not shown, and the outcome of a started change is unknown', () => {
  const error = new Error('secret at /srv/worker.js:1');
  const read = words(explain(error));
  expect(read).toContain('Something went wrong in Skydesk.');
  expect(read).toContain('Nothing was changed.');
  const change = words(explain(error, { started: true, statusCommand: 'alert list' }));
  expect(change).toContain('Outcome unknown');
  expect(tonesIn(explain(error, { started: true }))).toEqual(['warning']);
  expect(`${read}${change}`).not.toMatch(/secret|srv/);
});

describe('a failure that only an administrator can look into', () => {
  const reads = (error: Error, ids = { correlation_id: '0a1b2c3d4e5f60718293a4b5c6d7e8f9' }): string =>
    correlated(ids, () => words(explain(error)));
  const bug = new TypeError('secret');

  test('has a reference, which begins the id on each line of its request', () => {
    expect(reads(bug)).toContain('Reference for your Skydesk admin: 0a1b2c3d');
    expect(reads(new CloudApiError('unexpected-answer', { method: 'GET', path: '/x' }))).toContain(
      '0a1b2c3d',
    );
    const step = {
      correlation_id: 'end-ffeeddcc4e5f60718293a4b5c6d7e8f9:run',
      came_from: 'end-ffeeddcc4e5f6071',
    };
    expect(reads(bug, step)).toMatch(/: ffeeddcc$/);
    expect(reads(bug, { correlation_id: 'EV1' })).toMatch(/: EV1$/);
  });

  test('has none outside of a job, and none has what people or the cloud API explain, or what passes', () => {
    expect(words(explain(bug))).not.toContain('Reference');
    const others = [
      new UserError('No such server.'),
      new Unavailable('Slack didn’t respond.'),
      new CloudApiError('not-found', { method: 'GET', path: '/x' }),
    ];
    for (const error of others) expect(reads(error)).not.toContain('Reference');
  });
});
