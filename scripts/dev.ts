import { randomBytes } from 'node:crypto';
import { users } from '../local/cloud/index.ts';
import { type Skydesk, type SkydeskOptions, startSkydesk } from '../local/skydesk.ts';
import { openSocketMode } from '../local/socket-mode/index.ts';
import { sweepEvery } from '../src/change/model/time-limits.ts';
import { build, buildStrict, watchOfEmulator } from './build.ts';
import { type CommandLine, runCommand } from './command-line/command-line.ts';
import { allOrNone, portOf, webAddress } from './command-line/given-values.ts';
import { ensureFree, listening } from './dev/port.ts';
import { appTokenRefused, botOf, slackTokens } from './dev/slack-tokens.ts';
import { untilStopped, watchStdin } from './dev/until-stopped.ts';
import { buildPage } from './page.ts';

const anotherPort = 'PORT=3001 npm run dev';

const commandLine = {
  name: 'dev',
  summary: 'Starts Skydesk on loopback: its functions, Slack with its page, AWS and the cloud API.',
  examples: [
    ['', 'then open http://127.0.0.1:3000'],
    ['-- --log 2>skydesk.log', 'with the log of the functions in a file'],
    ['-- --slack', 'with a real Slack, which needs no tunnel: docs/real-slack.md'],
  ],
  options: {
    log: { type: 'boolean', description: 'prints the log of the functions, too; LOG=1 does the same' },
    slack: {
      type: 'boolean',
      description: 'connects a real Slack by Socket Mode, with SLACK_APP_TOKEN and SLACK_BOT_TOKEN',
    },
  },
  variables: {
    PORT: 'port to listen on; default 3000',
    'SERVICE_BASE_URL, SERVICE_USERNAME, SERVICE_PASSWORD': 'another cloud API than the emulator',
    'SLACK_API_URL, SLACK_SIGNING_SECRET, SLACK_BOT_TOKEN': 'another Slack than the local one',
    SLACK_COMMAND: "slash command of the other Slack's app; default /cloud",
  },
} as const satisfies CommandLine;

type Bot = Awaited<ReturnType<typeof botOf>>;
type Environment = Readonly<Record<string, string | undefined>>;

export interface DevOptions extends SkydeskOptions {
  readonly port: number;
  /** The token that opens a Socket Mode connection; absent without Socket Mode. */
  readonly appToken?: string;
}

/** Derives the options of `npm run dev` from its variables and flags. An empty variable counts as not set. */
export function optionsFrom(environment: Environment, log: boolean, socketMode = false): DevOptions {
  const service = allOrNone(['SERVICE_BASE_URL', 'SERVICE_USERNAME', 'SERVICE_PASSWORD'], environment);
  return {
    port: portOf('PORT', environment.PORT || '3000'),
    sweepEveryMs: sweepEvery,
    // If a worker dies, its message is redelivered after its claim has ended, two seconds after the worker's timeout.
    workerTimeoutMs: 60_000,
    visibilitySeconds: 63,
    ...(service && {
      service: {
        baseUrl: webAddress('SERVICE_BASE_URL', service.SERVICE_BASE_URL),
        username: service.SERVICE_USERNAME,
        password: service.SERVICE_PASSWORD,
      },
    }),
    ...(socketMode ? slackBySocketMode(environment) : slackByHttp(environment)),
    ...(log && { onLog: ({ function: name, text }) => process.stderr.write(`${name}: ${text}\n`) }),
  };
}

const apiUrlOf = (url: string): string => `${webAddress('SLACK_API_URL', url)}/`;

const commandIn = ({ SLACK_COMMAND: command }: Environment) => (command ? { command } : {});

function slackBySocketMode(environment: Environment): Pick<DevOptions, 'slack' | 'appToken'> {
  const { appToken, botToken } = slackTokens(environment);
  const apiUrl = apiUrlOf(environment.SLACK_API_URL || 'https://slack.com/api');
  // Only this machine signs and verifies requests.
  const signingSecret = randomBytes(32).toString('hex');
  return {
    appToken,
    slack: { apiUrl, botToken, signingSecret, socketMode: true, ...commandIn(environment) },
  };
}

