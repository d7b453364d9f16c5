import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { openSkydesk, quick } from '../support/index.ts';
import { say, testBrowser } from './browser.ts';

const browser = testBrowser();
let skydesk: Skydesk;
beforeAll(async () => {
  skydesk = await openSkydesk();
  skydesk.cloud?.control.set(quick);
});
afterAll(() => skydesk.close());

const name =
  '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script> [x](javascript:window.harmed=1) <!channel>';

test('a name in the cloud API that is a program stays a name on the page', async () => {
  const slack = skydesk.slack;
  await slack?.type('ana', 'cloud-ops', `/cloud alert create '${name}' disk=95 to=ops@example.com`);
  await skydesk.settled();
  await slack?.press('ana', 'decide:confirm');
  await skydesk.settled();
  expect(skydesk.cloud?.control.state().alertPolicies.map((policy) => policy.name)).toContain(name);
  for (const line of ['alert list', `alert delete '${name}'`, 'history']) {
    await slack?.type('ana', 'cloud-ops', `/cloud ${line}`);
    await skydesk.settled();
  }
  await slack?.openHome('ana');
  await skydesk.settled();

  const page = await browser.open(`${skydesk.url}/?as=ana#cloud-ops`);
  await say(page, '/cloud alert delete');
  const form = page.getByRole('dialog', { name: 'Delete alert policy' });
  await form.getByRole('combobox').first().click();
  await page.getByRole('option', { name: /^<img src=x/ }).waitFor();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Cancel' }).click();
  const shown = page.getByRole('article', { name: /^Skydesk/ }).filter({ hasText: '<img src=x onerror=' });
  expect(await shown.count()).toBeGreaterThan(3);
  await page.goto(`${skydesk.url}/?as=ana#home`);
  await page.getByText('<img src=x onerror=').first().waitFor();

  expect(await page.evaluate("'harmed' in window")).toBe(false);
  expect(await page.locator('main img[src="x"], main script, main a[href^="javascript"]').count()).toBe(0);
});
