import { users } from '../local/cloud/index.ts';
import { type Skydesk, type SkydeskOptions, startSkydesk } from '../local/skydesk.ts';
import { sweepEvery } from '../src/change/model/time-limits.ts';
import { allOrNone } from './all-or-none.ts';
import { buildHere, buildStrict } from './build.ts';
import { type CommandLine, runCommand } from './command-line.ts';
import { buildPage } from './page.ts';
import { ensureFree, listening, portOf } from './port.ts';
import { untilStopped, watchStdin } from './until-stopped.ts';
import { webAddress } from './web-address.ts';

const anotherPort = 'PORT=3001 npm run dev';

const commandLine = {
  name: 'dev',
  summary: 'Starts Skydesk on loopback: its functions, Slack with its page, AWS and the cloud API.',
  examples: [
    ['', 'then open http://127.0.0.1:3000'],
    ['-- --log 2>skydesk.log', 'with the log of the functions in a file'],
  ],
  options: {
    log: { type: 'boolean', description: 'prints the log of the functions, too; LOG=1 does the same' },
  },
  variables: {
    PORT: 'port to listen on; default 3000',
    'SERVICE_BASE_URL, SERVICE_USERNAME, SERVICE_PASSWORD': 'another cloud API than the emulator',
    'SLACK_API_URL, SLACK_SIGNING_SECRET, SLACK_BOT_TOKEN': 'another Slack than the local one',
  },
} as const satisfies CommandLine;

type Environment = Readonly<Record<string, string | undefined>>;

/** What `npm run dev` starts, by its variables. An empty variable counts as not set. */
export function optionsFrom(
  environment: Environment,
  log: boolean,
): SkydeskOptions & { readonly port: number } {
  const service = allOrNone(['SERVICE_BASE_URL', 'SERVICE_USERNAME', 'SERVICE_PASSWORD'], environment);
  const slack = allOrNone(['SLACK_API_URL', 'SLACK_SIGNING_SECRET', 'SLACK_BOT_TOKEN'], environment);
  return {
    port: portOf('PORT', environment.PORT || '3000'),
    sweepEveryMs: sweepEvery,
    // A message whose worker died comes again once its lease has ended, which is two seconds after the worker's limit.
    workerTimeoutMs: 60_000,
    visibilitySeconds: 63,
    ...(service && {
      service: {
        baseUrl: webAddress('SERVICE_BASE_URL', service.SERVICE_BASE_URL),
        username: service.SERVICE_USERNAME,
        password: service.SERVICE_PASSWORD,
      },
    }),
    ...(slack && {
      slack: {
        apiUrl: `${webAddress('SLACK_API_URL', slack.SLACK_API_URL)}/`,
        signingSecret: slack.SLACK_SIGNING_SECRET,
        botToken: slack.SLACK_BOT_TOKEN,
      },
    }),
    ...(log && { onLog: ({ function: name, text }) => process.stderr.write(`${name}: ${text}\n`) }),
  };
}

/** What is printed once everything listens: what there is, what to type, and last the address to open. */
function greeting(skydesk: Skydesk, { port, service, slack, onLog }: SkydeskOptions): string {
  const { url, serviceUrl, aws } = skydesk;
  const there = port === 3000 ? '' : ` --url ${url}`;
  const elsewhere = [service && 'the cloud API', slack && 'Slack'].filter(Boolean).join(' and ');
  const rows = [
    ['Slack', slack ? slack.apiUrl : `${url}/api/ (local)`],
    ['Slack posts to', `${url}/slack/events`],
    ['Cloud API', `${serviceUrl}${service ? '' : ' (emulator)'}`],
    ...(service ? [] : [['  users', users.map(({ userName }) => userName).join(', ')]]),
    ['Queue', aws.environment.AWS_ENDPOINT_URL_SQS],
    ['Table', aws.environment.AWS_ENDPOINT_URL_DYNAMODB],
    ['Secrets', aws.environment.AWS_ENDPOINT_URL_SECRETS_MANAGER],
    [],
    ...(slack ? [] : [['Type a command', `npm run try -- "alert list"${there}`]]),
    ...(slack ? [] : [['Call a tool', `npm run try -- --mcp tools${there}`]]),
    ['Health check', `npm run doctor -- --local${there}`],
    ...(onLog ? [] : [['Logs', `${port === 3000 ? '' : `PORT=${port} `}npm run dev -- --log`]]),
    ['Stop', 'Ctrl-C'],
  ].map(([name = '', value = '']) => `  ${name.padEnd(16)}${value}`.trimEnd());
  return `Skydesk is running. ${elsewhere ? `It calls ${elsewhere} elsewhere; the rest is on loopback.` : 'Everything is on loopback, and nothing leaves this machine.'}

${rows.join('\n')}

${slack ? `Let Slack post to ${url}/slack/events` : `Open ${url}/`}
`;
}

/** Starts Skydesk from the bundles and the page in dist/, prints where it listens, and runs until it is stopped. */
export async function serve(options: SkydeskOptions & { readonly port: number }): Promise<void> {
  const skydesk = await listening(options.port, anotherPort, startSkydesk(options));
  const stopped = untilStopped();
  process.stdout.write(greeting(skydesk, options));
  await stopped;
  await skydesk.close();
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values }) => {
    const { LOG } = process.env;
    const options = optionsFrom(process.env, values.log ?? (LOG !== undefined && LOG !== '' && LOG !== '0'));
    watchStdin();
    await ensureFree(options.port, anotherPort);
    await buildHere();
    await buildPage();
    await serve({ ...options, buildStrict });
  });
  // Connections that are kept open would keep the process waiting.
  process.exit();
}
