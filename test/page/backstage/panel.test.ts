import { readFile } from 'node:fs/promises';
import path from 'node:path';
import chromium from '@sparticuz/chromium';
import * as esbuild from 'esbuild';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asString } from '../../../src/playground/slack/json.ts';
import { type Desk, startDesk } from '../../acceptance/approving.ts';
import { seeded } from '../../acceptance/seeded.ts';

const pageDirectory = path.join(import.meta.dirname, '../../../src/playground/page');

/** The panel alone; the message that is chosen stands in the address. */
const entry = `
  import './theme.css';
  import { createRoot } from 'react-dom/client';
  import { Backstage } from './backstage/backstage.tsx';
  import { useBackstage } from './backstage/use-backstage.ts';
  const { channel, ts } = Object.fromEntries(new URLSearchParams(location.search));
  const Panel = () => <Backstage {...useBackstage()} selected={channel && { channel, ts }} />;
  createRoot(document.getElementById('root')).render(<Panel />);
`;

let desk: Desk;
let browser: Browser;
let page: Page;
let files: Record<string, string>;
const wrong: string[] = [];

beforeAll(async () => {
  const [built, started, launched] = await Promise.all([
    esbuild.build({
      stdin: { contents: entry, resolveDir: pageDirectory, loader: 'tsx' },
      bundle: true,
      write: false,
      outdir: '/',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
    startDesk({ workers: 1 }),
    chromium
      .executablePath()
      .then((executablePath) =>
        playwright.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], headless: true }),
      ),
  ]);
  desk = started;
  browser = launched;
  files = Object.fromEntries(built.outputFiles.map(({ path: name, text }) => [path.extname(name), text]));
});
beforeEach(async () => {
  wrong.length = 0;
  page = await browser.newPage({ viewport: { width: 380, height: 900 } });
  page.on('pageerror', ({ message }) => wrong.push(message));
  const body = `<!doctype html><html lang="en"><title>Backstage</title><style>${files['.css']}</style><main id="root"></main><script type="module" src="/panel.js"></script></html>`;
  await page.route('**/panel.js', (route) =>
    route.fulfill({ body: files['.js'] ?? '', contentType: 'text/javascript; charset=utf-8' }),
  );
  await page.route('**/panel*', (route, request) =>
    request.url().endsWith('.js') ? route.fallback() : route.fulfill({ body, contentType: 'text/html' }),
  );
  await page.goto(`${desk.url}/panel`);
});
afterEach(async () => {
  await page.close();
  await desk.backstage.reset();
  expect(wrong).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await desk.stop();
});

const tab = (name: string) => page.getByRole('tab', { name }).click();
const trail = (name: string | RegExp) => page.getByRole('option', { name });

test('what somebody does appears by itself, step by step, and a step opens to its JSON', async () => {
  await page.getByText('Type a command, and the way that it goes appears here.').waitFor();
  desk.emulator.control.fail({ how: 'internal', times: 9 });
  await desk.type('ana', 'fields');
  await trail(/\/cloud fields.*failures/).waitFor();
  const way = page.getByRole('list', { name: 'The way of /cloud fields' });
  await way.getByText('Acknowledged with 200').waitFor();
  const logged = way.getByRole('button', { name: /Logged job failed It failed\./ });
  await logged.focus();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('region', { name: 'All that is known of this step' }).textContent()).toContain(
    '"error": "ServiceError"',
  );
});

test('the trail of a message and its blocks, once it is chosen', async () => {
  await desk.type('ana', 'dc list');
  const { channel, ts, text } = desk.slack.sees('ana', 'cloud-ops').at(-1) ?? {};
  await desk.type('ana', 'fields');
  await page.goto(`${desk.url}/panel?channel=${channel}&ts=${ts}`);
  await trail(/dc list/).waitFor();
  expect(await page.getByRole('option').count()).toBe(1);
  await tab('Block Kit');
  const shown = await page.getByRole('region', { name: 'Block Kit' }).textContent();
  expect(JSON.parse(shown ?? '').text).toBe(asString(text));
});

test('the service as it stands, and what the last change did', async () => {
  await tab('The service');
  const policies = page.getByRole('region', { name: 'Alert policies' });
  await policies.getByText('Disk 80').waitFor();
  await desk.type('ana', `alert delete ${seeded.disk80}`);
  await desk.press('ana', 'Confirm');
  await policies.getByRole('listitem').filter({ hasText: 'Disk 80' }).getByText('gone').waitFor();
});

test('switches are turned by the keyboard, shown as they are, and reset', async () => {
  await tab('Make it hard');
  const slow = page.getByRole('switch', { name: 'A slow service' });
  await slow.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => desk.emulator.control.troubles().latencies).toEqual({ '*': 4_000 });
  await page.getByRole('button', { name: 'Let the next trigger expire' }).click();
  await page.getByText('waits for its moment').waitFor();
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await expect.poll(() => slow.isChecked()).toBe(false);
  await page.getByText('waits for its moment').waitFor({ state: 'detached' });
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('nothing on any tab is out of reach, unnamed or too faint, or wider than its window', async () => {
    const axe = await readFile(path.join(pageDirectory, '../../../node_modules/axe-core/axe.min.js'), 'utf8');
    await page.emulateMedia({ colorScheme });
    desk.emulator.control.fail({ how: 'internal', times: 9 });
    await desk.type('ana', 'alert list');
    await desk.backstage.turn('expired-trigger', true);
    await trail(/alert list.*failures/).waitFor();
    await page.evaluate(axe);
    for (const name of ['The way it went', 'Block Kit', 'The service', 'Make it hard']) {
      await tab(name);
      const found: string = await page.evaluate(
        'axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])))',
      );
      expect(JSON.parse(found), name).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(380);
    }
  });
});
