import { botScopes } from '../../src/slack/client/scopes.ts';
import { answer, answered, layout, requested } from './layout-steps.ts';
import { type Moment, newest, press, run, say } from './moment.ts';

const ana = ['ana', 'cloud-ops'] as const;
const assign = '/cloud alert assign "Night watch" jump';

/** What people look up, and the Home tab. */
export const readLayouts: readonly Moment[] = [
  layout('home-first', ['vic', 'home', 900], (page) => page.getByRole('heading', { name: 'Cost' }).waitFor()),
  layout('welcome', ['vic', 'skydesk'], async (page, { open }) => {
    await (await open('vic', 'home')).getByRole('heading', { name: 'Cost' }).waitFor();
    await newest(page).waitFor();
  }),
  layout('home', ['cora', 'home', 900], async (page, world) => {
    const window = await requested(world);
    await run(window, assign, 'Assign Policy');
    await world.skydesk.settled();
    await page.reload();
    await page.getByRole('button', { name: 'Review' }).waitFor();
  }),
  layout('home-requester', ['ana', 'home', 900], async (page, world) => {
    const window = await requested(world);
    await run(window, assign, 'Assign Policy');
    await world.skydesk.settled();
    await page.reload();
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  }),
  answered('key-create', '/cloud key create', 'Revoke Key'),
  layout('key-list', ana, async (page) => {
    await answer(page, '/cloud key create for=1h', 'Revoke Key');
    await answer(page, '/cloud key create', 'Revoke Key');
    await answer(page, '/cloud key list', 'Your API keys');
  }),
  layout('key-home', ['ana', 'home', 900], async (page, { open, skydesk }) => {
    await answer(await open(...ana), '/cloud key create', 'Revoke Key');
    await skydesk.settled();
    await page.reload();
    await page.getByRole('button', { name: 'Revoke Key' }).waitFor();
  }),
  answered('help', '/cloud help', 'Skydesk commands'),
  answered('help-command', '/cloud help firewall create', 'Open Form'),
  answered('server', '/cloud server show de1acmeweb01', 'Share to Channel', 900),
  answered('servers', '/cloud server find web', 'Share to Channel'),
  answered('reach', '/cloud reach DE1ACMEWEB01 DE1ACMEDB02 tcp/5432', 'Request Access', 420),
  answered('reach-allowed', '/cloud reach DE1ACMEWEB01 VA1ACMEAPI01 tcp/443', 'Show Policy', 420),
  answered('reach-list', '/cloud reach to=DE1ACMEDB02', 'Share to Channel', 900),
  layout('reach-form', ana, async (page) => {
    await say(page, '/cloud reach');
    await page.getByRole('dialog').getByLabel('Ports').waitFor();
  }),
  layout('reach-request', ana, async (page) => {
    await answer(page, '/cloud reach DE1ACMEWEB01 DE1ACMEDB02 tcp/5432', 'Request Access');
    await press(page, 'Request Access');
    await page.getByRole('dialog').getByLabel('Ports').waitFor();
  }),
  layout('shared', ['ben', 'cloud-ops'], async (page, { open }) => {
    const window = await open(...ana);
    await answer(window, '/cloud server find jump', 'Share to Channel');
    await press(window, 'Share to Channel');
    await newest(page).getByText('Shared by').waitFor();
  }),
  answered('alert-list', '/cloud alert list', 'Share to Channel'),
  answered('alert-show', '/cloud alert show "Disk 80"', 'Share to Channel'),
  answered('autoscale-list', '/cloud autoscale list', 'Share to Channel'),
  answered('autoscale-show', '/cloud autoscale show "Batch at night"', 'Share to Channel'),
  answered('autoscale-view', '/cloud autoscale view DE1ACMEWEB01', 'Share to Channel'),
  answered('ip-show', '/cloud ip show DE1ACMEWEB01', 'Share to Channel'),
  answered('firewall-list', '/cloud firewall list de1', 'Share to Channel', 1000),
  answered('firewall-show', '/cloud firewall show de1 ac11a45805692c2be6249d2cd0f08ed2', 'Share to Channel'),
  answered('firewall-intra', '/cloud firewall intra list de1', 'Share to Channel'),
  answered('invoice', '/cloud invoice', 'Share to Channel', 1200),
  answered('trend', '/cloud invoice trend 6', 'Share to Channel', 1200),
  answered('dc-list', '/cloud dc list', 'Share to Channel', 900),
  answered('dc-show', '/cloud dc show de1', 'Share to Channel', 900),
  answered('dc-capabilities', '/cloud dc capabilities de1', 'Share to Channel', 1000),
  answered('dc-baremetal', '/cloud dc baremetal va1', 'Share to Channel', 900),
  answered('custom-fields', '/cloud custom-fields', 'Share to Channel'),
  layout('history', [...ana, 900], async (page) => {
    await run(page, assign, 'Assign Policy');
    await run(
      page,
      '/cloud firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 why="Nightly backup"',
      'Request Approval',
    );
    await answer(page, '/cloud history', 'applied');
  }),
  layout('history-verify', ana, async (page) => {
    await run(page, assign, 'Assign Policy');
    await answer(page, '/cloud history verify', 'checkpoint');
  }),
  answered('policy', '/cloud policy', 'Share to Channel', 1200),
  answered(
    'policy-explain',
    '/cloud policy explain firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24',
    'Risk',
  ),
  answered('whoami', '/cloud whoami', 'Token expires'),
  answered('doctor', '/cloud doctor', 'passed', 1000),
  layout('doctor-problems', [...ana, 1000], async (page, { skydesk }) => {
    skydesk.slack?.grant(botScopes.filter((scope) => scope !== 'files:write'));
    await answer(page, '/cloud doctor', 'files:write');
    skydesk.slack?.grant(botScopes);
  }),
  answered('typo', '/cloud alrt list', 'Unknown command', 600),
  answered('several-matches', '/cloud alert show "CPU high"', 'which one', 600),
  layout('service-down', ana, async (page, { skydesk }) => {
    await skydesk.inspector.setFault('service-errors', true);
    await answer(page, '/cloud alert list', 'Try again');
  }),
];
