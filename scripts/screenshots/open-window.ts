import type { BrowserContext, Page } from 'playwright-core';

const pauseMs = 250;

/** Opens a window of the local page for a person, at a place, with the first steps collapsed. */
export async function openWindow(
  context: BrowserContext,
  url: string,
  person: string,
  place: string,
): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('first steps folded', 'yes'));
  await page.goto(`${url}/?as=${person}#${place}`);
  return page;
}

/**
 * Takes screenshots of a page until two consecutive ones are equal: then all animations have ended and all fonts are loaded. PNG.
 */
export async function stableShot(page: Page): Promise<Buffer> {
  await page.evaluate('document.fonts.ready');
  let before = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  while (true) {
    await page.waitForTimeout(pauseMs);
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (now.equals(before)) return now;
    before = now;
  }
}
