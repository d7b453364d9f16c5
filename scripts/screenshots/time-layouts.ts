import { answer, answered, approve, dialog, layout, requested, review } from './layout-steps.ts';
import { type Moment, newest, run, say } from './moment.ts';

const tonight =
  '/cloud firewall create de1 va1 source=10.95.131.0/24 destination=10.1.0.0/24 why="Nightly backup" starts=8h ends=2h';
const assign = '/cloud alert assign "Night watch" DE1ACMEWEB02';

/** Changes that start later and end by themselves. */
export const timeLayouts: readonly Moment[] = [
  answered('preview-scheduled', `${assign} starts=2h ends=1h`, 'Ends 1 h after'),
  answered('starts-in-past', `${assign} starts=2026-01-01T10:00Z`, 'is in the past'),
  layout('card-with-times', ['ben', 'approvals'], async (page, world) => {
    await requested(world, tonight);
    await newest(page).getByRole('button', { name: 'Review' }).waitFor();
  }),
  layout('review-with-times', ['ben', 'approvals', 800], async (page, world) => {
    await requested(world, tonight);
    await review(page);
  }),
  layout('card-scheduled', ['ben', 'approvals'], async (page, world) => {
    await requested(world, tonight);
    await approve(page);
    await newest(page).getByText('Approved · starts').waitFor();
  }),
  layout('scheduled-list', ['ana', 'cloud-ops'], async (page) => {
    await run(page, `${assign} starts=2h ends=1h`, 'Assign Policy');
    await run(page, '/cloud alert assign "Night watch" DE1ACMEWEB03 ends=4h', 'Assign Policy');
    await answer(page, '/cloud scheduled', 'Will end');
  }),
  layout('home-scheduled', ['ana', 'home', 1200], async (page, world) => {
    const channel = await world.open('ana', 'cloud-ops');
    await run(channel, `${assign} starts=2h ends=1h`, 'Assign Policy');
    await run(channel, '/cloud alert assign "Night watch" DE1ACMEWEB03 ends=4h', 'Assign Policy');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Scheduled').first().waitFor();
  }),
  layout('form-schedule', ['ana', 'cloud-ops', 1000], async (page) => {
    await say(page, '/cloud alert assign "Night watch" DE1ACMEWEB02 starts=soon ends=2h');
    await dialog(page).getByText('Starts').first().waitFor();
  }),
];
