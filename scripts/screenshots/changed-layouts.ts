import { answer, layout } from './layout-steps.ts';
import { type Moment, newest, press, type World } from './moment.ts';

const ana = ['ana', 'cloud-ops'] as const;
const minute = 60_000;
const hour = 60 * minute;

/** Lets the account be looked at. */
async function watched({ skydesk }: World): Promise<void> {
  await skydesk.time?.pass(20 * minute);
  await skydesk.settled({ delayed: true });
}

/** Somebody changes firewall policies with another tool, between two looks. */
async function changeOutside(world: World): Promise<void> {
  await watched(world);
  await world.skydesk.inspector.setFault('changed-outside', true);
  await watched(world);
}

/** What changed outside Skydesk, as people see it. */
export const changedLayouts: readonly Moment[] = [
  layout('changed', ana, async (page, world) => {
    await changeOutside(world);
    await answer(page, '/cloud changed', 'Put It Back');
  }),
  layout('changed-card', ['ben', 'approvals'], async (page, world) => {
    await changeOutside(world);
    await newest(page).getByText('gain access').first().waitFor();
  }),
  layout('changed-digest', ['ben', 'approvals'], async (page, world) => {
    await changeOutside(world);
    await world.skydesk.time?.pass(24 * hour);
    await newest(page).getByText('Changed outside Skydesk').first().waitFor();
  }),
  layout('changed-put-back', ana, async (page, world) => {
    await changeOutside(world);
    await answer(page, '/cloud changed', 'Put It Back');
    await press(page, 'Put It Back');
    await newest(page).getByText('Request Approval').first().waitFor();
  }),
];
