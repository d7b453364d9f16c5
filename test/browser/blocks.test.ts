import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asObject, asObjects, type JsonObject } from '../../local/slack/payload/json.ts';
import { messageSamples, viewSamples } from '../support/slack-samples.ts';
import { seriousProblems } from './axe.ts';
import { testBrowser } from './browser.ts';
import type { Call, Shown } from './gallery/shown.ts';
import { startGallery } from './gallery.ts';
import { blockSamples, fields, input, mrkdwn, option, plain, rich, servers } from './samples.ts';

const browser = testBrowser();
let gallery: Awaited<ReturnType<typeof startGallery>>;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

/** Resets the surface, its calls, the focus and the mouse before each test. */
async function show(shown: Shown, options?: BrowserContextOptions): Promise<Page> {
  const page = await (options ? browser.open(gallery.url, options) : browser.shared(gallery.url));
  // A mouse that was left on a chart's place points at it.
  await page.mouse.move(0, 0);
  await put(page, shown);
  return page;
}

const put = (page: Page, shown: Shown): Promise<unknown> => page.evaluate(`show(${JSON.stringify(shown)})`);
const calls = (page: Page): Promise<Call[]> => page.evaluate<Call[]>('calls');
const words = async (page: Page): Promise<string> => (await page.getByRole('main').textContent()) ?? '';
const section = (text: string): JsonObject => ({ type: 'section', text: mrkdwn(text) });
const actions = (...elements: JsonObject[]): JsonObject => ({ type: 'actions', block_id: 'b', elements });
const go = { type: 'button', action_id: 'go', text: plain('Go') };

test.each(blockSamples)(
  'every block is found by its role and its accessible name: %s',
  async (_, role, name, block) => {
    const page = await show({ blocks: [block] });
    await expect.poll(() => page.getByRole(role, { name, exact: true }).first().isVisible()).toBe(true);
    expect(await words(page)).not.toContain('does not draw');
  },
);

test('shows every valid block, and skips none silently', async () => {
  const page = await show({});
  const messages = messageSamples.filter(([, , refusal]) => refusal === undefined);
  const views = viewSamples.filter(([, , refusal]) => refusal === undefined);
  expect(messages.length + views.length).toBeGreaterThan(15);
  for (const blocks of [
    ...messages.map(([, blocks]) => asObjects(blocks)),
    ...views.map(([, view]) => asObjects(asObject(view).blocks)),
  ]) {
    await put(page, { blocks });
    expect(await page.locator('.bk > *').count()).toBe(blocks.length);
    expect(await words(page)).not.toContain('does not draw');
  }
});

test('names the block or element that it does not draw', async () => {
  const page = await show({ blocks: [{ type: 'nonsense' }, actions({ type: 'dial' })] });
  await page.getByText('This page does not draw this block: nonsense').waitFor();
  await page.getByText('This page does not draw this element: dial').waitFor();
});

const names = (page: Page): Promise<string[]> => page.getByRole('rowheader').allInnerTexts();

