import { users } from '../local/cloud/index.ts';
import { type Skydesk, type SkydeskOptions, startSkydesk } from '../local/skydesk.ts';
import { allOrNone } from './all-or-none.ts';
import { buildHere } from './build.ts';
import { runCommand } from './command-line.ts';
import { buildPage } from './page.ts';
import { free, portOf } from './port.ts';

const help = `Starts the whole bot on loopback: its functions, Slack with its page, AWS and the cloud service.

  npm run dev              then open http://127.0.0.1:3000
  npm run dev -- --log     also prints what the functions log; LOG=1 does so too

  PORT                                                   another port than 3000
  SERVICE_BASE_URL, SERVICE_USERNAME, SERVICE_PASSWORD   another cloud service
  SLACK_API_URL, SLACK_SIGNING_SECRET, SLACK_BOT_TOKEN   another Slack
`;

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

/** What is printed once everything listens: where to look, and what to type next. */
function greeting(skydesk: Skydesk, { port, service, slack, onLog }: SkydeskOptions): string {
  const { url, serviceUrl, aws } = skydesk;
  const there = port === 3000 ? '' : ` --url ${url}`;
  const elsewhere = [service && 'the cloud service', slack && 'Slack'].filter(Boolean).join(' and ');
  return `Skydesk is running. ${elsewhere ? `It calls ${elsewhere} elsewhere; the rest is on loopback.` : 'Everything is on loopback, and nothing leaves this machine.'}
${slack ? '' : `\n  Open              ${url}/\n`}
  Slack posts to    ${url}/slack/events
  Slack             ${slack ? slack.apiUrl : `${url}/api/ (local)`}
  Cloud service     ${serviceUrl}${service ? '' : ` (embedded; users: ${users.map(({ userName }) => userName).join(', ')})`}
  AWS               ${aws.environment.AWS_ENDPOINT_URL_SQS} (queue), ${aws.environment.AWS_ENDPOINT_URL_DYNAMODB} (table), ${aws.environment.AWS_ENDPOINT_URL_SECRETS_MANAGER} (secrets)
${slack ? '' : `\nOr, in another terminal:  npm run try -- "alert list"${there}\n`}
Is all in order?      npm run doctor -- --local${there}
${onLog ? '' : 'Logs:                 npm run dev -- --log\n'}
Stop with Ctrl-C.
`;
}

/** Starts the whole bot from the bundles and the page in dist/, says where it listens, and ends with SIGINT or SIGTERM. */
export async function serve(options: SkydeskOptions): Promise<void> {
  const skydesk = await startSkydesk(options);
  process.stdout.write(greeting(skydesk, options));
  const stop = () => {
    skydesk.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

const log = { type: 'boolean' } as const;

if (import.meta.main) {
  await runCommand({ name: 'dev', help, options: { log }, allowPositionals: false }, async ({ values }) => {
    const { LOG } = process.env;
    const options = optionsFrom(process.env, values.log ?? (LOG !== undefined && LOG !== '' && LOG !== '0'));
    await free(options.port, 'PORT=3001 npm run dev');
    await buildHere();
    await buildPage();
    await serve(options);
  });
}
