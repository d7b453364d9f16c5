import { answer, answered, dialog, inDialog, layout } from './layout-steps.ts';
import { type Moment, newest, press, say } from './moment.ts';

const ana = ['ana', 'cloud-ops'] as const;
const runbook = '/cloud run new-web-server de1acmeweb04 ops@example.com why="Go live"';

const plan = `# The shop opens on Monday
ip add DE1ACMEWEB04 tcp/443
alert assign "Night watch" DE1ACMEWEB04
firewall crate de1 va1 source=$1.address destination=10.1.0.0/24`;

/** Several changes as one. */
export const planLayouts: readonly Moment[] = [
  answered('runbooks', '/cloud run', 'Runbooks', 500),
  answered('plan-preview', runbook, 'Apply Changes', 700),
  layout('runbook-form', [...ana, 900], async (page) => {
    await say(page, '/cloud run new-web-server');
    await dialog(page).getByLabel('Who gets the alerts').waitFor();
  }),
  layout('plan-form-error', [...ana, 900], async (page) => {
    await say(page, '/cloud plan');
    await dialog(page).getByLabel('Commands').fill(plan);
    await inDialog(page, 'Continue');
    await dialog(page).getByText('Line 4').waitFor();
  }),
  layout('plan-running', [...ana, 700], async (page) => {
    await answer(page, runbook, 'Apply Changes');
    await press(page, 'Apply Changes');
    await newest(page).getByText('0 of 3 done').first().waitFor();
  }),
  layout('plan-done', [...ana, 700], async (page, { skydesk }) => {
    await answer(page, runbook, 'Apply Changes');
    await press(page, 'Apply Changes');
    await skydesk.settled({ delayed: true });
    await newest(page).getByText('3 of 3 done').first().waitFor();
  }),
];
