import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const isPackaged = process.platform === 'linux' && process.arch === 'x64';

/** Unpacks the Chromium of the packages. Two processes that do so at once disturb each other, so tests do it before they begin. */
export async function unpackChromium(): Promise<void> {
  if (isPackaged) await chromium.executablePath();
}

/**
 * Starts the Chromium of the packages or, on other systems, the person's own Chrome. Rejects with a sentence if there is none.
 */
export async function launchChromium(): Promise<Browser> {
  if (isPackaged)
    return playwright.launch({
      executablePath: await chromium.executablePath(),
      args: ['--no-sandbox', '--headless=shell', '--font-render-hinting=none', '--disable-gpu'],
    });
  return playwright.launch({ channel: 'chrome' }).catch((error: unknown) => {
    throw new Error('The browser tests need Google Chrome on this system: install it, then run this again.', {
      cause: error,
    });
  });
}
