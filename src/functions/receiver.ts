import { optional, required } from '../aws/environment.ts';
import { queueAt, readSecret } from '../aws/lean.ts';
import { Secret } from '../aws/secret.ts';
import type { Job } from '../flow/job.ts';
import { openDoor } from '../slack/app.ts';
import { readSlackSecret } from '../slack/secret.ts';
import { jsonLog } from './log.ts';

const clock = Date.now;
const secretId = required('SLACK_SECRET_ID');

const door = openDoor({
  command: optional('SLACK_COMMAND', '/cloud'),
  secret: new Secret(() => readSecret(secretId), readSlackSecret, clock),
  queue: queueAt<Job>(required('QUEUE_URL')),
  clock,
  log: jsonLog('receiver'),
});

/** Takes what Slack posts to /slack/events, and acknowledges it within Slack's three seconds. */
export const handler = door;
