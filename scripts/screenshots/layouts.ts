import type { Page } from 'playwright-core';
import { type Moment, newest, press, request, run, say } from './moment.ts';

type Play = Moment['play'];

/** What a person sees after a line. */
const reading = (name: string, line: string, height = 800): Moment =>
  at('ana', 'cloud-ops', name, height, async (page) => {
    await say(page, line);
    await newest(page).waitFor();
  });

const at = (person: string, place: string, name: string, height: number, play: Play): Moment => ({
  name,
  person,
  place,
  width: 1000,
  height,
  play,
});

const inDialog = (page: Page, button: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: button }).click();

/** A request of Ana, opened by Ben. */
const reviewed: Play = async (page, open) => {
  await request(await open('ana', 'cloud-ops'));
  await press(page, 'Review');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).waitFor();
};

const suggested: Play = async (page, open) => {
  await reviewed(page, open);
  await inDialog(page, 'Suggest Changes…');
  await page.getByRole('dialog').getByLabel('Source CIDR').fill('10.95.131.0/24');
};

/** Every layout that people see, to be looked at. */
export const layouts: readonly Moment[] = [
  at('ben', 'approvals', 'card-open', 600, async (page, open) => {
    await request(await open('ana', 'cloud-ops'));
    await newest(page).getByRole('button', { name: 'Review' }).waitFor();
  }),
  at('ben', 'approvals', 'card-suggested', 600, async (page, open) => {
    await suggested(page, open);
    await inDialog(page, 'Send Suggestion');
    await newest(page).getByText('suggests').first().waitFor();
  }),
  at('ben', 'approvals', 'card-closed', 600, async (page, open) => {
    await request(
      await open('ana', 'cloud-ops'),
      '/cloud firewall create de1 va1 source=10.95.131.0/24 destination=10.1.0.0/24 why="Nightly backup"',
    );
    await press(page, 'Review');
    await inDialog(page, 'Approve');
    await newest(page).getByRole('button', { name: 'Review' }).waitFor({ state: 'detached' });
  }),
  at('ben', 'approvals', 'review', 800, reviewed),
  at('ben', 'approvals', 'review-reject', 800, async (page, open) => {
    await reviewed(page, open);
    await inDialog(page, 'Reject…');
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  }),
  at('ben', 'approvals', 'review-suggest', 800, suggested),
  at('ana', 'cloud-ops', 'preview', 600, async (page) => {
    await say(page, '/cloud alert assign "Night watch" jump');
    await newest(page).getByRole('button', { name: 'Assign Policy' }).waitFor();
  }),
  at('ana', 'cloud-ops', 'preview-delete', 600, async (page) => {
    await say(page, '/cloud alert delete "Night watch"');
    await newest(page).getByRole('button', { name: 'Delete Policy' }).waitFor();
  }),
  at('ana', 'cloud-ops', 'preview-firewall', 600, async (page) => {
    await say(
      page,
      '/cloud firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="Nightly backup" ticket=OPS-17',
    );
    await newest(page).getByRole('button', { name: 'Request Approval' }).waitFor();
  }),
  at('ana', 'cloud-ops', 'result', 600, (page) =>
    run(page, '/cloud alert assign "Night watch" jump', 'Assign Policy'),
  ),
  at('ana', 'skydesk', 'requester', 600, async (page, open) => {
    await suggested(await open('ben', 'approvals'), open);
    await newest(page).waitFor();
  }),
  at('vic', 'home', 'home-first', 900, (page) => page.getByRole('heading', { name: 'Cost' }).waitFor()),
  at('vic', 'skydesk', 'welcome', 600, async (page, open) => {
    await (await open('vic', 'home')).getByRole('heading', { name: 'Cost' }).waitFor();
    await newest(page).waitFor();
  }),
  at('cora', 'home', 'home', 900, async (page, open) => {
    const ana = await open('ana', 'cloud-ops');
    await run(ana, '/cloud alert assign "Night watch" jump', 'Assign Policy');
    await request(ana);
    await page.reload();
    await page.getByRole('heading', { name: 'Cost' }).waitFor();
  }),
  at('ana', 'cloud-ops', 'job', 600, async (page) => {
    await run(page, '/cloud ip add de1acmeweb03 tcp/443', 'Add Public IP');
    await newest(page).waitFor();
  }),
  at('ana', 'cloud-ops', 'form', 800, async (page) => {
    await say(page, '/cloud alert create "Shop disks" disk=80 to=nobody');
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  }),
  at('ana', 'cloud-ops', 'form-firewall', 900, async (page) => {
    await say(page, '/cloud firewall create');
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  }),
  reading('help', '/cloud help'),
  reading('help-command', '/cloud help firewall create'),
  reading('server', '/cloud server show de1acmeweb01'),
  reading('servers', '/cloud server find web'),
  reading('alert-list', '/cloud alert list'),
  reading('alert-show', '/cloud alert show "Disk 80"'),
  reading('firewall-list', '/cloud firewall list de1'),
  reading('invoice', '/cloud invoice', 1000),
  reading('trend', '/cloud invoice trend 6', 1000),
  reading('history', '/cloud history'),
  reading('approvals', '/cloud approvals'),
  reading('policy', '/cloud policy', 1000),
  reading(
    'policy-explain',
    '/cloud policy explain firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24',
  ),
  reading('whoami', '/cloud whoami'),
  reading('doctor', '/cloud doctor', 1000),
  reading('typo', '/cloud alrt list'),
  reading('several-matches', '/cloud alert show "CPU high"'),
];
