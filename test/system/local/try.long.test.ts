import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../local/loopback/listen.ts';
import type { Skydesk } from '../../../local/skydesk.ts';
import { createSlack } from '../../../local/slack/index.ts';
import { openSkydesk } from '../../support/index.ts';
import { runScript } from '../../support/run-script.ts';

const run = (...args: string[]) => runScript('scripts/try.ts', args);

let skydesk: Skydesk;
beforeAll(async () => {
  skydesk = await openSkydesk();
});
afterAll(() => skydesk.close());
const runOver = (...args: string[]) => run(...args, '--url', skydesk.url);

async function listen(listener: RequestListener): Promise<string> {
  const { url, close } = await listenOnLoopback(listener);
  onTestFinished(close);
  return url;
}

/** A local Slack on a shared port, together with `settled`; its bot repeats commands and accepts clicks. */
async function startDesk() {
  const asked: string[] = [];
  let url = '';
  const bot = await listen(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const said = form.has('payload') ? 'Confirmed' : `You said: ${form.get('text')}`;
    const button = { type: 'button', text: { type: 'plain_text', text: 'Confirm' }, value: '1' };
    response.end(
      form.has('payload')
        ? undefined
        : JSON.stringify({
            text: said,
            blocks: [
              { type: 'section', text: { type: 'mrkdwn', text: said } },
              { type: 'actions', elements: [button] },
            ],
          }),
    );
    const payload: { response_url?: string } = JSON.parse(form.get('payload') ?? '{}');
    if (payload.response_url)
      await fetch(payload.response_url, {
        method: 'POST',
        body: JSON.stringify({ text: said, replace_original: true }),
      });
  });
  const slack = createSlack({ url: () => url, requestUrl: bot, signingSecret: 's', botToken: 'xoxb-t' });
  url = await listen((request, response) => {
    if (!request.url?.startsWith('/_control/settled')) return slack.listener(request, response);
    asked.push(request.url);
    setTimeout(() => response.end('{}'), 100);
  });
  return { url, slack, asked };
}

test('prints an API key to its person, and masks it in JSON, which is often stored', async () => {
  const { url } = await startDesk();
  const secret = '0123456789'.repeat(4).concat('abc');
  const key = `skydesk_U0ANA_7f3a21_${secret}`;
  expect((await run(key, '--url', url)).out).toContain(key);
  const { out } = await run(key, '--json', '--url', url);
  expect(out).toContain('skydesk_U0ANA_7f3a21_••••');
  expect(out).not.toContain(secret);
});

test('types a line, prints the answer, and clicks buttons', async () => {
  const { url, asked } = await startDesk();
  const { code, out } = await run(
    'alert list',
    '--as',
    'ben',
    '--in',
    'approvals',
    '--press',
    'Confirm',
    '--delayed',
    '--url',
    url,
  );
  expect(out.split('\n')).toEqual([
    '── Skydesk in #approvals, only visible to you',
    'You said: alert list',
    '[Confirm]',
    '',
    '── edited in #approvals, only visible to you',
    'Confirmed',
    '',
    '',
  ]);
  expect(code).toBe(0);
  expect(asked).toEqual(Array(2).fill('/_control/settled?delayed=true'));
});

test('fails with the error of Slack or of the person', async () => {
  const { url } = await startDesk();
  expect(await run('/clod', '--url', url)).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^── Slackbot in #cloud-ops, only visible to you\n\/clod is not a valid command\./,
    ),
  });
  expect(await run('help', '--press', 'Nope', '--url', url)).toMatchObject({
    code: 1,
    err: 'ana sees nothing called "Nope"; there is "Confirm".\n',
  });
  expect(await run('help', '--as', 'zoe', '--url', url)).toMatchObject({
    code: 2,
    err: 'There is no person "zoe"; there are ana, ben, cora, vic, gus, sam.\nHelp: npm run try -- --help\n',
  });
  expect(await run('help', '--in', 'nowhere', '--url', url)).toMatchObject({
    code: 2,
    err: 'There is no channel "nowhere"; ana is in cloud-ops, approvals, general, war-room, dm, slackbot.\nHelp: npm run try -- --help\n',
  });
});

test('clicks only buttons that result from this line, not those of an older message', async () => {
  const preview = await runOver("alert delete 'Disk 80'");
  expect(preview.out).toContain('[Delete Policy]');
  const { code, err } = await runOver('alert delete nosuchpolicy', '--press', 'Delete Policy');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'ana sees nothing called "Delete Policy"; there is "List Alert Policies", "Open Form".\n',
  });
  expect((await runOver('alert list')).out).toContain('Disk 80');
});

test('completes forms and approvals: clicks the buttons of a modal too, and fills its fields', async () => {
  const fill = ['--fill', 'Name=Disk 95', '--fill', 'Disk threshold (%)=95', '--fill', 'Send to=a@b.example'];
  const made = await runOver('alert create', ...fill, '--press', 'Preview', '--press', 'Create Policy');
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('✅ Created alert policy Disk 95') });

  const rule = 'firewall create de1 va1 source=10.95.131.0/24 destination=10.1.0.0/24 peer=ACDV why=backup';
  await runOver(rule, '--press', 'Request Approval');
  const decide = ['approvals', '--in', 'approvals', '--press', 'Review'];
  const by = (person: string) =>
    runOver(...decide, '--as', person, '--fill', 'Comment=Fine', '--press', 'Approve');
  expect((await by('ben')).out).toContain('1 of 2');
  expect((await by('cora')).out).toContain('Cora Lindqvist (cora)');
});

test.each([
  ['a field without a button', ['--fill', 'Name=x'], 2, /^--fill needs a --press/],
  [
    'a field without a value',
    ['--fill', 'Name', '--press', 'Preview'],
    2,
    /^--fill needs LABEL=VALUE; it is “Name”/,
  ],
  ['a field without a form', ['--fill', 'Name=x', '--press', 'Share to Channel'], 1, /^No form opened/],
])('refuses %s', async (_, flags, code, sentence) => {
  expect(await runOver('alert list', ...flags)).toMatchObject({ code, err: expect.stringMatching(sentence) });
});
