import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { openSocketMode } from '../../local/socket-mode/index.ts';
import { playDemo } from '../../scripts/demo.ts';
import { openSkydesk, shownAs } from '../harness/index.ts';
import { startSocketModeSlack } from '../harness/socket-mode-slack.ts';

/* A real Slack is connected by Socket Mode; what people do there goes the whole way, through receiver, queue and worker. */

let far: Awaited<ReturnType<typeof startSocketModeSlack>>;
let socket: Awaited<ReturnType<typeof openSocketMode>>;
let skydesk: Skydesk;
const said: string[] = [];

beforeAll(async () => {
  far = await startSocketModeSlack();
  const signingSecret = 'of this run alone';
  skydesk = await openSkydesk({
    slack: { apiUrl: far.apiUrl, botToken: far.botToken, signingSecret, socketMode: true },
  });
  socket = await openSocketMode({
    appToken: far.appToken,
    apiUrl: far.apiUrl,
    requestUrl: `${skydesk.url}/slack/events`,
    signingSecret,
    ackMs: 60_000,
    say: (sentence) => void said.push(sentence),
  });
});
afterAll(async () => {
  await socket.close();
  await skydesk.close();
  await far.close();
});

const screen = { width: 100, colours: false, zone: 'Europe/Lisbon' };

test('the story goes from the request to its Undo, over a connection that Slack replaces', async () => {
  const { slack } = far;
  const lines: string[] = [];
  const print = (line: string) => {
    lines.push(line);
    if (line.startsWith('━━')) far.disconnect('refresh_requested');
  };
  await playDemo({ ...skydesk, slack }, { ...screen, print });
  const scenes = lines.join('\n').split(/^━━ /m);
  expect(scenes[4]).toContain('[Undo]');
  await slack.press('ana', 'Undo');
  await skydesk.settled({ delayed: true });
  console.log(lines.join('\n'));
  console.log(
    slack
      .sees('ana')
      .map((m) => shownAs(m))
      .join('\n-----\n'),
    JSON.stringify(slack.views('ana')),
  );
  console.log(far.state(), said);
});
