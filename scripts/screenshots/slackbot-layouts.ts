import type { Page } from 'playwright-core';
import { layout } from './layout-steps.ts';
import { type Moment, newest, press, say, type World } from './moment.ts';

const withSlackbot = ['ana', 'slackbot'] as const;
const withSkydesk = ['ana', 'skydesk'] as const;
const assign = 'alert_assign {"policy":"Night watch","server":["jump"]}';
const open = `firewall_intra_create ${JSON.stringify({
  dc: 'de1',
  ports: ['tcp/443'],
  source: ['10.12.34.0/24'],
  destination: ['10.12.35.0/24'],
  why: 'the shop needs the payment API',
})}`;

/** The newest message of Slackbot. */
const answer = (page: Page) => page.getByRole('article', { name: /^Slackbot/ }).last();

async function list(page: Page): Promise<void> {
  await say(page, 'tools');
  await answer(page).getByRole('table').waitFor();
}

/** Asks for a change, and allows the call. */
async function allowed(page: Page, line: string): Promise<void> {
  await say(page, line);
  await answer(page).getByRole('button', { name: 'Allow Once' }).click();
  await answer(page).getByText('Nothing was changed yet').waitFor();
}

/** Waits in the direct messages with Skydesk for the preview of what Slackbot was asked for. */
async function previewed(page: Page, world: World): Promise<void> {
  await allowed(await world.open(...withSlackbot), assign);
  await newest(page).getByRole('button', { name: 'Assign Policy' }).waitFor();
}

/** Waits in the approval channel for the card of what Slackbot was asked for. */
async function asked(page: Page, world: World): Promise<void> {
  await allowed(await world.open(...withSlackbot), open);
  await newest(page).getByRole('button', { name: 'Review' }).waitFor();
}

/** What Slackbot shows of Skydesk's tools, and what people see of its requests. */
export const slackbotLayouts: readonly Moment[] = [
  layout('slackbot-first', withSlackbot, (page) => page.getByRole('heading', { name: /^Call/ }).waitFor()),
  layout('slackbot-tools', withSlackbot, (page) => list(page)),
  layout('slackbot', [...withSlackbot, 900], async (page) => {
    await say(page, 'ip_show');
    await answer(page).getByLabel('server').fill('DE1ACMEWEB01');
    await answer(page).getByRole('button', { name: 'Call Tool' }).click();
    await answer(page).getByText('Public IPs').first().waitFor();
    await say(page, assign);
    await answer(page).getByRole('button', { name: 'Allow Once' }).waitFor();
  }),
  layout('slackbot-preview', withSlackbot, (page) => allowed(page, assign)),
  layout('slackbot-preview-message', [...withSkydesk, 440], previewed),
  layout('slackbot-result', withSkydesk, async (page, world) => {
    await previewed(page, world);
    await press(page, 'Assign Policy');
    await newest(page).getByRole('button', { name: 'Undo' }).waitFor();
  }),
  layout('slackbot-home', ['ana', 'home'], async (page, world) => {
    const messages = await world.open(...withSkydesk);
    await previewed(messages, world);
    await press(messages, 'Assign Policy');
    await newest(messages).getByRole('button', { name: 'Undo' }).waitFor();
    await allowed(await world.open(...withSlackbot), open);
    await world.skydesk.settled();
    await page.reload();
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  }),
  layout('slackbot-history', withSkydesk, async (page, world) => {
    await previewed(page, world);
    await say(page, '/cloud history');
    await newest(page).getByText('called').first().waitFor();
  }),
  layout('slackbot-requested', withSlackbot, (page) => allowed(page, open)),
  layout('slackbot-card', ['ben', 'approvals', 440], asked),
  layout('slackbot-status', withSlackbot, async (page) => {
    await allowed(page, open);
    await say(page, 'request_status {"request":"#1"}');
    await answer(page).getByText('request_status').waitFor();
  }),
  layout('slackbot-server', [...withSlackbot, 900], async (page) => {
    await say(page, 'server_show {"server":"web01"}');
    await answer(page).getByText('server_show').waitFor();
  }),
  layout('slackbot-form', [...withSlackbot, 1200], async (page) => {
    await say(page, 'alert_assign');
    await answer(page).getByRole('button', { name: 'Call Tool' }).waitFor();
  }),
];
