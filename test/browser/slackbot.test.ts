import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { openSkydesk, quick } from '../support/index.ts';
import { say, testBrowser } from './browser.ts';

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

/** The newest message of Slackbot, or of Skydesk. */
const newest = (page: Page, author = 'Slackbot') =>
  page.getByRole('article', { name: new RegExp(`^${author}`) }).last();

test('a tool is chosen from the list and called by its form; a menu in its answer is answered in place', async () => {
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
  await newest(page, 'Skydesk').getByText('Assigned alert policy').waitFor();
});
