import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { cachedSecret } from '../aws/lambda/cached-secret.ts';
import { optional, required } from '../aws/lambda/environment.ts';
import { jsonLog } from '../aws/lambda/json-log.ts';
import { clientConfig } from '../aws/sdk/client-config.ts';
import { tableIn } from '../aws/sdk/dynamodb.ts';
import { logSlowCalls } from '../aws/sdk/log-slow-calls.ts';
import { secretsIn } from '../aws/sdk/secrets-manager.ts';
import type { Timer } from '../core/timer.ts';
import { proxyIn, requestThrough } from '../http/proxy.ts';
import { readTokenSecret } from '../slack/api/slack-secret.ts';
import { withSlackLog } from '../slack/api/with-slack-log.ts';
import { homeTeamOf } from '../slack/client/home-team.ts';
import { waitForRateLimit } from '../slack/client/wait-for-rate-limit.ts';
import { slackWeb } from '../slack/client/web.ts';

const timer: Timer = (ms, act) => {
  const timeout = setTimeout(act, ms);
  return () => clearTimeout(timeout);
};

/** The worker's clients, created once per process. */
export type Connections = ReturnType<typeof connections>;

/**
 * Creates the clients from environment variables. `name` is the function's name in the log. AWS is called directly, all else through the
 * proxy, if there is one. Throws if a variable is missing or can't be used.
 */
export function connections(name: string) {
  const clock = Date.now;
  const log = jsonLog(name);
  const readSecret = secretsIn(new SecretsManagerClient(clientConfig()));
  const table = tableIn(logSlowCalls(new DynamoDBClient(clientConfig()), log, clock), required('TABLE_NAME'));
  const botToken = cachedSecret(() => readSecret(required('SLACK_TOKEN_SECRET_ID')), readTokenSecret, clock);
  const outgoing = requestThrough(proxyIn(process.env));
  const send = withSlackLog(outgoing, log, clock);
  const slackUrl = optional('SLACK_API_URL', 'https://slack.com/api/');
  const web = slackWeb(botToken, slackUrl, send);
  const slack = waitForRateLimit(web, timer, Number(optional('SLACK_WAIT_MS', '5000')));
  return {
    clock,
    timer,
    log,
    readSecret,
    table,
    slackUrl,
    slack,
    homeTeam: homeTeamOf(slack, clock),
    outgoing,
    send,
    command: optional('SLACK_COMMAND', '/cloud'),
  };
}
