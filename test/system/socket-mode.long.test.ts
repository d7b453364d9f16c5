import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { openSocketMode } from '../../local/socket-mode/index.ts';
import { changesSent } from '../support/in-memory/local-cloud.ts';
import { openSkydesk, shownAs, storedOf } from '../support/index.ts';
import { startSocketModeSlack } from '../support/socket-mode-slack.ts';

/* The acts of people in a real Slack that is connected by Socket Mode go all the way: receiver, queue, worker, table, cloud API. */

let far: Awaited<ReturnType<typeof startSocketModeSlack>>;
let socket: Awaited<ReturnType<typeof openSocketMode>>;
let skydesk: Skydesk;
const said: string[] = [];

beforeAll(async () => {
  far = await startSocketModeSlack();
  const slack = { apiUrl: far.apiUrl, botToken: far.botToken, signingSecret: 'of this run alone' };
  skydesk = await openSkydesk({ slack: { ...slack, socketMode: true } });
  socket = await openSocketMode({
    ...slack,
    appToken: far.appToken,
    requestUrl: `${skydesk.url}/slack/events`,
    ackMs: 60_000,
    say: (sentence) => void said.push(sentence),
  });
});
afterAll(async () => {
  await socket.close();
  await skydesk.close();
  await far.close();
});

const done = async (act: Promise<unknown>): Promise<void> => {
  await act;
  await skydesk.settled({ delayed: true });
};

test('a change is requested, approved, applied and undone, over connections that Slack replaces', async () => {
  const { slack } = far;
  skydesk.cloud?.control.set({ firewallPendingMs: 0 });
  const line =
    '/cloud firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="Nightly backup"';
  await done(slack.type('ana', 'cloud-ops', line));
  far.disconnect('refresh_requested');
  await done(slack.press('ana', 'Request Approval'));
  await done(slack.press('ben', 'Review'));
  far.disconnect('refresh_requested');
  await done(slack.submit('ben'));
  await done(slack.press('ana', 'Undo'));
  far.disconnect('warning');
  await done(slack.press('ana', 'Request Approval'));
  await done(slack.press('cora', 'Review'));
  await done(slack.submit('cora'));
  const events = (await storedOf(skydesk.aws).log()).map(({ event, person }) => `${event} ${person}`);
  expect(events.slice(-4)).toEqual(['requested U0ANA', 'approved U0CORA', 'started U0ANA', 'applied U0ANA']);
  const sent = changesSent(skydesk.cloud?.requests ?? []).join('\n');
  expect(sent).toMatch(/^POST \S+\/ACME\/de1\nDELETE \S+\/ACME\/de1\/\w+$/);
  expect(far.acknowledged).toHaveLength(new Set(far.acknowledged).size);
  expect({ said, hellos: far.state().hellos }).toEqual({ said: [], hellos: 4 });
});

test('a mention whose acknowledgement was lost comes again and is answered once', async () => {
  far.loseAcks(1);
  const before = far.slack.cursor();
  await done(far.slack.type('ana', 'cloud-ops', '@skydesk alert list'));
  const journal = far.slack.journal(before);
  expect(journal.filter(({ kind }) => kind === 'request')).toHaveLength(2);
  const answers = journal.filter(({ data }) => JSON.stringify(data).includes('6 alert policies in ACME'));
  expect(answers.filter(({ kind }) => kind === 'message.posted')).toHaveLength(1);
});

const dev = path.join(import.meta.dirname, '../../scripts/dev.ts');

test.each([
  ['at SIGINT', 0, ''],
  ['when Socket Mode is disabled', 1, "Socket Mode is off. Enable it on the app's page Socket Mode"],
])(
  'npm run dev -- --slack has the command of its app, and stops %s without leaving a process',
  async (_, code, words) => {
    const other = await startSocketModeSlack({ command: '/cloud-ana' });
    onTestFinished(() => other.close());
    // Without the build, since other tests read its output.
    const script = `import { optionsFrom, serve } from ${JSON.stringify(dev)}; await serve(optionsFrom(process.env, false, true));`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: {
        PORT: '0',
        SLACK_API_URL: other.apiUrl,
        SLACK_APP_TOKEN: other.appToken,
        SLACK_BOT_TOKEN: other.botToken,
        SLACK_COMMAND: '/cloud-ana',
      },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const printed = { out: '', err: '' };
    const follow = (name: 'out' | 'err') => (text: string) => {
      printed[name] += text;
    };
    child.stdout.setEncoding('utf8').on('data', follow('out'));
    child.stderr.setEncoding('utf8').on('data', follow('err'));
    await expect.poll(() => printed.out).toContain('Type /cloud-ana help in Slack\n');
    expect(printed.out).toContain('to Acme as @skydesk');
    await other.slack.type('ana', 'cloud-ops', '/cloud-ana whoami');
    await expect.poll(() => shownAs(other.slack.sees('ana', 'cloud-ops').at(-1))).toContain('ServerOperator');
    const functions = execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(functions.length).toBeGreaterThan(1);
    if (code === 0) child.kill('SIGINT');
    else other.disconnect('link_disabled');
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(printed.err).toContain(words);
    for (const pid of functions) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    await expect.poll(() => other.state().open).toBe(0);
  },
);
