import type { BrowserContext, Page } from 'playwright-core';

const pauseMs = 250;

/** Opens a window of the local page as a person, at a place, with the first steps folded. */
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

/** Shots of a page until two in a row are the same, so that nothing moves any more and all fonts are there. PNG. */
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
