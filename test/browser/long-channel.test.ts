import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { openSkydesk } from '../system/open-skydesk.ts';
import { testBrowser } from './browser.ts';

const browser = testBrowser();
/** How many messages are shown at first, and added on the way up. */
const pageSize = 100;
let skydesk: Skydesk;

beforeAll(async () => {
  skydesk = await openSkydesk();
});
afterEach(() => skydesk.slack?.reset());
afterAll(() => skydesk.close());

const say = (text: string) => skydesk.slack?.type('ben', 'general', text);

/** Collects the rows that are added, removed or changed from now on. */
const watch = `
  window.touched = new Set();
  const log = document.querySelector('[role=log]');
  new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes } of records)
      if (target === log) for (const row of [...addedNodes, ...removedNodes]) touched.add(row);
      else touched.add([...log.children].find((row) => row.contains(target)));
  }).observe(log, { childList: true, subtree: true, characterData: true, attributes: true });
`;

test('of 1,000 messages the newest are on the page, one more draws no other again, and earlier ones come on the way up', async () => {
  for (let count = 1; count <= 1_000; count += 1) await say(`Message ${count}.`);
  const page = await browser.open(`${skydesk.url}/?as=ana#general`);
  const rows = page.getByRole('article');
  await rows.getByText('Message 1000.').waitFor();
  expect(await rows.count()).toBe(pageSize);

  await page.evaluate(watch);
  await say('One more.');
  await rows.getByText('One more.').waitFor();
  // The new row, the one that left at the top, and the one that is the first now and so shows its day and name.
  expect(await page.evaluate('touched.size')).toBe(3);

  const list = page.locator('.messages-list');
  await list.evaluate((element) => element.scrollTo(0, 0));
  await expect.poll(() => rows.count()).toBe(2 * pageSize);
  await say('And another.');
  const pill = page.getByRole('button', { name: '1 new message' });
  await pill.click();
  await pill.waitFor({ state: 'detached' });
  await expect.poll(() => rows.count()).toBe(pageSize);
  await expect
    .poll(() => list.evaluate((at) => at.scrollHeight - at.clientHeight - at.scrollTop))
    .toBeLessThan(2);
});
