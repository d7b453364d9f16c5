import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { openSkydesk, quick } from '../support/index.ts';
import { testBrowser } from './browser.ts';

/** These tests use only the keyboard. */

const browser = testBrowser();
let skydesk: Skydesk;

beforeAll(async () => {
  skydesk = await openSkydesk();
  skydesk.cloud?.control.set(quick);
});
afterEach(() => skydesk.slack?.reset());
afterAll(() => skydesk.close());

const focused = (page: Page) => page.locator(':focus');

/** Waits until the focus is there. */
const hasFocus = (element: Locator): Promise<void> => element.and(element.page().locator(':focus')).waitFor();

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const element = focused(page);
    if ((await element.count()) === 0) continue;
    const called = (await element.getAttribute('aria-label')) ?? (await element.textContent()) ?? '';
    if (typeof name === 'string' ? called.trim() === name : name.test(called)) return;
  }
  throw new Error(`Tab never comes to ${name}`);
}

test('a line is completed, a form is filled, a mistake is corrected, and the change is confirmed', async () => {
  const page = await browser.open(`${skydesk.url}/?as=ana#cloud-ops`);
  const line = page.getByRole('combobox', { name: 'Message #cloud-ops' });
  await hasFocus(line);
  await page.keyboard.type('/cl');
  await page.getByRole('option', { name: /^\/cloud/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('alert cre');
  await page.getByRole('option', { name: /^create/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  expect(await line.inputValue()).toBe('/cloud alert create ');
  await page.keyboard.press('Enter');

  const form = page.getByRole('dialog', { name: 'Create alert policy' });
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.waitFor();
  await hasFocus(name);
  await page.keyboard.type('By hand');
  // Who is notified is left out.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('85');
  await page.getByRole('option', { name: '85', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Preview');
  await page.keyboard.press('Enter');

  const told = form.getByRole('textbox', { name: 'Send to' });
  await hasFocus(told);
  expect(await told.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.type('ops@example.com');
  await tabTo(page, 'Preview');
  await page.keyboard.press('Enter');

  const preview = page.getByRole('dialog', { name: 'Preview' });
  await preview.getByRole('button', { name: 'Create Policy' }).waitFor();
  await tabTo(page, 'Create Policy');
  await page.keyboard.press('Enter');
  await page.getByText('Created alert policy By hand').waitFor();
  const made = skydesk.cloud?.control.state().alertPolicies.find((policy) => policy.name === 'By hand');
  expect(made?.triggers).toMatchObject([{ metric: 'cpu', threshold: 85 }]);
});

test('the arrow keys recall sent lines, even after a reload', async () => {
  const page = await browser.open(`${skydesk.url}/?as=ana#general`);
  const line = page.getByRole('combobox', { name: 'Message #general' });
  for (const text of ['Good morning', 'See #cloud-ops', 'Lunch?']) {
    await hasFocus(line);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByText(text).waitFor();
  }
  await page.reload();
  await hasFocus(line);
  const shown: string[] = [];
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
    await page.keyboard.press(key);
    shown.push(await line.inputValue());
  }
  const [third, second, first] = ['Lunch?', 'See #cloud-ops', 'Good morning'];
  expect(shown).toEqual([third, second, first, first, second, third, '']);
});

test('Escape closes a form, and the focus returns to the line', async () => {
  const page = await browser.open(`${skydesk.url}/?as=ana#cloud-ops`);
  const line = page.getByRole('combobox', { name: 'Message #cloud-ops' });
  await hasFocus(line);
  await page.keyboard.type('/cloud ip add ');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add public IP' }).getByRole('textbox').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await hasFocus(line);
});

test('one person becomes another one, and goes to another channel', async () => {
  const page = await browser.open(`${skydesk.url}/?as=ana#cloud-ops`);
  await tabTo(page, /You act as/);
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.keyboard.type('Ben');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /You act as\s*Ben Whitaker/ }).waitFor();
  await tabTo(page, 'approvals');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '#approvals' }).waitFor();
  expect(new URL(page.url()).search).toBe('?as=ben');
});
