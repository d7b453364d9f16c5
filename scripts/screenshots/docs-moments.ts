import type { Page } from 'playwright-core';
import {
  answer,
  type Moment,
  moment,
  newest,
  pictured,
  press,
  request,
  run,
  say,
  type World,
} from './moment.ts';

const ana = ['ana', 'cloud-ops'] as const;
const withSlackbot = ['ana', 'slackbot'] as const;
const assign = 'alert_assign {"policy":"Night watch","server":["jump"]}';
const open = `firewall_intra_create ${JSON.stringify({
  dc: 'de1',
  ports: ['tcp/443'],
  source: ['10.12.34.0/24'],
  destination: ['10.12.35.0/24'],
  why: 'the shop needs the payment API',
})}`;
const minuteMs = 60_000;

const ofSlackbot = (page: Page) => page.getByRole('article', { name: /^Slackbot/ }).last();

/** Lets Slackbot call a tool for a change, in a separate window, and allows the call. */
async function called(world: World, line: string): Promise<void> {
  const page = await world.open(...withSlackbot);
  await say(page, line);
  await ofSlackbot(page).getByRole('button', { name: 'Allow Once' }).click();
  await ofSlackbot(page).getByText('Nothing was changed yet').waitFor();
}

async function pass({ skydesk }: World, minutes: number): Promise<void> {
  await skydesk.time?.pass(minutes * minuteMs);
  await skydesk.settled({ delayed: true });
}

/** The pictures of README and docs. */
export const docsMoments: readonly Moment[] = [
  moment('lease-notice', ana, async (page, world) => {
    await run(page, '/cloud alert assign "Night watch" jump ends=2h', 'Assign Policy');
    await newest(page).getByText('until').first().waitFor();
    await pass(world, 106);
    await newest(page).getByText('alert policy Night watch assigned').first().waitFor();
  }),
  moment('many-running', ana, async (page, { skydesk }) => {
    await answer(page, '/cloud alert assign "Disk 80" de1acmeweb*', 'Assign Policy');
    await newest(page).getByLabel('DE1ACMEWEB04').uncheck();
    await press(page, 'Assign Policy');
    await skydesk.settled({ delayed: true });
    await newest(page).getByText('7 of 8 done, 1 failed').first().waitFor();
  }),
  moment('plan-preview', [...ana, 700], (page) =>
    answer(page, '/cloud run new-web-server de1acmeweb04 ops@example.com why="Go live"', 'Apply Changes'),
  ),
  moment('reach', [...ana, 420], (page) =>
    answer(page, '/cloud reach DE1ACMEWEB01 DE1ACMEDB02 tcp/5432', 'Request Access'),
  ),
  moment('changed', ana, async (page, world) => {
    await pass(world, 20);
    await world.skydesk.inspector.setFault('changed-outside', true);
    await pass(world, 20);
    await answer(page, '/cloud changed', 'Put It Back');
  }),
  moment('slackbot', [...withSlackbot, 900], async (page) => {
    await say(page, 'ip_show');
    await ofSlackbot(page).getByLabel('server').fill('DE1ACMEWEB01');
    await ofSlackbot(page).getByRole('button', { name: 'Call Tool' }).click();
    await ofSlackbot(page).getByText('Public IPs').first().waitFor();
    await say(page, assign);
    await ofSlackbot(page).getByRole('button', { name: 'Allow Once' }).waitFor();
  }),
  moment('slackbot-card', ['ben', 'approvals', 440], async (page, world) => {
    await called(world, open);
    await newest(page).getByRole('button', { name: 'Review' }).waitFor();
  }),
  moment('slackbot-preview-message', ['ana', 'skydesk', 440], async (page, world) => {
    await called(world, assign);
    await newest(page).getByRole('button', { name: 'Assign Policy' }).waitFor();
  }),
  moment('trend', [...ana, 940, 1100], async (page) => {
    await say(page, '/cloud invoice trend 6');
    await newest(page).getByRole('img', { name: /cost/i }).waitFor();
  }),
  moment('form', [...ana, 800], async (page) => {
    await say(page, '/cloud alert create "Shop disks" disk=80 to=nobody');
    await page
      .getByRole('dialog')
      .getByText(/not an email address/)
      .waitFor();
  }),
  moment('review', ['ben', 'approvals', 800], async (page, world) => {
    await request(await world.open(...ana));
    await pictured(page, world);
    await press(page, 'Review');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).waitFor();
  }),
  moment('home', ['cora', 'approvals', 920], async (page, world) => {
    const window = await world.open(...ana);
    await run(window, '/cloud alert assign "Night watch" jump', 'Assign Policy');
    await request(window);
    await page.getByRole('link', { name: 'Skydesk: Home' }).click();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Create Alert Policy' }).waitFor();
  }),
  moment('inspector', [...ana, 760, 1440], async (page) => {
    await run(page, '/cloud alert assign "Memory high" jump', 'Assign Policy');
    const result = page.getByRole('article').filter({ hasText: 'assigned' });
    await result.getByRole('button', { name: 'Show trace' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: /^Trace of/ }).waitFor();
  }),
];

/** Returns Ana's view after a command, and after clicks on these buttons of its answer or of the modal that it opened. */
export const answerTo = (line: string, buttons: readonly string[]): Moment =>
  moment('answer', [...ana, 900], async (page, { skydesk }) => {
    await say(page, line);
    for (const name of buttons) {
      await page.getByRole('button', { name }).last().click();
      await skydesk.settled();
    }
    await skydesk.settled({ delayed: true });
  });
