import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { openSkydesk, quick } from '../harness/index.ts';
import { testBrowser } from './browser.ts';

const browser = testBrowser();
let skydesk: Skydesk;

beforeAll(async () => {
  skydesk = await openSkydesk();
});
beforeEach(async () => {
  await skydesk.settled();
  skydesk.slack?.reset();
  skydesk.cloud?.control.reset();
  skydesk.cloud?.control.set(quick);
});
afterAll(() => skydesk.close());

const open = (person: string, place: string) => browser.open(`${skydesk.url}/?as=${person}#${place}`);

const assign = 'alert_assign {"policy":"Night watch","server":["jump"]}';

async function say(page: Page, line: string): Promise<void> {
  const composer = page.getByRole('combobox', { name: 'Message Slackbot' });
  await composer.fill(line);
  await composer.press('Enter');
}

/** The newest message of Slackbot, or of Skydesk. */
const newest = (page: Page, author = 'Slackbot') =>
  page.getByRole('article', { name: new RegExp(`^${author}`) }).last();

test('a tool is chosen from the list and called by its form; a menu of its answer goes on in place', async () => {
  const page = await open('ana', 'cloud-ops');
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Slackbot' }).click();
  await page.getByRole('button', { name: 'tools', exact: true }).click();
  await newest(page)
    .getByRole('table', { name: /tools of Skydesk/ })
    .waitFor();
  await newest(page).getByRole('combobox', { name: 'Choose a tool…' }).fill('alert_l');
  await page.getByRole('option', { name: 'alert_list' }).click();
  await newest(page).getByRole('button', { name: 'Call Tool' }).click();
  const answer = newest(page);
  await answer.getByRole('table', { name: /alert policies in ACME/ }).waitFor();
  await answer.getByRole('combobox', { name: 'Show a policy…' }).click();
  await page.getByRole('option', { name: 'Night watch' }).click();
  await answer.getByRole('table', { name: /alert policies in ACME/ }).waitFor({ state: 'detached' });
  expect(await answer.textContent()).toContain('Night watch');
});

test('a form gives what was entered, a list by lines; the question for consent repeats it', async () => {
  const page = await open('ana', 'slackbot');
  await say(page, 'alert_assign');
  await newest(page).getByRole('textbox', { name: 'policy' }).fill('Night watch');
  await newest(page).getByRole('textbox', { name: 'server' }).fill('jump\nDE1ACMEWEB01');
  await newest(page).getByRole('button', { name: 'Call Tool' }).click();
  await newest(page).getByText('jump, DE1ACMEWEB01').waitFor();
  await newest(page).getByRole('button', { name: 'Deny' }).waitFor();
});

test('a change needs consent, and then a click in Skydesk’s own message', async () => {
  const page = await open('ana', 'slackbot');
  await say(page, assign);
  await newest(page).getByRole('button', { name: 'Allow Once' }).click();
  await newest(page)
    .getByText(/Assign Policy/)
    .first()
    .waitFor();
  expect(await newest(page).getByRole('button', { name: 'Assign Policy' }).count()).toBe(0);
  await page.getByRole('link', { name: /^Skydesk: Messages/ }).click();
  const preview = newest(page, 'Skydesk');
  await preview
    .getByText(/Slackbot/)
    .first()
    .waitFor();
  await preview.getByRole('button', { name: 'Assign Policy' }).click();
  await newest(page, 'Skydesk').getByText('assigned to').waitFor();
});

test('a denied change is not even asked for', async () => {
  const page = await open('ana', 'slackbot');
  await say(page, assign);
  await newest(page).getByRole('button', { name: 'Deny' }).click();
  await newest(page).getByText('Nothing was called.').waitFor();
  expect(skydesk.slack?.calls('chat.postMessage')).toEqual([]);
});

test('what needs approval gets a card, a number and a link, and its status can be asked for', async () => {
  const [ana, ben] = await Promise.all([open('ana', 'slackbot'), open('ben', 'approvals')]);
  const rule = {
    dc: 'de1',
    ports: ['tcp/443'],
    source: ['10.12.34.0/24'],
    destination: ['10.12.35.0/24'],
    why: 'the shop needs the payment API',
  };
  await say(ana, `firewall_intra_create ${JSON.stringify(rule)}`);
  await newest(ana).getByRole('button', { name: 'Allow Once' }).click();
  const number = await newest(ana).getByText(/#\d+/).first().textContent();
  const card = newest(ben, 'Skydesk');
  await card.getByRole('button', { name: 'Review' }).waitFor();
  expect(await card.textContent()).toContain('through Slackbot');
  await say(ana, `request_status {"request":"${/#\d+/.exec(number ?? '')?.[0]}"}`);
  await newest(ana)
    .getByText(/request_status/)
    .waitFor();
  await newest(ana)
    .getByText(/approv/i)
    .first()
    .waitFor();
  await newest(ana).getByRole('link').first().click();
  await ana.getByRole('heading', { name: '#approvals' }).waitFor();
});

test('the trace of an answer shows the call', async () => {
  const page = await open('ana', 'slackbot');
  await say(page, 'alert_list {}');
  await newest(page).getByRole('table').waitFor();
  await newest(page).getByRole('button', { name: 'Show trace' }).focus();
  await page.keyboard.press('Enter');
  const trace = page.getByRole('list', { name: 'Trace of Slackbot called alert_list' });
  await trace.getByRole('button', { name: /^Slack posted tools\/call, signed/ }).waitFor();
  await trace.getByRole('button', { name: /^mcp ran/ }).waitFor();
});
