import { readFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { styleText } from 'node:util';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { z } from 'zod';
import { messagesCheck } from '../local/doctor/check-messages.ts';
import { samplesOf } from '../local/doctor/samples.ts';
import { type Finding, summarize } from '../src/answer/finding.ts';
import { isLoopback } from '../src/health/checks/check-environment.ts';
import { type Check, warning } from '../src/health/probes/check.ts';
import type { Probes } from '../src/health/probes/probes.ts';
import { runChecks } from '../src/health/run-checks.ts';
import { trust } from '../src/http/trust.ts';
import { roundedDuration } from '../src/time/duration.ts';
import { probesFor } from '../src/wiring/doctor-probes.ts';
import { FileProblems } from './bundles/file-problems.ts';
import { readCertificates } from './certificates/read-certificates.ts';
import { CommandError, type CommandLine, runCommand, UsageError } from './command-line/command-line.ts';
import { requestFromHere } from './command-line/given-values.ts';
import { exitCodeOf } from './deployment/exit-code.ts';
import { environmentIn, outputsOf, type StackFlags, stackFlags, stackName } from './deployment/stack.ts';
import { skippedChecks, stackChecks } from './deployment/stack-checks.ts';
import { devUrl, urlFlag } from './dev/dev-url.ts';
import { readPolicy } from './policy/read-policy.ts';

const root = path.join(import.meta.dirname, '..');

const commandLine = {
  name: 'doctor',
  summary: 'Runs a health check of everything that Skydesk needs, and says how to fix each problem.',
  examples: [
    ['-- --stage prod', 'the deployment skydesk-prod, with the login to AWS of this terminal'],
    ['', "with the environment variables of this terminal: those of the bundles, and AWS's own"],
    ['-- --local', 'what “npm run dev” started in another terminal'],
  ],
  options: {
    ...stackFlags,
    local: { type: 'boolean', default: false, description: 'checks what “npm run dev” started' },
    url: { ...urlFlag, description: `with --local: ${urlFlag.description}` },
    policy: { type: 'string', value: 'FILE', description: 'instead of policy.json' },
  },
} as const satisfies CommandLine;

/** Sets environment variables from the outputs of a stack. Resolves to the checks that only apply to stacks. */
async function checksOfStack(flags: StackFlags): Promise<readonly Check[]> {
  const outputs = await outputsOf(flags);
  Object.assign(process.env, environmentIn(outputs));
  return stackChecks({ name: stackName(flags), output: (name) => outputs.find(name) });
}

/** Returns no checks for a bot on this machine, which has no alarms, and no schedule that could be turned off. */
const checksWithoutStack = (): readonly Check[] =>
  isLoopback(process.env.QUEUE_URL ?? '') ? [] : skippedChecks;

/** Ignores profiles in ~/.aws, which could override the login and the endpoints of a bot on loopback. */
function ignoreProfiles(): void {
  delete process.env.AWS_PROFILE;
  process.env.AWS_CONFIG_FILE = devNull;
  process.env.AWS_SHARED_CREDENTIALS_FILE = devNull;
}

const order: readonly Finding['state'][] = ['wrong', 'warning', 'not checked', 'ok'];

const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  order.flatMap((state) => findings.filter((finding) => finding.state === state));

/** Copies this terminal's AWS login to environment variables, from whichever source: variables, a profile, single sign-on. */
async function signIn(): Promise<void> {
  const login = await defaultProvider()().catch(() => undefined);
  if (!login) return;
  process.env.AWS_ACCESS_KEY_ID = login.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = login.secretAccessKey;
  if (login.sessionToken) process.env.AWS_SESSION_TOKEN = login.sessionToken;
  else delete process.env.AWS_SESSION_TOKEN;
}

/** Reads the environment variables of a Skydesk on this machine, and by how many milliseconds its clock is ahead. */
async function readLocal(url: string) {
  const read = async (what: string): Promise<unknown> => {
    const response = await fetch(`${url}/_control/${what}`).catch(() => {
      throw new CommandError(`Nothing listens at ${url}. Start it with: npm run dev`);
    });
    if (!response.ok) throw new CommandError(`The server at ${url} isn't “npm run dev”.`);
    return response.json();
  };
  const environment = z.record(z.string(), z.string()).parse(await read('environment'));
  return { environment, ...z.object({ ahead: z.number() }).parse(await read('clock')) };
}

/** Says that the clock of a Skydesk on this machine was moved: what it signs and stores has that time. */
function movedClock(ahead: number): readonly Check[] {
  if (ahead === 0) return [];
  const found = warning(
    `Its clock was moved: it is ${roundedDuration(ahead)} ahead of this machine’s.`,
    'To have the present time again, start “npm run dev” again, or reset it on its page.',
  );
  return [{ name: 'Moved clock', system: 'the local Skydesk', run: async () => [found] }];
}

async function policyIn(file: string): Promise<Probes['policy']> {
  try {
    return { read: readPolicy(await readFile(file, 'utf8'), path.basename(file)) };
  } catch (error) {
    if (error instanceof FileProblems) return { problems: error.problems };
    return { problems: [`${path.basename(file)} can't be read`] };
  }
}

const signs = {
  ok: styleText('green', '✓', { stream: process.stdout }),
  warning: styleText('yellow', '!', { stream: process.stdout }),
  wrong: styleText('red', '✗', { stream: process.stdout }),
  'not checked': '-',
} as const;

/** Writes "✗ Queue              QUEUE_URL points to no queue.", and the next step below it. */
function told({ check, state, message, next }: Finding): string {
  const lines = [`${signs[state]} ${check.padEnd(18)} ${message}`];
  if (next) lines.push(`${' '.repeat(21)}→ ${next}`);
  return lines.join('\n');
}

await runCommand(commandLine, async ({ values }) => {
  if (values.url !== undefined && !values.local) throw new UsageError('--url needs --local as well.');
  const { stage } = values;
  if (stage !== undefined && values.local)
    throw new UsageError('--stage is about a deployment; --local is not.');
  trust(await readCertificates());
  if (values.local) ignoreProfiles();
  const local = values.local ? await readLocal(devUrl(values.url)) : { environment: {}, ahead: 0 };
  Object.assign(process.env, local.environment);
  const additional = stage === undefined ? checksWithoutStack() : await checksOfStack({ ...values, stage });
  await signIn();
  const policy = await policyIn(values.policy ?? path.join(root, 'policy.json'));
  const messages = messagesCheck(() => samplesOf(process.env.SLACK_COMMAND || '/cloud'));
  const clock = (): number => Date.now() + local.ahead;
  const findings = await runChecks(probesFor('terminal', process.env, policy, clock, requestFromHere()), {
    additional: [messages, ...additional, ...movedClock(local.ahead)],
  });
  process.stdout.write(`${worstFirst(findings).map(told).join('\n')}\n\n${summarize(findings)}\n`);
  return exitCodeOf(findings);
});
// Keep-alive connections would prevent the process from exiting.
process.exit();
