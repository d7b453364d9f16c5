import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { asObject, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { steps } from '../../local/story/scenes.ts';
import { openSkydesk, quick } from '../support/index.ts';
import { say, testBrowser } from './browser.ts';

const browser = testBrowser();
let skydesk: Skydesk;

beforeAll(async () => {
  skydesk = await openSkydesk();
});
beforeEach(async () => {
  // Messages that the bot still has to send from the last test would appear in the channels of this one.
  await skydesk.settled();
  skydesk.slack?.reset();
  skydesk.cloud?.control.reset();
  skydesk.cloud?.control.set(quick);
});
afterAll(() => skydesk.close());

const open = (person = 'ana', place = 'cloud-ops') => browser.open(`${skydesk.url}/?as=${person}#${place}`);

const composer = (page: Page) => page.getByRole('combobox', { name: /^Message/ });

/** Whether all of it is within the edges of its form. */
const isInView = (part: Locator): Promise<boolean | undefined> =>
  part.evaluate((element) => {
    const [own, form] = [element, element.closest('.fields')].map((item) => item?.getBoundingClientRect());
    return own && form && own.top >= form.top && own.bottom <= form.bottom;
  });

/** The permissions of the bot, too. */
async function callSlack(method: string, body: object): Promise<JsonObject> {
  const answer = await fetch(`${skydesk.url}/api/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer xoxb-local-bot-token' },
    body: JSON.stringify(body),
  });
  const result = asObject(parseJson(await answer.text()));
  expect(result).toMatchObject({ ok: true });
  return result;
}

/** The card of the request for approval. */
const card = (page: Page) =>
  page.getByRole('article', { name: /^Skydesk/ }).filter({ hasText: '10.0.0.0/8' });

/** The newest message of the bot that this person sees. */
const newest = (page: Page) => page.getByRole('article', { name: /^Skydesk/ }).last();

test('on a first visit, one click gives the first answer', async () => {
  const page = await open();
  await page.getByRole('heading', { name: 'Run your cloud from Slack' }).waitFor();
  await page.getByRole('button', { name: '/cloud alert list' }).click();
  const answer = newest(page);
  await answer.getByRole('table', { name: /alert policies in ACME/ }).waitFor();
  expect(await answer.textContent()).toContain('Only visible to you');
  expect(await answer.getByRole('rowheader', { name: 'Night watch' }).count()).toBe(1);
});

test('three people in three windows agree on a firewall change', async () => {
  const [ana, ben, cora] = await Promise.all([open(), open('ben', 'approvals'), open('cora', 'approvals')]);
  await say(
    ana,
    '/cloud firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="Nightly backup" ticket=OPS-17',
  );
  await newest(ana).getByRole('button', { name: 'Request Approval' }).click();

  await card(ben).getByRole('button', { name: 'Review' }).click();
  const review = ben.getByRole('dialog', { name: /^Review #\d+$/ });
  await review.getByRole('button', { name: 'Approve' }).click();
  await review.waitFor({ state: 'detached' });
  await card(cora).getByText('1 of 2 approved').waitFor();
  expect(
    skydesk.cloud?.control.state().crossFirewalls.some(({ sourceCidr }) => sourceCidr === '10.0.0.0/8'),
  ).toBe(false);

  await card(cora).getByRole('button', { name: 'Review' }).click();
  const second = cora.getByRole('dialog', { name: /^Review #\d+$/ });
  await second.getByRole('textbox', { name: 'Comment' }).fill('Fine for the backup');
  await second.getByRole('button', { name: 'Approve' }).click();
  // The job of a click is in the queue only once the click was acknowledged.
  await second.waitFor({ state: 'detached' });

  await skydesk.settled({ delayed: true });
  for (const page of [ben, cora])
    await expect.poll(() => card(page).first().textContent(), { timeout: 30_000 }).toContain('Open');
  expect(await card(ben).getByRole('button', { name: 'Review' }).count()).toBe(0);
  await ana.getByRole('link', { name: /Skydesk: Messages/ }).click();
  await ana.getByText('Open, no end').last().waitFor();
});

test('the phone shows what Slack sends there: neither ephemeral messages nor edits', async () => {
  const page = await browser.open(`${skydesk.url}/?as=ana#cloud-ops`, {
    viewport: { width: 1440, height: 900 },
  });
  const phone = page.getByRole('complementary', { name: 'Ana’s Phone' });
  await phone.getByText('No notifications').waitFor();
  await say(page, '/cloud alert list');
  await newest(page).getByRole('table').first().waitFor();
  expect(await phone.getByRole('article').count()).toBe(0);
  const { ts } = await callSlack('chat.postMessage', { channel: 'D0ANA', text: 'Ready for <@U0ANA>' });
  const push = phone.getByRole('article', { name: 'Notification: Skydesk' });
  await push.getByText('Ready for @Ana Ferreira').waitFor();
  await callSlack('chat.update', { channel: 'D0ANA', ts: ts ?? null, text: 'Done' });
  await callSlack('chat.postMessage', { channel: 'C0APPROVALS', text: 'For <!subteam^S0OPERATORS>' });
  await phone.getByRole('article', { name: 'Notification: #approvals' }).waitFor();
  expect(await phone.getByRole('article').count()).toBe(2);
  await push.getByText('Ready for @Ana Ferreira').waitFor();

  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  await phone.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close' }).click();
  await phone.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  const toggle = page.getByRole('button', { name: 'Phone', pressed: false });
  await toggle.waitFor();
  expect(await phone.count()).toBe(0);
  await toggle.click();
  await phone.waitFor();
});

