import { maxDeliveries } from '../src/aws/lambda/sqs-batch.ts';
import { startAws } from './aws/index.ts';
import { credentialsOf, startLocalCloud } from './cloud/index.ts';
import type { SkydeskOptions } from './skydesk-options.ts';
import type { WorldClock } from './world-clock.ts';

const secretIds = {
  service: 'skydesk/service',
  signing: 'skydesk/slack-signing',
  token: 'skydesk/slack-token',
};
const local = { signingSecret: 'local-signing-secret', botToken: 'xoxb-local-bot-token' };

/** Starts the services that the functions call, except for Slack: AWS with the secrets and, by default, the local cloud. */
export async function startBackends(
  { service, slack, visibilitySeconds, holdBack = false }: SkydeskOptions,
  clock: WorldClock,
) {
  const cloud = service ? undefined : await startLocalCloud({ clock: clock.now });
  const { baseUrl, username, password } = service ?? { baseUrl: cloud?.url ?? '', ...credentialsOf() };
  const { signingSecret, botToken } = slack ?? local;
  const aws = await startAws({
    clock: clock.now,
    holdBack,
    maxReceiveCount: maxDeliveries,
    ...(visibilitySeconds !== undefined && { visibilitySeconds }),
    secrets: {
      [secretIds.service]: { username, password },
      [secretIds.signing]: { signingSecret },
      [secretIds.token]: { botToken },
    },
  });
  return {
    aws,
    cloud,
    login: { username, password, secretId: secretIds.service },
    slackSecrets: { signingSecret, botToken },
    /** Returns the environment variables of the functions, which Slack and agents reach at `url`, and each other at `lambdaUrl`. */
    environment: (url: string, lambdaUrl: string): Readonly<Record<string, string>> => ({
      ...aws.environment,
      AWS_ENDPOINT_URL_LAMBDA: lambdaUrl,
      RECEIVER_NAME: 'receiver',
      SERVICE_BASE_URL: baseUrl,
      SERVICE_SECRET_ID: secretIds.service,
      ...(service?.omittedChoices && { OMITTED_CHOICES: service.omittedChoices }),
      SLACK_SIGNING_SECRET_ID: secretIds.signing,
      SLACK_TOKEN_SECRET_ID: secretIds.token,
      SLACK_API_URL: slack?.apiUrl ?? `${url}/api/`,
      ...(slack?.command && { SLACK_COMMAND: slack.command }),
      ...(!slack?.socketMode && { MCP_URL: `${url}/mcp` }),
    }),
    serviceUrl: baseUrl,
    async close(): Promise<void> {
      await Promise.all([aws.close(), cloud?.close()]);
    },
  };
}
