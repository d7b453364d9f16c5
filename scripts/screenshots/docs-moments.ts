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
  {
    name: 'trend',
    person: 'ana',
    place: 'cloud-ops',
    width: 1100,
    height: 940,
    async play(page) {
      await say(page, '/cloud invoice trend 6');
      await newest(page).getByRole('img', { name: /cost/i }).waitFor();
    },
  },
  {
    name: 'form',
    person: 'ana',
    place: 'cloud-ops',
    width: 1000,
    height: 800,
    async play(page) {
      await say(page, '/cloud alert create "Shop disks" disk=80 to=nobody');
      await page
        .getByRole('dialog')
        .getByText(/not an email address/)
        .waitFor();
    },
  },
  {
    name: 'review',
    person: 'ben',
    place: 'approvals',
    width: 1000,
    height: 800,
    async play(page, world) {
      await request(await world.open('ana', 'cloud-ops'));
      await pictured(page, world);
      await press(page, 'Review');
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).waitFor();
    },
  },
  {
    name: 'home',
    person: 'cora',
    place: 'approvals',
    width: 1000,
    height: 920,
    async play(page, { open }) {
      const ana = await open('ana', 'cloud-ops');
      await run(ana, '/cloud alert assign "Night watch" jump', 'Assign Policy');
      await request(ana);
      await page.getByRole('link', { name: 'Skydesk: Home' }).click();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByRole('button', { name: 'Create Alert Policy' }).waitFor();
    },
  },
  {
    name: 'inspector',
    person: 'ana',
    place: 'cloud-ops',
    width: 1440,
    height: 760,
    async play(page) {
      await run(page, '/cloud alert assign "Memory high" jump', 'Assign Policy');
      const answer = page.getByRole('article').filter({ hasText: 'assigned' });
      await answer.getByRole('button', { name: 'Show trace' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('list', { name: /^Trace of/ }).waitFor();
    },
  },
];
