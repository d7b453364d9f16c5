import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { permalinkOf } from '../../local/slack/workspace/permalink.ts';
import { openSkydesk } from '../harness/index.ts';
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

test('a link leads to a message far up, and to a reply in its thread', async () => {
  for (let count = 1; count <= 250; count += 1) await say(`Message ${count}.`);
  const address = (at: number) => {
    const { ts, threadTs } = skydesk.slack?.sees('ana', 'general').at(at) ?? {};
    return { channel: 'C0GENERAL', ts: String(ts), ...(threadTs && { threadTs: String(threadTs) }) };
  };
  const { ts } = address(9);
  await skydesk.slack?.type('ben', 'general', 'Tenth, indeed.', { threadTs: ts });
  await say(`Look at ${permalinkOf(address(-1))} and ${permalinkOf(address(9))}`);

  const page = await browser.open(`${skydesk.url}/?as=ana#general`);
  const marked = page.locator('[data-marked]');
  const links = page.getByRole('article').getByRole('link');
  await links.last().click();
  await marked.getByText('Message 10.').waitFor();
  await marked.and(page.locator(':focus')).waitFor();
  await expect.poll(() => marked.boundingBox().then((box) => box && box.y > 0 && box.y < 700)).toBe(true);

  await links.first().click();
  const thread = page.getByRole('complementary', { name: 'Thread' });
  await thread.locator('[data-marked]').getByText('Tenth, indeed.').waitFor();

  await page.goto(`${skydesk.url}/?as=ana#general/${ts}`);
  await marked.getByText('Message 10.').waitFor();
  await page.goto(`${skydesk.url}/?as=ana#general/1.000001`);
  await page.getByText('That message can’t be shown').waitFor();
});
