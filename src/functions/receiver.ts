import { optional, required } from '../aws/environment.ts';
import { queueAt, readSecret } from '../aws/lean.ts';
import { Secret } from '../aws/secret.ts';
import type { Job } from '../flow/job.ts';
import { request } from '../http/request.ts';
import { openDoor } from '../slack/app.ts';
import { observed } from '../slack/observed.ts';
import { viewOpener } from '../slack/open-view.ts';
import { readSlackSecret } from '../slack/secret.ts';
import { jsonLog } from './log.ts';

const clock = Date.now;
const log = jsonLog('receiver');
const secretId = required('SLACK_SECRET_ID');

const secret = new Secret(() => readSecret(secretId), readSlackSecret, clock);
// On its way while the rest is made, for nothing can be checked without it. Who needs it hears what went wrong.
secret.get().catch(() => {});

const door = openDoor({
  command: optional('SLACK_COMMAND', '/cloud'),
  secret,
  queue: queueAt<Job>(required('QUEUE_URL')),
  openView: viewOpener(
    secret,
    optional('SLACK_API_URL', 'https://slack.com/api/'),
    observed(request, (call) => log('slack call', { ...call }), clock),
  ),
  clock,
  log,
});

/** Takes what Slack posts to /slack/events, and acknowledges it within Slack's three seconds. */
export const handler = door;
