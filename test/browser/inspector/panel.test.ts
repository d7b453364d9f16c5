import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asString } from '../../../local/slack/payload/json.ts';
import { seeded, startTestSkydesk, type TestSkydesk } from '../../harness/index.ts';
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

test('what somebody does appears by itself, step by step, and a step opens to its JSON', async () => {
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

test('the trace of a message and its blocks, once it is chosen', async () => {
  await skydesk.type('ana', 'dc list');
  const { text } = skydesk.slack.sees('ana', 'cloud-ops').at(-1) ?? {};
  await skydesk.type('ana', 'fields');
  await page.getByRole('button', { name: 'Close' }).click();
  const message = page
    .getByRole('article')
    .filter({ has: page.getByRole('table', { name: /data centers/ }) });
  await message.getByRole('button', { name: 'Show trace' }).focus();
  await page.keyboard.press('Enter');
  await trace(/dc list/).waitFor();
  expect(await page.getByRole('option').count()).toBe(1);
  await tab('Block Kit');
  const shown = await page.getByRole('region', { name: 'Block Kit' }).textContent();
  expect(JSON.parse(shown ?? '').text).toBe(asString(text));
});

test('the service as it stands, and what the last change did', async () => {
  await tab('Cloud API');
  const policies = page.getByRole('region', { name: 'Alert policies' });
  await policies.getByText('Disk 80').waitFor();
  await skydesk.type('ana', `alert delete ${seeded.disk80}`);
  await skydesk.press('ana', 'decide:confirm');
  await policies.getByRole('listitem').filter({ hasText: 'Disk 80' }).getByText('gone').waitFor();
});

test('switches are turned by the keyboard, shown as they are, and reset', async () => {
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
  test('nothing on any tab is out of reach, unnamed or too faint, or wider than its window', async () => {
    await page.emulateMedia({ colorScheme });
    skydesk.cloud.control.fail({ how: 'internal', times: 9 });
    await skydesk.type('ana', 'alert list');
    await skydesk.inspector.setFault('expired-trigger', true);
    await trace(/alert list.*failures/).waitFor();
    for (const name of ['Trace', 'Block Kit', 'Cloud API', 'Fault injection']) {
      await tab(name);
      expect(await seriousProblems(page, 'aside'), name).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(380);
    }
  });
});
