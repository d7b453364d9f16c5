import type { Page } from 'playwright-core';
import { layout } from './layout-steps.ts';
import { type Moment, newest, press, say, type World } from './moment.ts';

const withSlackbot = ['ana', 'slackbot'] as const;
const withSkydesk = ['ana', 'skydesk'] as const;
const assign = 'Assign the Night watch policy to jump';
const open =
  'Open port 443 from 10.12.34.0/24 to 10.12.35.0/24 in de1 because the shop needs the payment API';

/** The newest message of Slackbot. */
const answer = (page: Page) => page.getByRole('article', { name: /^Slackbot/ }).last();

async function list(page: Page): Promise<void> {
  await say(page, 'Which alerts are there?');
  await answer(page).getByRole('table').waitFor();
}

/** Asks for a change, and allows the call. */
async function allowed(page: Page, sentence: string): Promise<void> {
  await say(page, sentence);
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
  layout('slackbot-first', withSlackbot, (page) => page.getByRole('heading', { name: /^Ask/ }).waitFor()),
  layout(
    'slackbot',
    withSlackbot,
    async (page) => {
      await list(page);
      await say(page, assign);
      await answer(page).getByRole('button', { name: 'Allow Once' }).waitFor();
    },
    900,
  ),
  layout('slackbot-preview', withSlackbot, (page) => allowed(page, assign)),
  layout('slackbot-preview-message', withSkydesk, previewed, 440),
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
  layout('slackbot-card', ['ben', 'approvals'], asked, 440),
  layout('slackbot-status', withSlackbot, async (page) => {
    await allowed(page, open);
    await say(page, 'What became of it?');
    await answer(page).getByText('request_status').waitFor();
  }),
  layout(
    'slackbot-server',
    withSlackbot,
    async (page) => {
      await say(page, 'Show me the server web01');
      await answer(page).getByText('server_show').waitFor();
    },
    900,
  ),
  layout('slackbot-nothing', withSlackbot, async (page) => {
    await say(page, 'Tell me a joke');
    await answer(page).getByText('I found no tool').waitFor();
  }),
];