test('an approver who suggests changes sees the effect while typing, and can go on typing', async () => {
  const [ana, ben] = await Promise.all([open(), open('ben', 'approvals')]);
  await say(
    ana,
    '/cloud firewall create de1 va1 source=10.0.0.0/8 destination=10.2.0.0/24 why="Nightly backup" ticket=OPS-18',
  );
  await newest(ana).getByRole('button', { name: 'Request Approval' }).click();
  await card(ben).last().getByRole('button', { name: 'Review' }).click();
  await ben.getByRole('button', { name: 'Suggest Changes…' }).click();
  const form = ben.getByRole('dialog', { name: 'Suggest changes' });
  const source = form.getByRole('textbox', { name: 'Suggested source' });
  await source.fill('10.0.0.0/2');
  await form.getByText('Must stay within the requested 10.0.0.0/8').waitFor();
  await source.press('End');
  await source.pressSequentially('4');
  await form.getByText('256 addresses gain access to 256').waitFor();
  expect(await source.inputValue()).toBe('10.0.0.0/24');
  expect(await source.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  await form.getByRole('button', { name: 'Close' }).click();
});

test('the story is played step by step to its end, each person in a column', async () => {
  const page = await open();
  await page.getByRole('link', { name: 'Play the Story' }).click();
  const done = page.getByRole('status').getByText('✓');
  const next = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Next Step', disabled: false }).click();
    await done.waitFor();
  };
  const column = (person: string) => page.getByRole('region', { name: person });
  await next();
  await column('Ana Ferreira in #cloud-ops').getByRole('button', { name: 'Request Approval' }).waitFor();
  await next();
  await next();
  await column('Ben Whitaker in #approvals')
    .getByRole('heading', { name: /^Review #\d+$/ })
    .waitFor();
  await page.getByRole('button', { name: 'Next Step' }).and(page.locator(':focus')).waitFor();
  for (let step = 4; step <= steps.length; step += 1) await next();
  await column('Ana Ferreira in #cloud-ops').getByText('Closed').first().waitFor();
  await column('Ana Ferreira in #cloud-ops').getByRole('article', { name: 'Notification' }).waitFor();
  await page.getByRole('button', { name: 'Play Again' }).waitFor();
  const left = skydesk.cloud?.control.state().crossFirewalls.map(({ destinationCidr }) => destinationCidr);
  expect(left).not.toContain('10.1.0.0/24');

  await page.getByRole('button', { name: 'Play Again' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play On' }).waitFor();
  await done.waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: '#cloud-ops' }).waitFor();
});

test('a story that can’t go on says why', async () => {
  const page = await browser.open(`${skydesk.url}/?as=ana#story`, {}, /400/);
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('status').getByText('✓').waitFor();
  await page.getByRole('region', { name: /^Ana/ }).getByRole('button', { name: 'Cancel' }).click();
  await skydesk.settled();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page
    .getByRole('alert')
    .getByText(/The story can’t go on: .*Request Approval/)
    .waitFor();
  await page.getByRole('button', { name: 'Play Again' }).waitFor();
});

test('a message in another channel is marked unread', async () => {
  const [ana, vic] = await Promise.all([open('ana', 'general'), open('vic')]);
  await say(vic, 'Good morning');
  const link = ana.getByRole('link', { name: /cloud-ops/ });
  await ana.getByRole('link', { name: 'cloud-ops unread' }).waitFor();
  await say(vic, 'Is that right, @ana?');
  await link.getByText('1 unread for you').waitFor();
  await link.click();
  await ana
    .getByRole('article', { name: /^Vic Tanaka/ })
    .getByText('Good morning')
    .waitFor();
  expect(await ana.getByText('unread').count()).toBe(0);
});

test('the bot answers a mention in a thread in that thread', async () => {
  const page = await open();
  await say(page, 'Is the shop all right?');
  const root = page.getByRole('article', { name: /^Ana Ferreira/ });
  await root.hover();
  await root.getByRole('button', { name: 'Reply in thread' }).click();
  const thread = page.getByRole('complementary', { name: 'Thread' });
  const reply = thread.getByRole('combobox', { name: 'Reply…' });
  await reply.fill('@skydesk server show DE1ACMEWEB01');
  await reply.press('Escape');
  await reply.press('Enter');
  await thread
    .getByRole('article', { name: /^Skydesk/ })
    .getByText('DE1ACMEWEB01')
    .first()
    .waitFor();
  // An ephemeral message is no reply to the others, so it is not counted.
  await root.getByRole('button', { name: '1 reply', exact: true }).waitFor();
});

test('an answer scrolls into view even after its reader had scrolled up', async () => {
  const page = await open();
  for (const line of ['/cloud server find web', '/cloud dc list']) {
    await say(page, line);
    await newest(page).getByRole('table').first().waitFor();
    await skydesk.settled();
  }
  const list = page.locator('.messages-list');
  const first = page.getByRole('heading', { name: 'Run your cloud from Slack' });
  // As a reader does, who scrolls again if a late edit of a message has moved the list.
  const isFirstInView = async (): Promise<boolean> => {
    await list.evaluate((element) => element.scrollTo(0, 0));
    return ((await first.boundingBox())?.y ?? 0) > 0;
  };
  await expect.poll(isFirstInView).toBe(true);
  await page.getByRole('button', { name: '/cloud alrt list' }).click();
  const answer = newest(page).getByText(/Unknown command/);
  await answer.waitFor();
  await expect
    .poll(() =>
      list.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - clientHeight - scrollTop),
    )
    .toBeLessThan(2);
});

test('an unsent line waits for its writer, and is nobody else’s', async () => {
  const page = await open();
  await composer(page).fill('Has anybody seen');
  await page.getByRole('link', { name: 'general' }).click();
  await page.getByRole('heading', { name: '#general' }).waitFor();
  expect(await composer(page).inputValue()).toBe('');
  await page.goBack();
  await page.getByRole('heading', { name: '#cloud-ops' }).waitFor();
  expect(await composer(page).inputValue()).toBe('Has anybody seen');
  await page.reload();
  expect(await composer(page).inputValue()).toBe('Has anybody seen');
  await page.goto(`${skydesk.url}/?as=ben#cloud-ops`);
  expect(await composer(page).inputValue()).toBe('');
});

test('a form is shown in the window that opened it, and not after a reload', async () => {
  const page = await open();
  const other = await page.context().newPage();
  await other.goto(`${skydesk.url}/?as=ana#cloud-ops`);
  await say(page, '/cloud alert create');
  await page.getByRole('dialog').waitFor();
  // This later message has reached the other window too, so the form has skipped it.
  await skydesk.slack?.type('ben', 'cloud-ops', 'Good morning');
  await other.getByText('Good morning').waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
  await page.reload();
  await page.getByText('Good morning').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a form that is sent twice with the same mistake moves to it twice, and shows the error', async () => {
  const page = await open();
  await say(page, '/cloud alert create');
  const form = page.getByRole('dialog', { name: 'Create alert policy' });
  const name = form.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus'));
  await name.waitFor();
  for (const _ of ['once', 'again']) {
    await form.getByRole('button', { name: 'Preview' }).click();
    await form.getByText(/complete this required field: Name/).waitFor();
    await name.waitFor();
  }
  await name.fill('Shop disks');
  // At this height the field is half in view, and a browser scrolls no further than it has to.
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.getByRole('button', { name: 'Preview' }).click();
  const mistake = form.getByText(/complete this required field: Send to/);
  await mistake.waitFor();
  await expect.poll(() => isInView(mistake)).toBe(true);
});

test('the page says so if the server stops, and returns once that is started again', async () => {
  const first = await openSkydesk({ alone: true });
  const page = await browser.open(`${first.url}/?as=ana#cloud-ops`, {}, /ERR_/);
  await composer(page).waitFor();
  await first.settled();
  await first.close();
  await page.getByRole('alert').getByText('Skydesk has stopped').waitFor();
  const banner = await page.getByRole('alert').boundingBox();
  const header = await page.getByRole('button', { name: 'Inspector', exact: true }).boundingBox();
  expect(header?.y).toBeGreaterThanOrEqual((banner?.y ?? 0) + (banner?.height ?? Number.NaN));
  await say(page, 'Is anybody there?');
  await page
    .getByRole('status')
    .getByText(/doesn’t respond/)
    .waitFor();
  expect(await composer(page).inputValue()).toBe('Is anybody there?');
  const second = await openSkydesk({ port: Number(new URL(first.url).port) });
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(await composer(page).inputValue()).toBe('Is anybody there?');
  await say(page, '/cloud alert list');
  await newest(page).getByText('Night watch').waitFor();
  await page.close();
  await second.settled();
  await second.close();
});

test('a bot that can’t be reached is reported next to the click, below the line, and at Home', async () => {
  const own = await openSkydesk({ alone: true });
  try {
    const page = await browser.open(`${own.url}/?as=ana#cloud-ops`);
    await say(page, '/cloud alert assign "Night watch" jump');
    await newest(page).getByRole('button', { name: 'Assign Policy' }).waitFor();
    await own.receiver.close();
    await newest(page).getByRole('button', { name: 'Assign Policy' }).click();
    await newest(page).getByRole('alert').getByText('Status Code 500').waitFor();
    await say(page, '/cloud alert list');
    await page.getByText('/cloud failed with the error "http_service_error"').waitFor();
    await page.getByRole('link', { name: 'Skydesk: Home' }).click();
    await page.getByText('Skydesk did not answer when its Home was opened').waitFor();
    await page.close();
  } finally {
    await own.close();
  }
});

test('the Home tab shows recent changes, and undoes one', async () => {
  const page = await open();
  await say(page, '/cloud alert assign "Night watch" jump');
  await newest(page).getByRole('button', { name: 'Assign Policy' }).click();
  await newest(page).getByText('Assigned alert policy').waitFor();
  await page.getByRole('link', { name: 'Skydesk: Home' }).click();
  const home = page.getByRole('region', { name: 'Home' });
  await home.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('link', { name: /Skydesk: Messages/ }).click();
  await newest(page).getByRole('button', { name: 'Unassign Policy' }).click();
  await skydesk.settled();
  const jump = skydesk.cloud?.control.state().servers.find(({ id }) => id === 'de1acmejump01');
  expect(jump?.alertPolicyIds).toEqual([]);
});

test('a form that comes too late is opened by a button, with its entries', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Fault injection' }).click();
  await page.getByRole('button', { name: 'Expire the next trigger' }).click();
  await page.getByText('Armed').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await say(page, '/cloud alert create "Shop disks"');
  await newest(page).getByRole('button', { name: 'Open Form' }).click();
  const name = page
    .getByRole('dialog', { name: 'Create alert policy' })
    .getByRole('textbox', { name: 'Name' });
  expect(await name.inputValue()).toBe('Shop disks');
});

test('a refusal of Slack is shown as an error', async () => {
  skydesk.slack?.fault({ method: 'chat.postEphemeral', error: 'invalid_blocks', times: 1 });
  const page = await open();
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  await say(page, '/cloud alert list');
  const way = page.getByRole('list', { name: 'Trace of /cloud alert list' });
  await way.getByRole('button', { name: /chat\.postEphemeral invalid_blocks It failed/ }).waitFor();
  await newest(page).getByText('Night watch').waitFor();
});

test('the windows of several people stay live, even two of one person', async () => {
  const first = await open();
  const context = first.context();
  const people = ['ana', 'ben', 'cora'];
  const others = await Promise.all(
    people.map(async (person) => {
      const page = await context.newPage();
      await page.goto(`${skydesk.url}/?as=${person}#cloud-ops`);
      return page;
    }),
  );
  await say(first, 'Can everybody hear me?');
  for (const page of others) await page.getByText('Can everybody hear me?').waitFor();
});
