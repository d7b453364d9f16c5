import { type Aws, startAws } from '../../../local/aws/index.ts';
import { credentialsOf, type LocalCloud, startLocalCloud } from '../../../local/cloud/index.ts';
import { type Slack, startSlack } from '../../../local/slack/index.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { botScopes, scopeOfSlackbot } from '../../../src/slack/client/scopes.ts';
import { type McpEndpoint, startMcpEndpoint } from './sample-mcp.ts';

/** A healthy environment on loopback, with parts that can be broken one at a time. */
export interface DoctorFixture {
  readonly cloud: LocalCloud;
  readonly slack: Slack;
  readonly aws: Aws;
  readonly mcp: McpEndpoint;
  readonly environment: Readonly<Record<string, string>>;
  readonly policy: Policy;
  /** Repairs all parts, except for closed ones. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Secrets that must never be printed, in any state. */
export const fixtureSecrets = {
  password: credentialsOf().password,
  signingSecret: '8f742231b10e8888abcd99yyyzzz85a5',
  botToken: 'xoxb-1234-very-secret',
} as const;

/** The scopes of an app with Slackbot access. */
export const allScopes: readonly string[] = [...botScopes, scopeOfSlackbot];

const ids = { service: 'skydesk/service', signing: 'skydesk/slack-signing', token: 'skydesk/slack-token' };

export async function startDoctorFixture(): Promise<DoctorFixture> {
  const { signingSecret, botToken } = fixtureSecrets;
  const secrets = {
    [ids.service]: credentialsOf(),
    [ids.signing]: { signingSecret },
    [ids.token]: { botToken },
  };
  const [cloud, aws, slack, mcp] = await Promise.all([
    startLocalCloud(),
    startAws({ secrets }),
    startSlack({
      signingSecret,
      botToken,
      scopes: allScopes,
      requestUrl: 'http://127.0.0.1:9/slack/events',
    }),
    startMcpEndpoint(signingSecret),
  ]);
  return {
    cloud,
    slack,
    aws,
    mcp,
    policy: defaults,
    environment: {
      ...aws.environment,
      SERVICE_BASE_URL: cloud.url,
      SERVICE_SECRET_ID: ids.service,
      SLACK_SIGNING_SECRET_ID: ids.signing,
      SLACK_TOKEN_SECRET_ID: ids.token,
      SLACK_API_URL: slack.apiUrl,
      MCP_URL: `${mcp.url}/mcp`,
    },
    async restore() {
      cloud.control.reset();
      slack.reset();
      slack.grant(allScopes);
      mcp.state = 'in order';
      aws.faults.clear();
      for (const [id, content] of Object.entries(secrets)) aws.secrets.put(id, content);
      await aws.clear();
    },
    async close() {
      await Promise.all([cloud.close(), aws.close(), slack.close(), mcp.close()]);
    },
  };
}
