import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';

/** The browser of a test file: a page for each test, in a context of its own. */
export interface TestBrowser {
  /**
   * Opens a page. Any error on it, and any request that leaves this machine, fails the test.
   * @param expected what the page may complain of all the same
   */
  open(url: string, options?: BrowserContextOptions, expected?: RegExp): Promise<Page>;
}

/** How long a page may take to show something, in milliseconds: less than a test, so that it is told what was missing. */
const patience = 15_000;

/** Starts a browser before the tests of a file and closes it after them. */
export function testBrowser(): TestBrowser {
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  let troubles: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const [opened, said] = [contexts, troubles];
    [contexts, troubles] = [[], []];
    await Promise.all(opened.map((context) => context.close()));
    expect(said, 'what went wrong on the page').toEqual([]);
  });

  return {
    open: async (url, options = {}, expected) => {
      if (!browser) throw new Error('The browser is not there before the first test begins.');
      const context = await browser.newContext(options);
      contexts.push(context);
      context.setDefaultTimeout(patience);
      const page = await context.newPage();
      watch(page, (trouble) => expected?.test(trouble) || troubles.push(trouble));
      await page.goto(url);
      return page;
    },
  };
}

function watch(page: Page, tell: (trouble: string) => void): void {
  page.on('pageerror', (error) => tell(error.stack ?? error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) tell(message.text());
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') tell(`asked ${request.url()}`);
  });
}
