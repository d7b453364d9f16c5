import { answer, answered, dialog, inDialog, layout } from './layout-steps.ts';
import { type Moment, newest, press, run, say, wideFirewall } from './moment.ts';

const ana = ['ana', 'cloud-ops'] as const;
const assign = '/cloud alert assign "Night watch" jump';
const showPolicy = '/cloud firewall intra show de1 195f2e21b90087a4b3313bc144204857';
const addIp = '/cloud ip add de1acmeweb03 tcp/443';

/** Previews, forms and results of changes. */
export const changeLayouts: readonly Moment[] = [
  answered('preview', assign, 'Assign Policy', 600),
  answered('preview-delete', '/cloud alert delete "Night watch"', 'Delete Policy', 600),
  answered('preview-risk', '/cloud ip add de1acmeweb03 tcp/22', 'Add Public IP', 600),
  answered('preview-firewall', wideFirewall, 'Request Approval', 600),
  layout('preview-expired', ana, async (page, { skydesk }) => {
    await answer(page, assign, 'Assign Policy');
    await skydesk.inspector.setFault('one-hour', true);
    await press(page, 'Assign Policy');
    await newest(page).getByText('expired').waitFor();
  }),
  layout('result', ana, (page) => run(page, assign, 'Assign Policy')),
  layout('undo', ana, async (page) => {
    await run(page, assign, 'Assign Policy');
    await press(page, 'Undo');
    await newest(page).getByRole('button', { name: 'Unassign Policy' }).waitFor();
  }),
  layout('job', ana, async (page) => {
    await run(page, addIp, 'Add Public IP');
    await newest(page).getByText('Add public IP').first().waitFor();
  }),
  layout('job-done', ana, async (page, { skydesk }) => {
    await run(page, addIp, 'Add Public IP');
    await skydesk.settled({ delayed: true });
    await newest(page).getByText('added').first().waitFor();
  }),
  layout('result-unknown', ana, async (page, { skydesk }) => {
    await answer(page, assign, 'Assign Policy');
    await skydesk.inspector.setFault('service-drops-after', true);
    await press(page, 'Assign Policy');
    await newest(page).getByText('Outcome unknown').first().waitFor();
  }),
  layout('result-failed', ana, async (page, { open, skydesk }) => {
    await answer(page, '/cloud alert delete "Night watch"', 'Delete Policy');
    await run(await open('ben', 'cloud-ops'), '/cloud alert delete "Night watch"', 'Delete Policy');
    await page.getByRole('button', { name: 'Delete Policy' }).click();
    await page.getByRole('button', { name: 'Delete Policy' }).waitFor({ state: 'detached' });
    await skydesk.settled();
  }),
  layout('form', [...ana, 800], async (page) => {
    await say(page, '/cloud alert create');
    await dialog(page).getByLabel('Recipients').waitFor();
  }),
  layout('form-error', [...ana, 800], async (page) => {
    await say(page, '/cloud alert create "Shop disks" disk=80 to=nobody');
    await dialog(page).getByText('not an email address').waitFor();
  }),
  layout('form-firewall', [...ana, 1000], async (page) => {
    await say(page, '/cloud firewall create');
    await dialog(page).getByLabel('Source CIDR').waitFor();
  }),
  layout('form-edit', [...ana, 1000], async (page) => {
    await answer(page, showPolicy, 'Edit Policy');
    await press(page, 'Edit Policy');
    await dialog(page).getByLabel('Source CIDRs').waitFor();
  }),
  answered(
    'preview-update',
    '/cloud firewall intra update de1 195f2e21 tcp/5432 tcp/22 source=10.95.131.0/25 why="Fewer hosts"',
    'Request Approval',
  ),
  layout('form-preview', [...ana, 800], async (page, { skydesk }) => {
    await say(page, '/cloud alert create "Disk 95" disk=95');
    await dialog(page).getByLabel('Recipients').fill('ops@example.com');
    await inDialog(page, 'Continue');
    await skydesk.settled();
  }),
  layout('not-allowed', ['vic', 'cloud-ops'], async (page, { skydesk }) => {
    await skydesk.inspector.setFault('strict-policy', true);
    await answer(page, assign, 'permission');
  }),
];
