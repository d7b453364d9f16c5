import { expect, test } from 'vitest';
import { freshSkydesk } from '../support/index.ts';

/*
 * Several changes as one: a runbook of this repository and a plan of its requester, as people see them.
 */

const skydesk = await freshSkydesk({ policy: { risk: { levels: [{ minScore: 3, approvers: 1 }] } } });

const server = 'DE1ACMEWEB04';
const runbook = `run new-web-server ${server} ops@example.com why="Go live"`;
const newPolicy = () =>
  skydesk.cloud.control.state().alertPolicies.find(({ name }) => name === `Web ${server}`);
/** The ids of the alert policies that are assigned to the server. */
const assigned = () =>
  skydesk.cloud.control.state().servers.find(({ id }) => id === server.toLowerCase())?.alertPolicyIds;
const steps = [
  'on DE1ACMEWEB04 to anyone on the internet',
  'Create alert policy Web DE1ACMEWEB04',
  'Assign alert policy of step 2',
];

/** Lets all delayed jobs run, such as polls. */
const later = (): Promise<void> => skydesk.doing(async () => {}, true);
/** The logged events about each step. */
const ledgers = async (id: string): Promise<readonly string[]> =>
  (await Promise.all([id, `${id}.2`, `${id}.3`].map((step) => skydesk.ledger(step)))).map((events) =>
    events.map((event) => event.split(' ')[0]).join(' '),
  );

test('Ana runs a runbook: Ben approves all of its steps at once, and they run in order', async () => {
  await skydesk.type('ana', 'run new-web-servr web04');
  expect(skydesk.whispered('ana')).toContain('Did you mean /cloud run new-web-server web04?');
  await skydesk.type('ana', 'run');
  expect(skydesk.whispered('ana')).toContain('new-web-server · Publish a new web server');
  await skydesk.press('ana', 'Run…');
  await skydesk.slack.dismiss('ana', true);

  const id = await skydesk.ask('ana', runbook);
  expect(await skydesk.card(id)).toMatch(
    /^🟢 Ana Ferreira \(ana\) wants to open HTTP \(80\) and HTTPS \(443\) on \w+ to anyone on the internet, no end, \+ 2 steps \(new-web-server\)\n/,
  );
  expect(await skydesk.card(id)).toContain('all or nothing: if a step fails, the steps before it are undone');
  const review = await skydesk.review('ben', id);
  for (const step of steps)
    expect(review).toContain(step.replace(/^(Add public IP|(Create|Assign) alert policy)/, ''));
  await skydesk.slack.dismiss('ben', true);
  await skydesk.decide('ben', id, 'Approve');
  await later();

  expect(await skydesk.card(id)).toMatch(
    /^🔓 Open, no end · HTTP \(80\) and HTTPS \(443\) on \w+ to anyone on the internet, \+ 2 steps\n[\s\S]*3 of 3 done/,
  );
  const policy = newPolicy()?.id;
  expect(skydesk.changes()).toEqual([
    'POST /v2/servers/ACME/de1acmeweb04/publicIPAddresses',
    'POST /v2/alertPolicies/ACME',
    'POST /v2/servers/ACME/de1acmeweb04',
  ]);
  expect(assigned()).toContain(policy);
  expect((await skydesk.ledger(`${id}.3`))[0]).toBe('requested U0ANA: Runbook new-web-server: Go live');
  expect(await ledgers(id)).toEqual(Array(3).fill('requested approved started applied'));
});

test('Ana writes a plan herself: its field shows mistakes with their lines, and nothing needs a vote', async () => {
  await skydesk.type('ana', 'plan');
  const wrong = await skydesk.submit('ana', { Commands: '# Watch\nalrt create Web\nserver show web04' });
  expect(Object.values(wrong.errors).join()).toBe(
    'Line 2: unknown command “alrt”. Did you mean alert? Line 3: “server show” changes nothing, and a plan has changes only',
  );
  const commands = `alert create "Web ${server}" cpu=90 to=ops@example.com\nalert assign $1.id ${server}`;
  await skydesk.doing(() => skydesk.submit('ana', { Commands: commands }));
  expect(skydesk.modal('ana')).toContain('Plan · if a step fails, the steps after it don’t start');
  await skydesk.doing(() => skydesk.submit('ana'));
  await later();
  expect(assigned()).toContain(newPolicy()?.id);
  expect(skydesk.last('ana', 'cloud-ops')).toContain('2 of 2 done');
});

test('a name in a runbook that fits several servers: each has a button that runs it with that server', async () => {
  await skydesk.type('ana', 'run new-web-server server=WEB04 to=ops@example.com why="Go live"');
  expect(skydesk.whispered('ana')).toContain('Step 1: Which server is');
  await skydesk.press('ana', server);
  expect(skydesk.whispered('ana')).toContain('on DE1ACMEWEB04 to anyone on the internet');
  expect(skydesk.whispered('ana')).toContain('why="Go live"');
});

test.each([
  ['the slash command', (plan: string) => skydesk.slack.type('ana', 'cloud-ops', `/cloud ${plan}`)],
  ['a direct message', (plan: string) => skydesk.slack.type('ana', 'dm', plan)],
])('several lines that Ana types in %s stay several steps', async (_, type) => {
  const lines = ['alert unassign “Memory high” DE1ACMEWEB01', '# then', 'alert delete “Night watch”'];
  await skydesk.doing(() => type(`plan '${lines.join('\n')}' why="Clean up"`));
  expect(skydesk.last('ana', 'dm') + skydesk.whispered('ana')).toMatch(
    /1\. Unassign alert policy Memory high from DE1ACMEWEB01\n2\. Delete alert policy Night watch/,
  );
});
