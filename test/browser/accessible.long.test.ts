import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { openSkydesk } from '../support/index.ts';
import { seriousProblems } from './axe.ts';
import { say, testBrowser } from './browser.ts';

const browser = testBrowser();
let skydesk: Skydesk;

beforeAll(async () => {
  skydesk = await openSkydesk();
});
afterEach(() => skydesk.slack?.reset());
afterAll(() => skydesk.close());

const open = (place: string) => browser.open(`${skydesk.url}/?as=ana#${place}`);
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 800 };

/** Expects that the page is accessible to everybody, light and dark, on a wide window and on a phone. */
async function expectForEverybody(page: Page, what: string, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of [wide, phone]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const { width } = viewport;
      const how = `${what}, ${colorScheme}, ${width} pixels wide`;
      expect(await seriousProblems(page, within), how).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), how).toBeLessThanOrEqual(width);
    }
}

test('the channel with all its messages is accessible', async () => {
  const page = await open('cloud-ops');
  await say(page, '/cloud alert list');
  await page
    .getByRole('table', { name: /alert policies/ })
    .last()
    .waitFor();
  await say(page, '/cloud invoice trend 3');
  await page.getByRole('img', { name: /cost/i }).last().waitFor();
  await say(page, 'Good morning, *all*');
  await page
    .getByRole('article', { name: /^Ana Ferreira/ })
    .last()
    .waitFor();
  await expectForEverybody(page, 'with answers');
  await page.getByRole('combobox', { name: /^Message/ }).fill('/cloud ');
  await page.getByRole('listbox').waitFor();
  await expectForEverybody(page, 'while typing');
});

test('the conversation with Slackbot is accessible', async () => {
  const page = await open('slackbot');
  await page.getByRole('heading', { name: 'Call Skydesk’s tools through Slackbot' }).waitFor();
  await expectForEverybody(page, 'before anything was said');
  await say(page, 'tools');
  await page.getByRole('table', { name: /tools of Skydesk/ }).waitFor();
  await say(page, 'alert_assign');
  await page.getByRole('button', { name: 'Call Tool' }).waitFor();
  await say(page, 'alert_list {}');
  await page.getByRole('table', { name: /alert policies/ }).waitFor();
  await say(page, 'alert_assign {"policy":"Night watch","server":["jump"]}');
  await page.getByRole('button', { name: 'Allow Once' }).waitFor();
  await expectForEverybody(page, 'with an answer and a question for consent');
});

test('a form with a mistake is accessible', async () => {
  const page = await open('cloud-ops');
  await say(page, '/cloud alert create "Shop" disk=80 to=nobody');
  const form = page.getByRole('dialog', { name: 'Create alert policy' });
  await form.getByText(/not an email address/).waitFor();
  await expectForEverybody(page, 'the form', '[role=dialog]');
});

test('the phone is accessible', async () => {
  const page = await open('cloud-ops');
  await page.getByRole('button', { name: 'Phone' }).click();
  const phone = page.getByRole('complementary', { name: 'Ana’s Phone' });
  await phone.getByText('No notifications').waitFor();
  await skydesk.slack?.type('ben', 'cloud-ops', 'Good morning, @ana');
  await phone.getByRole('article').waitFor();
  await expectForEverybody(page, 'with a notification');
});

test('the story is accessible', async () => {
  const page = await open('story');
  await expectForEverybody(page, 'before it begins');
  const next = page.getByRole('button', { name: 'Next Step', disabled: false });
  for (const _ of ['type', 'request', 'review']) await next.click();
  await next.waitFor();
  await page.getByRole('heading', { name: /^Review #\d+$/ }).waitFor();
  await expectForEverybody(page, 'with a modal in a column');
});

test('the Home tab is accessible', async () => {
  const page = await open('home');
  await page.getByRole('heading', { name: 'Cost' }).waitFor();
  await expectForEverybody(page, 'the Home tab');
});
