// Imported first, to fetch the secret while everything else loads: no request can be verified without it.
import './wiring/receiver-secret.ts';
import { optional, required } from './aws/lambda/environment.ts';
import { jsonLog } from './aws/lambda/json-log.ts';
import { queueAt } from './aws/signed/receiver-calls.ts';
import type { GatewayEvent, GatewayResponse } from './http/gateway-event.ts';
import { request } from './http/request.ts';
import type { Job } from './queue/job.ts';
import { withSlackLog } from './slack/api/with-slack-log.ts';
import { createApp } from './slack/receive/create-app.ts';
import { viewOpener } from './slack/receive/open-view.ts';
import { isKeepWarm, type KeepWarm } from './wiring/keep-warm.ts';
import { slackSecret as secret } from './wiring/receiver-secret.ts';

const clock = Date.now;
const log = jsonLog('receiver');

const slackApiUrl = optional('SLACK_API_URL', 'https://slack.com/api/');
const sendToSlack = withSlackLog(request, log, clock);

const receiver = createApp({
  command: optional('SLACK_COMMAND', '/cloud'),
  secret,
  queue: queueAt<Job>(required('QUEUE_URL')),
  openView: viewOpener(secret, slackApiUrl, sendToSlack, 'views.open'),
  pushView: viewOpener(secret, slackApiUrl, sendToSlack, 'views.push'),
  clock,
  log,
  loadingMs: performance.now(),
});

/** Lambda handler: receives Slack's requests at /slack/events and acknowledges them within Slack's three seconds. */
export const handler = (event: GatewayEvent | KeepWarm): Promise<GatewayResponse | undefined> =>
  isKeepWarm(event) ? receiver.keepWarm() : receiver.handle(event);
