import { expect, test } from 'vitest';
import { CloudApiError } from '../../../src/cloud/index.ts';
import { explain } from '../../../src/requests/describe-error.ts';
import { words } from '../memory.ts';

test('all that the service finds wrong is told, also of one field', () => {
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
      ['It says', 'The request is invalid.'],
      ['It says', 'Nothing was stored.'],
    ],
  });
});

test('what the service was never asked is not told as its refusal', () => {
  const asked = { method: 'PUT', path: '/x' };
  const said = (error: CloudApiError) => JSON.stringify(explain(error));
  expect(said(new CloudApiError('bad-request', asked))).toContain('so it was not asked');
  expect(said(new CloudApiError('bad-request', asked, { status: 400 }))).toContain('did not accept this');
});

const asked = { method: 'POST', path: '/x' };
const look = 'See how things stand before you repeat it: ';

test.each([
  ['bad-credentials', 401, 'refused the bot’s user name or password', 'Nothing was changed. Whoever runs'],
  [
    'unauthenticated',
    401,
    'did not accept the bot’s login, not even a new one',
    'Nothing was changed. Try again',
  ],
  ['forbidden', 403, 'does not let the bot do this', 'Nothing was changed. Compare its roles and account'],
  ['not-found', 404, 'does not know what this names', 'Nothing was changed. List what there is'],
  ['bad-request', 400, 'did not accept this', 'Nothing was changed. Correct it and try again.'],
  ['service-error', 429, 'had an error of its own', 'Nothing was changed. Try again in a minute.'],
  ['service-error', 503, 'had an error of its own', look],
  ['timed-out', undefined, 'did not answer in time', look],
  ['unexpected-answer', 200, 'answered something that Skydesk does not understand', look],
] as const)('a change that ends as %s (%s) %s: %s', (kind, status, what, next) => {
  const changed = next === look ? 'unknown' : 'nothing';
  const error = new CloudApiError(kind, asked, { changed, ...(status !== undefined && { status }) });
  const said = words(explain(error, { risky: true, shows: 'alert list' }));
  expect(said).toContain(`The cloud service ${what}`);
  expect(said).toContain(next);
  expect(said.includes('It is not known whether the change was made')).toBe(next === look);
});

test('nothing of an unforeseen error is told, and where a change had begun its outcome is unknown', () => {
  const error = new Error('secret at /srv/worker.js:1');
  const read = words(explain(error));
  expect(read).toContain('Something went wrong inside Skydesk.');
  expect(read).toContain('Nothing was changed.');
  const change = words(explain(error, { risky: true, shows: 'alert list' }));
  expect(change).toContain('It is not known whether the change was made');
  expect(`${read}${change}`).not.toMatch(/secret|srv/);
});
