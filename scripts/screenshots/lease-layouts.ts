import type { Page } from 'playwright-core';
import { answer, dialog, layout } from './layout-steps.ts';
import { type Moment, newest, run, type World } from './moment.ts';

/** Changes that end by themselves. */

const minute = 60_000;
const line = '/cloud alert assign "Night watch" jump ends=2h';

/** Ana assigns an alert policy for two hours. */
async function assigned(page: Page): Promise<void> {
  await run(page, line, 'Assign Policy');
  await newest(page).getByText('Ends').first().waitFor();
}

/** Lets minutes pass until the newest message has a text. */
async function later(page: Page, { skydesk }: World, minutes: number, shows: string): Promise<void> {
  await skydesk.time?.pass(minutes * minute);
  await skydesk.settled({ delayed: true });
  await newest(page).getByText(shows).first().waitFor();
}

export const leaseLayouts: readonly Moment[] = [
  layout('lease-result', ['ana', 'cloud-ops'], assigned),
  layout('lease-extend', ['ana', 'cloud-ops'], async (page) => {
    await assigned(page);
    await newest(page).getByRole('button', { name: 'Extend…' }).click();
    await dialog(page).getByLabel('How much longer').waitFor();
  }),
  layout('lease-notice', ['ana', 'cloud-ops'], async (page, world) => {
    await assigned(page);
    await later(page, world, 106, 'Ends soon');
  }),
  layout('lease-ended', ['ana', 'cloud-ops'], async (page, world) => {
    await assigned(page);
    await later(page, world, 121, 'Ended');
  }),
  layout('lease-overdue', ['ana', 'cloud-ops'], async (page, world) => {
    await assigned(page);
    await world.skydesk.inspector.setFault('service-errors', true);
    await later(page, world, 122, 'Overdue');
  }),
  layout('lease-scheduled', ['ana', 'cloud-ops'], async (page) => {
    await assigned(page);
    await answer(page, '/cloud scheduled', 'Will end');
  }),
];