/** Returns the options for a Slack that posts here through a tunnel. A bot token alone would be for Socket Mode. */
function slackByHttp(environment: Environment): Pick<DevOptions, 'slack'> {
  if (!environment.SLACK_API_URL && !environment.SLACK_SIGNING_SECRET) return {};
  const slack = allOrNone(['SLACK_API_URL', 'SLACK_SIGNING_SECRET', 'SLACK_BOT_TOKEN'], environment);
  if (!slack) return {};
  const { SLACK_SIGNING_SECRET: signingSecret, SLACK_BOT_TOKEN: botToken } = slack;
  return {
    slack: { apiUrl: apiUrlOf(slack.SLACK_API_URL), signingSecret, botToken, ...commandIn(environment) },
  };
}

/** Writes the greeting after everything listens: the parts, commands to try, and last the address to open. */
function greeting(skydesk: Skydesk, { port, service, slack, onLog }: SkydeskOptions, bot?: Bot): string {
  const { url, serviceUrl, aws } = skydesk;
  const [there, atPort] = port === 3000 ? ['', ''] : [` --url ${url}`, `PORT=${port} `];
  const elsewhere = [service && 'the cloud API', slack && 'Slack'].filter(Boolean).join(' and ');
  const rows = [
    ['Slack', slack ? slack.apiUrl : `${url}/api/ (local)`],
    bot ? ['  connected', `to ${bot.team} as @${bot.user}`] : ['Slack posts to', `${url}/slack/events`],
    ['Cloud API', `${serviceUrl}${service ? '' : ' (emulator)'}`],
    ...(service ? [] : [['  users', users.map(({ userName }) => userName).join(', ')]]),
    ['Queue', aws.environment.AWS_ENDPOINT_URL_SQS],
    ['Table', aws.environment.AWS_ENDPOINT_URL_DYNAMODB],
    ['Secrets', aws.environment.AWS_ENDPOINT_URL_SECRETS_MANAGER],
    [],
    ...(slack ? [] : [['Type a command', `npm run try -- "alert list"${there}`]]),
    ...(slack ? [] : [['Call a tool', `npm run try -- --mcp tools${there}`]]),
    ['Health check', `npm run doctor -- --local${there}`],
    ...(onLog ? [] : [['Logs', `${atPort}npm run dev -- ${bot ? '--slack ' : ''}--log`]]),
    ['Stop', 'Ctrl-C'],
  ].map(([name = '', value = '']) => `  ${name.padEnd(16)}${value}`.trimEnd());
  return `Skydesk is running. ${elsewhere ? `It calls ${elsewhere} elsewhere; the rest is on loopback.` : 'Everything is on loopback, and nothing leaves this machine.'}

${rows.join('\n')}

${nextStep(url, slack)}
`;
}

function nextStep(url: string, slack: SkydeskOptions['slack']): string {
  if (!slack) return `Open ${url}/`;
  if (!slack.socketMode) return `Let Slack post to ${url}/slack/events`;
  return `Type ${slack.command ?? '/cloud'} help in Slack`;
}

/** Connects the given Slack by Socket Mode; undefined without it. @throws CommandError if Slack refuses a token */
async function connected({ url }: Skydesk, { appToken, slack }: DevOptions) {
  if (appToken === undefined || !slack) return undefined;
  const bot = await botOf(slack);
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const requestUrl = `${url}/slack/events`;
  const socket = await openSocketMode({ ...slack, appToken, requestUrl, say }).catch(appTokenRefused);
  return { bot, close: socket.close, refused: socket.refused.catch(appTokenRefused) };
}

/** Starts Skydesk from the bundles and the page in dist/, prints its addresses, and runs until it is stopped. */
export async function serve(options: DevOptions): Promise<void> {
  const skydesk = await listening(options.port, anotherPort, startSkydesk(options));
  const stopped = untilStopped();
  try {
    const socket = await Promise.race([connected(skydesk, options), stopped.then(() => 'stopped' as const)]);
    if (socket === 'stopped') return;
    process.stdout.write(greeting(skydesk, options, socket?.bot));
    await Promise.race([stopped, ...(socket ? [socket.refused] : [])]);
    await socket?.close();
  } finally {
    await skydesk.close();
  }
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values }) => {
    const { LOG } = process.env;
    const log = values.log ?? (LOG !== undefined && LOG !== '' && LOG !== '0');
    const options = optionsFrom(process.env, log, values.slack);
    watchStdin();
    await ensureFree(options.port, anotherPort);
    await build(options.service ? {} : { watch: watchOfEmulator });
    if (!options.slack) await buildPage();
    await serve({ ...options, buildStrict });
  });
  // Keep-alive connections would prevent the process from exiting.
  process.exit();
}
