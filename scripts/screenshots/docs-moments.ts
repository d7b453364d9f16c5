import { layout } from './layout-steps.ts';
import { layouts } from './layouts.ts';
import { type Moment, newest, pictured, press, request, run, say } from './moment.ts';

/** Layouts that the docs show too. */
const shownLayouts = [
  'lease-notice',
  'many-running',
  'plan-preview',
  'reach',
  'changed',
  'slackbot',
  'slackbot-card',
  'slackbot-preview-message',
];

/** The pictures of README and docs. */
export const docsMoments: readonly Moment[] = [
  ...layouts.filter(({ name }) => shownLayouts.includes(name)),
  layout('trend', ['ana', 'cloud-ops', 940, 1100], async (page) => {
    await say(page, '/cloud invoice trend 6');
    await newest(page).getByRole('img', { name: /cost/i }).waitFor();
  }),
  layout('form', ['ana', 'cloud-ops', 800], async (page) => {
    await say(page, '/cloud alert create "Shop disks" disk=80 to=nobody');
    await page
      .getByRole('dialog')
      .getByText(/not an email address/)
      .waitFor();
  }),
  layout('review', ['ben', 'approvals', 800], async (page, world) => {
    await request(await world.open('ana', 'cloud-ops'));
    await pictured(page, world);
    await press(page, 'Review');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).waitFor();
  }),
  layout('home', ['cora', 'approvals', 920], async (page, { open }) => {
    const ana = await open('ana', 'cloud-ops');
    await run(ana, '/cloud alert assign "Night watch" jump', 'Assign Policy');
    await request(ana);
    await page.getByRole('link', { name: 'Skydesk: Home' }).click();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Create Alert Policy' }).waitFor();
  }),
  layout('inspector', ['ana', 'cloud-ops', 760, 1440], async (page) => {
    await run(page, '/cloud alert assign "Memory high" jump', 'Assign Policy');
    const answer = page.getByRole('article').filter({ hasText: 'assigned' });
    await answer.getByRole('button', { name: 'Show trace' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: /^Trace of/ }).waitFor();
  }),
];
