import { expect, test } from 'vitest';
import { errorName, UserError } from '../../../src/answer/user-error.ts';
import { AwsError } from '../../../src/aws/lambda/aws-error.ts';
import { SlackRejection } from '../../../src/slack/api/slack-rejection.ts';

/** An error with a stack of its own. */
const thrownAt = (error: Error, frames: string): Error =>
  Object.assign(error, { stack: `${error.name}: ${error.message}\n${frames}` });

const frames = `    at Object.hunter2 (/var/task/dist/worker.js:12:345)
    at async /var/task/dist/worker.js:9:87
    at new Promise (<anonymous>)
    at async Promise.all (index 0)
    at file:///var/task/dist/worker.js:3:1
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)`;

test.each<[sentence: string, error: unknown, name: string]>([
  ['an error of AWS has its name', new AwsError('AccessDeniedException'), 'AwsError AccessDeniedException'],
  ['a response of AWS that is no error of its own has its status', new AwsError('403'), 'AwsError 403'],
  ['a refusal of Slack has its code', new SlackRejection('token_revoked'), 'SlackRejection token_revoked'],
  ['an upload that failed has its status', new SlackRejection('upload_404'), 'SlackRejection upload_404'],
  ['a text that could be a secret is no code', new AwsError('xoxb-1234-abc'), 'AwsError'],
  ['an API key is no code', new SlackRejection('skydesk_7f3a21abcd'), 'SlackRejection'],
  ['a sentence is no code', new SlackRejection('Ana, said: no'), 'SlackRejection'],
  ['an error for people has its class alone', new UserError('Ana has no key.'), 'UserError'],
  [
    'an error of Node has its code and location',
    thrownAt(Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' }), frames),
    'Error ECONNREFUSED at worker.js:12:345 < worker.js:9:87 < worker.js:3:1',
  ],
  [
    'an unexpected error has the locations of its first frames, without its message',
    thrownAt(new TypeError('the password is hunter2'), frames),
    'TypeError at worker.js:12:345 < worker.js:9:87 < worker.js:3:1',
  ],
  [
    'a message that looks like a frame is no location',
    thrownAt(new TypeError('no\n    at hunter2 (hunter2:1:1)\n    at x (hunter2:1:1)'), frames),
    'TypeError at worker.js:12:345 < worker.js:9:87 < worker.js:3:1',
  ],
  [
    'a message that was changed after the throw is no location',
    Object.assign(thrownAt(new TypeError('no\n    at x (hunter2:1:1)'), frames), { message: 'yes' }),
    'TypeError',
  ],
  ['an error without stack has its class', Object.assign(new RangeError('no'), { stack: '' }), 'RangeError'],
  ['a thrown value that is no error has its type', 'hunter2', 'string'],
])('%s', (_, error, name) => {
  expect(errorName(error)).toBe(name);
});

test('a bug has its location', () => {
  const bug = (): unknown => JSON.parse('hunter2');
  expect(bug).toThrow();
  try {
    bug();
  } catch (error) {
    expect(errorName(error)).toMatch(/^SyntaxError at error-name\.test\.ts:\d+:\d+( < [\w.-]+:\d+:\d+){2}$/);
  }
});
