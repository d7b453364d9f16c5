import {
  answer,
  approve,
  dialog,
  fillSuggestion,
  inDialog,
  layout,
  requested,
  review,
  suggest,
} from './layout-steps.ts';
import { type Moment, newest, pictured, press, request } from './moment.ts';

const ben = ['ben', 'approvals'] as const;
const cora = ['cora', 'approvals'] as const;

/** A firewall change that one approval is enough for. */
const small =
  '/cloud firewall create de1 va1 source=10.95.131.0/24 destination=10.1.0.0/24 why="Nightly backup"';
const overlapping =
  '/cloud firewall create de1 va1 source=10.0.0.0/16 destination=10.1.0.0/24 why="Backup of the shop"';

/** Cards, modals and direct messages about requests for approval. */
export const approvalLayouts: readonly Moment[] = [
  layout('card-open', ben, async (page, world) => {
    await requested(world);
    await pictured(page, world);
  }),
  layout('card-suggested', ben, async (page, world) => {
    await requested(world);
    await suggest(page);
    await pictured(page, world);
  }),
  layout('card-voted', cora, async (page, world) => {
    await requested(world);
    await approve(await world.open(...ben));
    await newest(page).getByText('1 of 2').waitFor();
  }),
  layout('card-closed', ben, async (page, world) => {
    await requested(world, small);
    await approve(page);
    await world.skydesk.settled({ delayed: true });
    await newest(page).getByText('Applied').waitFor();
  }),
  layout('card-rejected', ben, async (page, world) => {
    await requested(world);
    await review(page);
    await inDialog(page, 'Reject…');
    await dialog(page).getByLabel('Reason').fill('The whole of 10/8 is too much for a backup');
    await inDialog(page, 'Reject');
    await newest(page).getByText('Rejected').first().waitFor();
  }),
  layout('card-replaced', ben, async (page, world) => {
    const ana = await requested(world);
    await suggest(page);
    await ana.goto(ana.url().replace('#cloud-ops', '#skydesk'));
    await press(ana, 'Accept Suggestion');
    await page.getByText('Replaced by').first().waitFor();
    await newest(page).getByText('1 of 2').waitFor();
  }),
  layout('card-expired', ben, async (page, world) => {
    await requested(world);
    await newest(page).getByRole('button', { name: 'Review' }).waitFor();
    await world.skydesk.inspector.setFault('eight-hours', true);
    await page.getByText('Expired').first().waitFor();
  }),
  layout('thread', [...cora, 800], async (page, world) => {
    await requested(world);
    const first = await world.open(...ben);
    await suggest(first);
    const ana = await world.open('ana', 'skydesk');
    await press(ana, 'Decline');
    await ana.getByText('Declined').waitFor();
    await approve(first);
    await world.skydesk.inspector.setFault('one-hour', true);
    await page
      .getByRole('button', { name: /replies/ })
      .first()
      .click();
    await page.getByRole('complementary').getByText('Reminder').waitFor();
  }),
  layout('review', [...ben, 800], async (page, world) => {
    await requested(world);
    await pictured(page, world);
    await review(page);
  }),
  layout('review-suggested', [...cora, 800], async (page, world) => {
    await requested(world);
    await suggest(await world.open(...ben));
    await newest(page).getByText('suggests').waitFor();
    await review(page);
  }),
  layout('review-voted', [...ben, 800], async (page, world) => {
    await requested(world);
    await approve(page);
    await newest(page).getByText('1 of 2').waitFor();
    await review(page);
  }),
  layout('review-changed', [...ben, 800], async (page, world) => {
    await requested(world, overlapping);
    await newest(page).getByRole('button', { name: 'Review' }).waitFor();
    await requested(world, small);
    await newest(page).getByText('10.95.131.0/24').first().waitFor();
    await approve(page);
    await world.skydesk.settled({ delayed: true });
    await newest(page).getByText('Applied').waitFor();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await dialog(page).getByText('is new').first().waitFor();
  }),
  layout('review-reject', [...ben, 800], async (page, world) => {
    await requested(world);
    await review(page);
    await inDialog(page, 'Reject…');
    await dialog(page).getByLabel('Reason').waitFor();
  }),
  layout('review-suggest', [...ben, 800], async (page, world) => {
    await requested(world);
    await fillSuggestion(page);
    await dialog(page).getByText('As changed').waitFor();
  }),
  layout('review-refused', [...ben, 800], async (page, world) => {
    await requested(world);
    await fillSuggestion(page);
    await dialog(page).getByLabel('Source CIDR').fill('10.0.0.0/7');
    await inDialog(page, 'Send Suggestion');
    await dialog(page).locator('[aria-invalid=true]').waitFor();
  }),
  layout('requester', ['ana', 'skydesk'], async (page, world) => {
    await requested(world);
    await suggest(await world.open(...ben));
    await newest(page).getByRole('button', { name: 'Accept Suggestion' }).waitFor();
  }),
  layout('requester-applied', ['ana', 'skydesk'], async (page, world) => {
    await requested(world, small);
    await approve(await world.open(...ben));
    await world.skydesk.settled({ delayed: true });
    await newest(page).getByText('created').first().waitFor();
  }),
  layout('outcome', ['ana', 'cloud-ops'], async (page, world) => {
    await request(page, small);
    await approve(await world.open(...ben));
    await world.skydesk.settled({ delayed: true });
    await newest(page).getByText('created').first().waitFor();
  }),
  layout('outcome-unknown', ben, async (page, world) => {
    await requested(world, small);
    await world.skydesk.inspector.setFault('service-drops-after', true);
    await approve(page);
    await world.skydesk.settled({ delayed: true });
    await newest(page).getByText('Outcome unknown').first().waitFor();
  }),
  layout('break-glass', ['ana', 'cloud-ops', 800], async (page, { skydesk }) => {
    await skydesk.inspector.setFault('strict-policy', true);
    await request(page);
    await press(page, 'Break-Glass Approval…');
    await dialog(page).getByLabel('Reason').waitFor();
  }),
  layout('break-glass-notice', ben, async (page, world) => {
    await world.skydesk.inspector.setFault('strict-policy', true);
    const ana = await requested(world);
    await press(ana, 'Break-Glass Approval…');
    await dialog(ana).getByLabel('Reason').fill('The shop is down and nobody is awake');
    await inDialog(ana, 'Approve Now');
    await world.skydesk.settled({ delayed: true });
    await page.getByText('Applied').first().waitFor();
  }),
  layout('approvals', ['cora', 'cloud-ops'], async (page, world) => {
    await requested(world);
    await request(page, small);
    await answer(page, '/cloud approvals', 'Your requests');
  }),
];
