import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Skydesk, startSkydesk } from '../../src/playground/skydesk.ts';
import { seriousProblems } from './axe.ts';
import { testBrowser } from './browser.ts';

const browser = testBrowser();
let desk: Skydesk;

beforeAll(async () => {
  desk = await startSkydesk();
});
afterEach(() => desk.slack?.reset());
afterAll(() => desk.close());

async function say(page: Page, line: string): Promise<void> {
  const composer = page.getByRole('combobox', { name: /^Message/ });
  await composer.fill(line);
  await composer.press('Escape');
  await composer.press('Enter');
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  const open = (place: string) =>
    browser.open(`${desk.url}/?as=ana#${place}`, { colorScheme, viewport: { width: 1280, height: 800 } });

  test('the channel with all that was said in it is for everybody', async () => {
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
    expect(await seriousProblems(page), 'with answers').toEqual([]);
    await page.getByRole('combobox', { name: /^Message/ }).fill('/cloud ');
    await page.getByRole('listbox').waitFor();
    expect(await seriousProblems(page), 'while typing').toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await seriousProblems(page), 'on a phone').toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  test('so is a form with a mistake', async () => {
    const page = await open('cloud-ops');
    await say(page, '/cloud alert create "Shop" disk=80 to=nobody');
    const form = page.getByRole('dialog', { name: 'Alert create' });
    await form.getByText(/not an e-mail address/).waitFor();
    expect(await seriousProblems(page, '[role=dialog]')).toEqual([]);
  });

  test('so is the Home tab', async () => {
    const page = await open('home');
    await page.getByRole('heading', { name: /cost/ }).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
  });
});
