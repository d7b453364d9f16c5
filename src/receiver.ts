// Imported first, to fetch the secret while everything else loads: no request can be verified without it.
import './wiring/receiver-secret.ts';
import { optional, required } from './aws/lambda/environment.ts';
import { jsonLog } from './aws/lambda/json-log.ts';
import { queueAt } from './aws/signed/receiver-calls.ts';
import type { GatewayEvent, GatewayResponse } from './http/gateway-event.ts';
import { request } from './http/request.ts';
import type { AgentCall } from './queue/agent-call.ts';
import type { Job } from './queue/job.ts';
import { withSlackLog } from './slack/api/with-slack-log.ts';
import { agentDoor, type DoorEvent, isOfAgents } from './slack/receive/agent-door.ts';
import { createApp } from './slack/receive/create-app.ts';
import { viewOpener } from './slack/receive/open-view.ts';
import { isKeepWarm, type KeepWarm } from './wiring/keep-warm.ts';
import { botToken, signingSecret as secret } from './wiring/receiver-secret.ts';

const clock = Date.now;
const log = jsonLog('receiver');

const slackApiUrl = optional('SLACK_API_URL', 'https://slack.com/api/');
const sendToSlack = withSlackLog(request, log, clock);

// Without agents there is no such queue, and nobody who could pass on a call.
const door = agentDoor({ secret, queue: queueAt<AgentCall>(optional('AGENT_QUEUE_URL', '')), clock, log });
const receiver = createApp({
  command: optional('SLACK_COMMAND', '/cloud'),
  secret,
  queue: queueAt<Job>(required('QUEUE_URL')),
  openView: viewOpener(botToken, slackApiUrl, sendToSlack, 'views.open'),
  pushView: viewOpener(botToken, slackApiUrl, sendToSlack, 'views.push'),
  clock,
  log,
  loadingMs: performance.now(),
});

/**
 * Lambda handler: receives Slack's requests at /slack/events and acknowledges them within Slack's three seconds. The function for
 * agents invokes it, so that it proves who asks.
 */
export const handler = (event: GatewayEvent | DoorEvent | KeepWarm): Promise<GatewayResponse | undefined> => {
  if (isKeepWarm(event)) return receiver.keepWarm();
  return isOfAgents(event) ? door(event) : receiver.handle(event);
};
