import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestSkydesk, type TestSkydesk } from '../../support/index.ts';
import { seriousProblems } from '../axe.ts';
import { testBrowser } from '../browser.ts';

const browser = testBrowser();
let skydesk: TestSkydesk;
let page: Page;

beforeAll(async () => {
  skydesk = await startTestSkydesk({ workers: 1 });
});
beforeEach(async () => {
  page = await browser.open(skydesk.url, { viewport: { width: 380, height: 900 } });
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
});
afterEach(() => skydesk.inspector.reset());
afterAll(() => skydesk.stop());

const tab = (name: string) => page.getByRole('tab', { name }).click();
const trace = (name: string | RegExp) => page.getByRole('option', { name });

test('an act of somebody appears by itself, step by step, and a step opens to its JSON', async () => {
  await page.getByText('Run a command, and its trace appears here.').waitFor();
  skydesk.cloud.control.fail({ how: 'internal', times: 9 });
  await skydesk.type('ana', 'fields');
  await trace(/\/cloud fields.*failures/).waitFor();
  const way = page.getByRole('list', { name: 'Trace of /cloud fields' });
  await way.getByText('Acknowledged with 200').waitFor();
  const logged = way.getByRole('button', { name: /Logged job failed It failed\./ });
  await logged.focus();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('region', { name: 'Step details' }).textContent()).toContain(
    '"error": "CloudApiError"',
  );
});

test('a chosen message shows its own trace only', async () => {
  await skydesk.type('ana', 'dc list');
  await skydesk.type('ana', 'fields');
  await page.getByRole('button', { name: 'Close' }).click();
  const message = page
    .getByRole('article')
    .filter({ has: page.getByRole('table', { name: /data centers/ }) });
  await message.getByRole('button', { name: 'Show trace' }).focus();
  await page.keyboard.press('Enter');
  await trace(/dc list/).waitFor();
  expect(await page.getByRole('option').count()).toBe(1);
});

test('switches can be turned by keyboard, show their state, and can be reset', async () => {
  await tab('Fault injection');
  const slow = page.getByRole('switch', { name: 'Slow responses' });
  await slow.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => skydesk.cloud.control.faults().latencies).toEqual({ '*': 4_000 });
  await page.getByRole('button', { name: 'Expire the next trigger' }).click();
  await page.getByText('Armed').waitFor();
  await page.getByRole('button', { name: 'Reset Everything' }).click();
  await expect.poll(() => slow.isChecked()).toBe(false);
  await page.getByText('Armed').waitFor({ state: 'detached' });
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('every tab is reachable, named and readable, and no wider than its window', async () => {
    await page.emulateMedia({ colorScheme });
    skydesk.cloud.control.fail({ how: 'internal', times: 9 });
    await skydesk.type('ana', 'alert list');
    await skydesk.inspector.setFault('expired-trigger', true);
    await trace(/alert list.*failures/).waitFor();
    for (const name of ['Trace', 'Fault injection']) {
      await tab(name);
      expect(await seriousProblems(page, 'aside'), name).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(380);
    }
  });
});
