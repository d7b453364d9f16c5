import { users } from '../src/emulator/index.ts';
import { type SkydeskOptions, startSkydesk } from '../src/playground/skydesk.ts';
import { buildHere } from './build.ts';
import { CommandError, runCommand } from './command-line.ts';
import { buildPage } from './page.ts';
import { free, portOf } from './port.ts';

const help = `Starts the whole bot on loopback: its functions, Slack with its page, AWS and the cloud service.

  npm run dev              then open http://127.0.0.1:3000
  npm run dev -- --log     also prints what the functions log; LOG=1 does so too

  PORT                                                   another port than 3000
  SERVICE_BASE_URL, SERVICE_USERNAME, SERVICE_PASSWORD   another cloud service
  SLACK_API_URL, SLACK_SIGNING_SECRET, SLACK_BOT_TOKEN   another Slack
`;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const given = (name: string): string | undefined => process.env[name] || undefined;

/** Either all of these variables are set, or none. */
function together<Name extends string>(names: readonly Name[]): Record<Name, string> | undefined {
  const missing = names.filter((name) => !given(name));
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw new CommandError(`Set ${missing.join(' and ')} as well, or none of ${names.join(', ')}.`);
  return Object.fromEntries(names.map((name) => [name, given(name)])) as Record<Name, string>;
}

function options(port: number, log: boolean): SkydeskOptions {
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
    ...(log && { onLog: ({ function: name, text }) => process.stderr.write(`${name}: ${text}\n`) }),
  };
}

async function main(log: boolean): Promise<void> {
  const port = portOf('PORT', given('PORT') ?? '3000');
  const chosen = options(port, log);
  await free(port, 'PORT=3001 npm run dev');
  await buildHere();
  await buildPage();
  const skydesk = await startSkydesk(chosen);
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
${log ? '' : 'Logs:                 npm run dev -- --log\n'}
Stop with Ctrl-C.`);
  const stop = () => {
    skydesk.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

await runCommand(
  { name: 'dev', help, options: { log: { type: 'boolean' } }, allowPositionals: false },
  ({ values }) => main(values.log ?? Boolean(given('LOG') && given('LOG') !== '0')),
);
