import { credentialsOf } from '../../local/cloud/index.ts';
import { connect } from '../../src/cloud/index.ts';
import { answer, layout } from './layout-steps.ts';
import { type Moment, newest, press, type World } from './moment.ts';

const ana = ['ana', 'cloud-ops'] as const;
const minute = 60_000;

/** Lets the account be looked at. */
async function watched({ skydesk }: World): Promise<void> {
  await skydesk.time?.pass(20 * minute);
  await skydesk.settled({ delayed: true });
}

/** Somebody opens SSH with another tool, and disables a policy, between two looks. */
async function changeOutside(world: World): Promise<void> {
  await watched(world);
  const { firewall } = connect({
    baseUrl: world.skydesk.serviceUrl,
    credentials: async () => credentialsOf(),
  }).account('ACME');
  await firewall.create('de1', {
    destinationAccount: 'ACME',
    source: ['10.77.0.0/24'],
    destination: ['10.95.131.0/24'],
    ports: ['tcp/22'],
  });
  await firewall.update('de1', '195f2e21b90087a4b3313bc144204857', { enabled: false });
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
  layout('changed-put-back', ana, async (page, world) => {
    await changeOutside(world);
    await answer(page, '/cloud changed', 'Put It Back');
    await press(page, 'Put It Back');
    await newest(page).getByText('Request Approval').first().waitFor();
  }),
];
