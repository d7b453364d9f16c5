import { connect } from '../cloud/index.ts';
import { readServiceSecret } from '../cloud/service-secret.ts';
import type { Clock } from '../core/clock.ts';
import { memoize } from '../core/memoize.ts';
import { isFit } from '../health/checks/check-environment.ts';
import { awsProbe } from '../health/probes/aws-probe.ts';
import { checkNames } from '../health/probes/check-names.ts';
import { mcpProbe } from '../health/probes/mcp-probe.ts';
import { CheckFailed, orSkipped, type Probes, Skipped } from '../health/probes/probes.ts';
import { slackProbe, timeIn } from '../health/probes/slack-probe.ts';
import type { SendRequest } from '../http/request.ts';
import { readSigningSecret, readTokenSecret } from '../slack/api/slack-secret.ts';

/**
 * Creates the probes of the health check from environment variables. A missing variable blocks only the probes that need it. Only in a
 * terminal the signing secret can be read: of the functions, the receiver alone may. `send` calls the cloud API, Slack and the endpoint for
 * agents.
 */
export function probesFor(
  place: 'terminal' | 'worker',
  environment: Probes['environment'],
  policy: Probes['policy'],
  clock: Clock,
  send: SendRequest,
): Probes {
  const given = (name: string): string => {
    const value = environment[name] ?? '';
    if (!isFit(name, value)) throw new Skipped(checkNames.environment);
    return value;
  };
  const orUsual = (name: string, usual: string): string => (environment[name] ? given(name) : usual);

  const signingSecret =
    place === 'terminal'
      ? memoize(async () =>
          parsed(readSigningSecret, await awsProbe.secret(given('SLACK_SIGNING_SECRET_ID'))),
        )
      : undefined;
  const tokenSecret = memoize(async () => {
    const content = parsed(readTokenSecret, await awsProbe.secret(given('SLACK_TOKEN_SECRET_ID')));
    if (content.botToken.startsWith('xoxb-')) return content;
    throw new CheckFailed(
      'malformed',
      'The botToken in the secret isn’t a bot token. Bot tokens start with xoxb-.',
    );
  });
  const serviceSecret = async () =>
    parsed(readServiceSecret, await awsProbe.secret(given('SERVICE_SECRET_ID')));

  return {
    clock,
    environment,
    policy,
    secrets: {
      signing: signingSecret && (async () => void (await signingSecret())),
      async token() {
        await tokenSecret();
      },
      async service() {
        await serviceSecret();
      },
    },
    slack: slackProbe(
      async () => (await orSkipped(tokenSecret(), checkNames.tokenSecret)).botToken,
      () => orUsual('SLACK_API_URL', 'https://slack.com/api/'),
      send,
    ),
    service: {
      async login() {
        const credentials = () => orSkipped(serviceSecret(), checkNames.serviceSecret);
        return connect({ baseUrl: given('SERVICE_BASE_URL'), credentials, transport: send }).login();
      },
      time: async () => timeAt(given('SERVICE_BASE_URL'), send),
    },
    mcp: environment.MCP_URL
      ? mcpProbe(
          () => given('MCP_URL'),
          signingSecret &&
            (async () => (await orSkipped(signingSecret(), checkNames.signingSecret)).signingSecret),
          clock,
          send,
        )
      : undefined,
    queue: async () => awsProbe.queue(given('QUEUE_URL')),
    table: async () => awsProbe.table(given('TABLE_NAME')),
  };
}

/** Runs a parser of a secret. Its error messages name the missing fields, never the content, so they can be shown. */
function parsed<Content>(parse: (text: string) => Content, text: string): Content {
  try {
    return parse(text);
  } catch (error) {
    throw new CheckFailed('malformed', `${error instanceof Error ? error.message : 'It can’t be read'}.`);
  }
}

/** Returns the time from the `Date` header of a response; undefined if it has none. */
async function timeAt(address: string, send: SendRequest): Promise<number | undefined> {
  try {
    const { headers } = await send(new URL(address), {
      method: 'HEAD',
      signal: AbortSignal.timeout(5000),
    });
    return timeIn(headers.date);
  } catch {
    throw new CheckFailed('unreachable');
  }
}
