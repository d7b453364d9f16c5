import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../scripts/command-line/command-line.ts';
import { optionsFrom } from '../../scripts/dev.ts';

const dev = path.join(import.meta.dirname, '../../scripts/dev.ts');

/** A home folder whose AWS profile forbids endpoints like those of the local AWS. */
async function hostileHome(): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'skydesk-home-'));
  onTestFinished(() => rm(home, { recursive: true }));
  await mkdir(path.join(home, '.aws'));
  await writeFile(path.join(home, '.aws/config'), '[default]\nuse_fips_endpoint = true\nregion = nowhere\n');
  return home;
}

test.each([
  ['is quiet: it prints its address last, and nothing about what people then do', false],
  ['prints the logs of the functions on request', true],
])('npm run dev %s, whatever AWS profile the home folder has', async (_, log) => {
  // Without the build, since other tests read its output.
  const script = `import { optionsFrom, serve } from ${JSON.stringify(dev)}; await serve(optionsFrom(process.env, ${log}));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PORT: '0', HOME: await hostileHome() },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { out: '', err: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text;
  });
  const lastLine = /\nOpen (http:\/\/127\.0\.0\.1:\d+)\/\n$/;
  const url = await new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed.out += text;
      const [, address] = lastLine.exec(printed.out) ?? [];
      if (address) resolve(address);
    });
  });
  const greeting = printed.out;
  expect(greeting.includes('PORT=0 npm run dev -- --log')).toBe(!log);
  const control = async (act: string, body?: object) => {
    const response = await fetch(
      `${url}/_control/${act}`,
      body && { method: 'POST', body: JSON.stringify(body) },
    );
    expect(response.status, act).toBe(200);
    return response.text();
  };
  await control('type', { person: 'ana', channel: 'cloud-ops', line: '/cloud login' });
  await control('settled');
  expect(await control('sees?person=ana&channel=cloud-ops')).toContain('ServerOperator');
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect({ code, out: printed.out }).toEqual({ code: 0, out: greeting });
  if (log) expect(printed.err).toMatch(/^receiver: \{.*\n[\s\S]*worker: \{/);
  else expect(printed.err).toBe('');
});

const service = { SERVICE_BASE_URL: 'https://api.example.com', SERVICE_USERNAME: 'u', SERVICE_PASSWORD: 'p' };
const slack = {
  SLACK_API_URL: 'https://slack.com/api',
  SLACK_SIGNING_SECRET: 's',
  SLACK_BOT_TOKEN: 'xoxb-1',
};

test('another cloud API and another Slack come from the environment', () => {
  expect(optionsFrom({ ...service, ...slack }, false)).toMatchObject({
    port: 3000,
    service: { baseUrl: 'https://api.example.com' },
    slack: { apiUrl: 'https://slack.com/api/' },
  });
});

test('Socket Mode needs two tokens only: requests are signed with a new secret, and a command is passed on', () => {
  const tokens = { SLACK_APP_TOKEN: 'xapp-1', SLACK_BOT_TOKEN: 'xoxb-1', SLACK_COMMAND: '/cloud-ana' };
  const { slack: first, appToken } = optionsFrom(tokens, false, true);
  expect({ appToken, ...first }).toMatchObject({
    appToken: 'xapp-1',
    apiUrl: 'https://slack.com/api/',
    botToken: 'xoxb-1',
    command: '/cloud-ana',
    socketMode: true,
  });
  expect(first?.signingSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(optionsFrom(tokens, false, true).slack?.signingSecret).not.toBe(first?.signingSecret);
  expect(optionsFrom({ ...slack, ...tokens }, false).slack?.command).toBe('/cloud-ana');
  // The tokens alone are for Socket Mode, which was not requested.
  expect(optionsFrom(tokens, false)).not.toHaveProperty('slack');
});

test('a slow cloud API may take as long as on AWS, by the worker’s timeout and the visibility of its message', async () => {
  const yaml = await readFile(path.join(import.meta.dirname, '../../serverless.yml'), 'utf8');
  const [, seconds] = /^ {2}worker:\n(?:(?: {3,}.*)?\n)*? {4}timeout: (\d+)$/m.exec(yaml) ?? [];
  const { workerTimeoutMs = 0, visibilitySeconds = 0 } = optionsFrom({}, false);
  expect(workerTimeoutMs / 1000).toBe(Number(seconds));
  expect(visibilitySeconds).toBeGreaterThan(Number(seconds));
});

test.each([
  [{ PORT: 'abc' }, 'PORT must be a number from 0 to 65535; it is “abc”.'],
  [{ ...service, SERVICE_BASE_URL: 'x' }, 'SERVICE_BASE_URL must be an http or https URL; it is “x”.'],
  [
    { SLACK_API_URL: 'https://slack.com/api' },
    'Set SLACK_SIGNING_SECRET and SLACK_BOT_TOKEN as well, or none of SLACK_API_URL, SLACK_SIGNING_SECRET, SLACK_BOT_TOKEN.',
  ],
  [{ ...slack, SLACK_API_URL: 'x' }, 'SLACK_API_URL must be an http or https URL; it is “x”.'],
])('a wrong environment variable is refused in one sentence: %j', (environment, sentence) => {
  expect(() => optionsFrom(environment, false)).toThrow(new UsageError(sentence));
});
