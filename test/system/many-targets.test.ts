import { expect, test } from 'vitest';
import { asObject, asObjects } from '../../local/slack/payload/json.ts';
import { labelOf } from '../../local/slack/payload/view-state.ts';
import { calls, changes, freshSkydesk } from '../support/index.ts';

/*
 * One command for many servers: previewed with a tick for each, confirmed without the unticked ones, executed step by step, and
 * reported in one message.
 */

const bot = await freshSkydesk();
const web = (...numbers: number[]) => numbers.map((number) => `DE1ACMEWEB0${number}`);
const assigned = (servers: readonly string[]) =>
  servers.map((name) => expect.stringMatching(`^POST /v2/servers/ACME/${name.toLowerCase()} `));

test('an alert policy is assigned to all web servers but one, and failures are reported with successes', async () => {
  const previewed = await bot.type('ana', 'alert assign "Disk 80" de1acmeweb*');
  expect(previewed.said[0]).toMatchObject({
    to: 'only ana',
    lines: [
      '🟢 Assign alert policy Disk 80 to 9 servers (DE1ACMEWEB01, …)?',
      'Risk 1 of 14 · 9 servers at once (1) · no approval is needed',
      `Servers (9): ${web(1, 2, 3, 4, 5, 6, 7, 8, 9)
        .map((name) => `☑ ${name}`)
        .join(' · ')}`,
      '[Assign Policy] · [Edit] · [Cancel]',
      expect.stringContaining('alert assign "Disk 80" de1acmeweb*'),
    ],
  });
  expect(changes(previewed)).toEqual([]);
  // One walk finds all, and each server is read once.
  expect(new Set(calls(previewed)).size).toBe(calls(previewed).length);

  await bot.slack.fill('ana', { 'Servers (9)': [] }, {});
  const nothing = await bot.press('ana', 'Assign Policy');
  expect(nothing.said.map(({ to, lines }) => [to, ...lines])).toEqual([
    ['only ana', '❌ Nothing is ticked, so nothing was changed. Tick at least one, then confirm again.'],
  ]);

  const kept = web(1, 2, 3, 5, 6, 7, 8, 9);
  await bot.slack.fill('ana', { 'Servers (9)': kept }, {});
  const confirmed = await bot.press('ana', 'Assign Policy', { later: true });
  expect(changes(confirmed).toSorted()).toEqual(assigned(kept));
  const end = confirmed.said.findLast(({ to }) => to === '#cloud-ops');
  expect(end?.lines.slice(0, 4)).toEqual([
    '⚠️ Assigned alert policy Disk 80 to 7 of 8 servers · failed: DE1ACMEWEB09',
    '7 of 8 done, 1 failed',
    '✖ DE1ACMEWEB09 · The cloud API rejected this: The server must be active; DE1ACMEWEB09 is underConstruction.',
    '✔ DE1ACMEWEB01, DE1ACMEWEB02, DE1ACMEWEB03 and 4 more',
  ]);
  expect(
    new Set(confirmed.said.filter(({ to }) => to === '#cloud-ops').map(({ message }) => message.ts)).size,
  ).toBe(1);

  const history = await bot.type('ana', 'history what=alert.assign');
  const rows = history.said.flatMap(({ lines }) => lines).join('\n');
  expect(rows).not.toContain('DE1ACMEWEB04');
  expect(rows).toContain('DE1ACMEWEB09');
});

test('a form has the servers of the command, and its preview has a tick for each', async () => {
  const { slack } = bot;
  await bot.type('ana', 'alert assign "Dsk 80" de1acmeweb0? DE1ACMEDB01');
  await bot.press('ana', 'Open Form');
  const [form] = slack.views('ana');
  const servers = asObjects(form?.blocks).find(({ label }) => labelOf(label) === 'Server');
  expect(asObject(servers?.element)).toMatchObject({
    type: 'multi_static_select',
    max_selected_items: 20,
    initial_options: [...web(1, 2, 3, 4, 5, 6, 7, 8, 9), 'DE1ACMEDB01'].map((name) => ({
      value: name.toLowerCase(),
    })),
  });
  await slack.submit('ana', { Policy: 'Disk 80', Server: web(1, 2, 3) });
  await bot.settled();
  const nothing = await slack.submit('ana', { 'Servers (3)': [] });
  expect(nothing).toMatchObject({ outcome: 'incomplete', errors: { 'checklist:0:3': expect.any(String) } });
  const confirmed = await bot.outcomeOf(async () => {
    await slack.submit('ana', { 'Servers (3)': web(1, 3) });
    return { ok: true };
  }, true);
  expect(changes(confirmed).toSorted()).toEqual(assigned(web(1, 3)));
});
