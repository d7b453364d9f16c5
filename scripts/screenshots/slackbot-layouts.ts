import type { Page } from 'playwright-core';
import { layout } from './layout-steps.ts';
import { type Moment, newest, say } from './moment.ts';

const withSlackbot = ['ana', 'slackbot'] as const;
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

/** What Slackbot shows of Skydesk's tools. */
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
  layout('slackbot-preview-message', ['ana', 'skydesk'], async (page, world) => {
    await allowed(await world.open('ana', 'slackbot'), assign);
    await newest(page).getByRole('button', { name: 'Assign Policy' }).waitFor();
  }),
  layout('slackbot-requested', withSlackbot, (page) => allowed(page, open)),
  layout('slackbot-card', ['ben', 'approvals'], async (page, world) => {
    await allowed(await world.open('ana', 'slackbot'), open);
    await newest(page).getByRole('button', { name: 'Review' }).waitFor();
  }),
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
