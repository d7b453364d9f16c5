import { users } from '../emulator/index.ts';
import { type SkydeskOptions, startSkydesk } from './skydesk.ts';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const given = (name: string): string | undefined => process.env[name] || undefined;

/** Either all of these variables are set, or none. */
function together<Name extends string>(names: readonly Name[]): Record<Name, string> | undefined {
  const missing = names.filter((name) => !given(name));
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw new Error(`Set ${missing.join(' and ')} as well, or none of ${names.join(', ')}.`);
  return Object.fromEntries(names.map((name) => [name, given(name)])) as Record<Name, string>;
}

function options(): SkydeskOptions {
  const port = Number(given('PORT') ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('PORT must be a number from 0 to 65535.');
  const service = together(['SERVICE_BASE_URL', 'SERVICE_USERNAME', 'SERVICE_PASSWORD']);
  const slack = together(['SLACK_API_URL', 'SLACK_SIGNING_SECRET', 'SLACK_BOT_TOKEN']);
  return {
    port,
    sweepEveryMs: 30_000,
    // A message whose worker died comes again once its lease has ended: soon enough to wait for.
    workerTimeoutMs: 25_000,
    visibilitySeconds: 28,
    ...(service && {
      service: {
        baseUrl: service.SERVICE_BASE_URL,
        username: service.SERVICE_USERNAME,
        password: service.SERVICE_PASSWORD,
      },
    }),
    ...(slack && {
      slack: {
        apiUrl: slack.SLACK_API_URL,
        signingSecret: slack.SLACK_SIGNING_SECRET,
        botToken: slack.SLACK_BOT_TOKEN,
      },
    }),
    onLog: ({ function: name, text }) => process.stderr.write(`${name}: ${text}\n`),
  };
}

async function main(): Promise<void> {
  const skydesk = await startSkydesk(options());
  const { url, serviceUrl, aws, emulator, slack } = skydesk;
  const there = given('PORT') ? ` --url ${url}` : '';
  print(`Skydesk is running. Everything is on loopback, and nothing leaves this machine.
${slack ? `\n  Open              ${url}/\n` : ''}
  Slack posts to    ${url}/slack/events
  Slack             ${slack ? `${url}/api/ (local)` : given('SLACK_API_URL')}
  Cloud service     ${serviceUrl}${emulator ? ` (embedded; users: ${users.map(({ userName }) => userName).join(', ')})` : ''}
  AWS               ${aws.environment.AWS_ENDPOINT_URL_SQS} (queue), ${aws.environment.AWS_ENDPOINT_URL_DYNAMODB} (table), ${aws.environment.AWS_ENDPOINT_URL_SECRETS_MANAGER} (secrets)
${slack ? `\nOr, in another terminal:  npm run try -- "alert list"${there}\n` : ''}
Is all in order?      npm run doctor -- --local${there}

Stop with Ctrl-C.`);
  const stop = () => {
    skydesk.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

main().catch((error: NodeJS.ErrnoException) => {
  const taken =
    error.code === 'EADDRINUSE' ? 'That port is taken. Choose another: PORT=3001 npm run dev' : undefined;
  process.stderr.write(`${taken ?? error.message}\n`);
  process.exit(1);
});