test('a data table has a caption, pages, and numbers right-aligned', async () => {
  const page = await show({ blocks: [servers] });
  await page.getByRole('table', { name: 'Servers' }).waitFor();
  expect(await names(page)).toEqual(['web1', 'web2', 'web10', 'db']);
  await page.getByText('1–4 of 6').waitFor();
  expect(await page.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Next page' }).click();
  expect(await names(page)).toEqual(['jump', 'mail']);
  await page.getByText('5–6 of 6').waitFor();
  expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
  expect(await page.getByRole('columnheader', { name: 'Cost' }).getAttribute('data-align')).toBe('right');
});

test('a button is clicked once, and waits for the app', async () => {
  const page = await show({ blocks: [actions(go)], waits: true });
  const button = page.getByRole('button', { name: 'Go' });
  await button.click();
  await page.getByRole('progressbar', { name: 'Waiting for the app' }).waitFor();
  await button.click({ force: true });
  await page.keyboard.press('Enter');
  expect(await calls(page)).toEqual([['act', 'b/go']]);
  await page.evaluate('acknowledge()');
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await button.click();
  expect(await calls(page)).toHaveLength(2);
});

test('menus can be searched and used by keyboard alone', async () => {
  const groups = [
    { label: plain('Little'), options: [option('Small'), option('Tiny')] },
    { label: plain('Big'), options: [option('Large'), option('Extra large')] },
  ];
  const page = await show({
    blocks: [input('Size', { type: 'static_select', option_groups: groups })],
  });
  await page.keyboard.press('Tab');
  await page.keyboard.type('larg');
  const options = page.getByRole('option');
  await expect.poll(() => options.allInnerTexts()).toEqual(['Large', 'Extra large']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await options.first().waitFor({ state: 'detached' });
  expect(await page.getByRole('combobox', { name: 'Size' }).inputValue()).toBe('Extra large');
  expect(await calls(page)).toEqual([['enter', 'Size/it', 'extra large']]);
});

describe('an entry reaches the surface from', () => {
  test.each(fields)('%s', async (_, element, enter, entered) => {
    const page = await show({ kind: 'modal', blocks: [input('Field', element)] });
    await enter(page.getByLabel('Field').first());
    await expect.poll(async () => (await calls(page)).at(-1)).toEqual(['enter', 'Field/it', entered]);
  });

  test('an overflow menu', async () => {
    const page = await show({
      blocks: [actions({ type: 'overflow', action_id: 'more', options: [option('Undo'), option('Delete')] })],
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    expect(await calls(page)).toEqual([['act', 'b/more', 'delete']]);
  });
});

test('a field is tied to its error and its hint', async () => {
  const page = await show({
    kind: 'modal',
    blocks: [
      input('Name', { type: 'plain_text_input' }, { hint: plain('Short and unique') }),
      input('Size', { type: 'static_select', options: [option('Small')] }),
    ],
    errors: { Name: 'Taken', Size: 'Too small' },
  });
  for (const [role, name, description] of [
    ['textbox', 'Name', 'Taken Short and unique'],
    ['combobox', 'Size', 'Too small'],
  ] as const) {
    const field = page.getByRole(role, { name });
    await field.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const ids = (await field.getAttribute('aria-describedby')) ?? '';
    const said = await Promise.all(ids.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(said.join(' ').replaceAll(/\s+/g, ' ').trim()).toBe(description);
  }
});

describe('texts', () => {
  const hostileBlocks = [
    '<script>alert(1)</script>',
    '&lt;img src=x onerror=alert(1)&gt;',
    '<!channel> <javascript:alert(1)|click> <https://x.example" onclick="alert(1)|y>',
    '`a*b` *_~`',
    '*_~'.repeat(3333),
    `${'<'.repeat(5000)}${'*'.repeat(5000)}`,
    '\u0000\u0007null\u0000',
    'שלום עולם *bold* 123',
    '\ud83d lone \udc00',
    '__proto__ :constructor: :toString:',
  ];
  test.each(hostileBlocks.map((text) => ({ named: text.slice(0, 40), text })))(
    'stay texts: $named',
    async ({ text }) => {
      const page = await show({
        text,
        blocks: [],
      });
      const shown = text.slice(0, 3000);
      await put(page, {
        blocks: [
          section(shown),
          { type: 'header', text: plain(shown.slice(0, 150)) },
          rich({ type: 'text', text: shown }),
          actions({ ...go, text: plain(shown.slice(0, 75)) }),
          input(shown.slice(0, 75), { type: 'plain_text_input', placeholder: plain(shown.slice(0, 75)) }),
        ],
      });
      await page.getByRole('textbox').waitFor();
      expect(await page.locator('main script, main img, main [onclick], main [onerror]').count()).toBe(0);
      for (const link of await page.getByRole('link').all())
        expect(await link.getAttribute('href')).toMatch(/^https:/);
    },
  );
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('all blocks are accessible', async () => {
    const page = await show({}, { colorScheme });
    for (const blocks of [
      blockSamples.map(([, , , block]) => block),
      fields.map(([, element], at) => input(`Field ${at}`, element, { hint: plain('A hint') })),
    ]) {
      await put(page, { blocks, errors: { 'Field 0': 'Taken' } });
      await page
        .locator('.bk > *')
        .nth(blocks.length - 1)
        .waitFor();
      expect(await seriousProblems(page)).toEqual([]);
    }
    const described = { ...option('Small'), description: plain('one CPU') };
    await put(page, {
      blocks: [input('Size', { type: 'static_select', options: [described, option('Large')] })],
    });
    await page.getByRole('combobox', { name: 'Size' }).click();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Small' }).waitFor();
    expect(await seriousProblems(page, '.bk-popover')).toEqual([]);
  });

  test.each([380, 1200])('nothing is wider than a window of %i pixels', async (width) => {
    const page = await show(
      { blocks: blockSamples.map(([, , , block]) => block) },
      { colorScheme, viewport: { width, height: 800 } },
    );
    await page
      .locator('.bk > *')
      .nth(blockSamples.length - 1)
      .waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});
