import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from '../../scripts/screenshots/chromium.ts';

/** The browser of a test file: a page for each test, in a context of its own. */
export interface TestBrowser {
  /**
   * Opens a page. Any error on it, and any request that leaves this machine, fails the test.
   * @param expected the errors that the page may have
   */
  open(url: string, options?: BrowserContextOptions, expected?: RegExp): Promise<Page>;
  /** A page that all tests of the file share, opened by the first that needs it; checked like those of `open`. */
  shared(url: string): Promise<Page>;
}

/** How long a page may take to show something, in milliseconds: less than a test, so that the error says what was missing. */
const patience = 60_000;

/** Types a line, and sends it. */
export async function say(page: Page, line: string): Promise<void> {
  const composer = page.getByRole('combobox', { name: /^Message/ });
  await composer.fill(line);
  await composer.press('Escape');
  await composer.press('Enter');
}

/** One browser for the files of a process; it ends with its process. */
let started: Promise<Browser> | undefined;

/** The browser for the tests of a file, started by the first file that asks for it. */
export function testBrowser(): TestBrowser {
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  let troubles: string[] = [];
  let shared: Promise<Page> | undefined;

  beforeAll(async () => {
    started ??= launchChromium();
    browser = await started;
  });
  afterAll(async () => {
    await (await shared)?.context().close();
  });
  afterEach(async () => {
    const [opened, said] = [contexts, troubles];
    [contexts, troubles] = [[], []];
    await Promise.all(opened.map((context) => context.close()));
    expect(said, 'what went wrong on the page').toEqual([]);
  });

  async function openIn(context: BrowserContext, url: string, expected?: RegExp): Promise<Page> {
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    watch(page, (trouble) => expected?.test(trouble) || troubles.push(trouble));
    await page.goto(url);
    return page;
  }

  const contextOf = (options: BrowserContextOptions): Promise<BrowserContext> => {
    if (!browser) throw new Error('The browser is not there before the first test begins.');
    return browser.newContext(options);
  };

  return {
    open: async (url, options = {}, expected) => {
      const context = await contextOf(options);
      contexts.push(context);
      return openIn(context, url, expected);
    },
    shared: (url) => {
      shared ??= contextOf({}).then((context) => openIn(context, url));
      return shared;
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
