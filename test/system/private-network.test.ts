import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createLambda, environmentOf } from '../../local/aws/index.ts';
import { credentialsOf, startLocalCloud } from '../../local/cloud/index.ts';
import { build } from '../../scripts/build.ts';
import { changes, quick, startTestSkydesk } from '../support/index.ts';
import { certificateFor, startProxy, startTlsServer, type Treatment } from '../support/proxy.ts';
import { runScript } from '../support/run-script.ts';
import { inTestTime } from '../support/time.ts';

/* The built bundles, with the certificate authority of a cloud API that only a proxy can reach. */

const host = 'cloud.private.example';
const login = 'skydesk:pass-of-the-proxy';

const certificate = await certificateFor(host);
const folder = await mkdtemp(path.join(tmpdir(), 'skydesk-private-'));
const certificateFile = path.join(folder, 'ca.pem');
await writeFile(certificateFile, certificate.cert);
const bundles = path.join(folder, 'bundles');
await build({ certificateFile, dist: bundles });

const cloud = await startLocalCloud();
/** Whether the tunnel breaks when the cloud API has answered a change. */
let losesAnswers = false;
const server = await startTlsServer(certificate, async (request, response) => {
  const { method = 'GET', url = '', headers } = request;
  const body = await text(request);
  const answer = await fetch(cloud.url + url, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      /^(authorization|content-type|accept)$/.test(name) ? [[name, String(value)]] : [],
    ),
    ...(body !== '' && { body }),
  });
  const content = await answer.text();
  if (losesAnswers && method !== 'GET') return proxy.cut();
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content);
});
const proxy = await startProxy({ [host]: server.port });

const logs: string[] = [];
const bot = await startTestSkydesk({
  alone: true,
  cloud,
  bundles,
  service: { baseUrl: `https://${host}`, ...credentialsOf() },
  onLog: ({ text }) => logs.push(text),
  createFunction: (options) =>
    createLambda({
      ...options,
      environment: (instance) => ({
        ...environmentOf(options, instance),
        ...(options.name === 'worker' && {
          HTTPS_PROXY: proxy.url.replace('://', `://${login}@`),
          SLOW_NOTICE_MS: '600000',
          // Waits of 20 s take 4.
          ...inTestTime,
          HURRY: '5',
        }),
      }),
    }),
});

afterAll(async () => {
  await bot.stop();
  await proxy.close();
  await Promise.all([server.close(), cloud.close(), rm(folder, { recursive: true })]);
});
beforeEach(async () => {
  proxy.treatment = 'open';
  losesAnswers = false;
  cloud.control.reset();
  cloud.control.set(quick);
  // A tunnel for reads is there before a test lets none open any more.
  await bot.type('ana', 'alert list');
});

const create = 'alert create "Disk 95" disk=95 to=ops@example.com';
const spoken = ({ said }: Awaited<ReturnType<typeof bot.press>>) =>
  said.map(({ to, lines }) => ({ to, lines }));

/** Confirms a change, for which alone a tunnel is asked for and treated so: reads have theirs. */
async function confirm(treatment: Treatment) {
  await bot.type('ana', create);
  proxy.treatment = treatment;
  const before = proxy.asked.length;
  const outcome = await bot.press('ana', 'decide:confirm');
  expect(proxy.asked.length - before).toBe(1);
  return outcome;
}

/** The lines of the only message, which Ana alone sees. */
const onlyAna = (...lines: string[]) => [{ to: 'only ana', lines }];

test('reads and changes reach the cloud API through the proxy, and AWS is called directly', async () => {
  const done = await confirm('open');
  expect(bot.last('ana', 'cloud-ops')).toContain('Created alert policy Disk 95');
  expect(changes(done)).toEqual([expect.stringMatching(/^POST \/v2\/alertPolicies\/ACME /)]);
  expect([...new Set(proxy.asked.map(({ target }) => target))]).toEqual([`${host}:443`]);
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  expect([...new Set(proxy.asked.map(({ login }) => login))]).toEqual([authorization]);
});

test.each<[string, Treatment]>([
  ['refuses the tunnel', 403],
  ['wants another login', 407],
  ['doesn’t find the cloud API', 502],
  ['drops the request for a tunnel', 'drop'],
  ['drops the tunnel', 'cut'],
])('if the proxy %s, the change was not made, and that is said', async (_, treatment) => {
  const failed = await confirm(treatment);
  expect(spoken(failed)).toEqual(
    onlyAna(
      '❌ Skydesk couldn’t reach the cloud API.',
      'Nothing was changed. Try again in a minute.',
      '[Try Again] · [Open Form]',
    ),
  );
  expect(changes(failed)).toEqual([]);
});

test('if the proxy doesn’t answer, the change is given up in time, was not made, and that is said', async () => {
  const failed = await confirm('hang');
  expect(spoken(failed)).toEqual(
    onlyAna(
      '❌ The cloud API didn’t respond in time.',
      'Nothing was changed. Try again in a minute.',
      '[Try Again] · [Open Form]',
    ),
  );
  expect(changes(failed)).toEqual([]);
});

test('if the proxy loses the answer, the change may have been made, and that is said', async () => {
  losesAnswers = true;
  const lost = await confirm('open');
  expect(spoken(lost)).toEqual([
    {
      to: '#cloud-ops',
      lines: [
        '⚠️ Not known if created: alert policy Disk 95',
        '⚠️ Skydesk couldn’t reach the cloud API.',
        'Outcome unknown. Skydesk didn’t try again.',
        'Check before you run it again: /cloud alert list',
        expect.stringMatching(/^@ana \(ana\) · \/cloud alert create "Disk 95"/),
      ],
    },
  ]);
  expect(changes(lost)).toEqual([expect.stringMatching(/^POST \/v2\/alertPolicies\/ACME /)]);
});

test('the health check goes through the proxy, and neither it nor a log has its address or password', async () => {
  await bot.type('ana', 'doctor');
  const answer = bot.last('ana');
  expect(answer).toMatch(/Passed: Environment .* Cloud API login · /);
  const secret = new RegExp(`${login}|${Buffer.from(login).toString('base64')}|${new URL(proxy.url).host}`);
  expect(answer).not.toMatch(secret);
  expect(logs.length).toBeGreaterThan(10);
  expect(logs.filter((line) => secret.test(line))).toEqual([]);
});

/** Of a terminal, which trusts the same certificate. */
const terminal = () => ({ HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificateFile });

test('npm run doctor goes through the proxy of its terminal, and says so', async () => {
  const { out } = await runScript('scripts/doctor-cli.ts', [], { ...bot.environment, ...terminal() });
  expect(out).toContain(
    'All variables are set. A proxy (HTTPS_PROXY) carries what is sent to the cloud API.',
  );
  expect(out).toMatch(/✓ Cloud API login +Logged in to ACME/);
});

test('npm run gateway calls its cloud through the proxy of its terminal', async () => {
  const child = spawn(process.execPath, ['scripts/gateway-cli.ts', '--port=0'], {
    env: { ...terminal(), DIGITALOCEAN_URL: 'https://digitalocean.private.example' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const [url] = /http:\S+(?=,)/.exec(String(line)) ?? [];
  const body = JSON.stringify({ username: 'ocean', password: 'dop_v1_12345678' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v2/authentication/login`, { method: 'POST', headers, body });
  // The proxy doesn't find that host.
  expect(answer.ok).toBe(false);
  expect(proxy.asked.at(-1)?.target).toBe('digitalocean.private.example:443');
  child.stdin.end();
  await once(child, 'exit');
});
