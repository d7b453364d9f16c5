import { beforeEach, expect, test } from 'vitest';
import { shownAs, skydeskOfFile } from '../harness/index.ts';

/* What is edited in place, as people see it: requested, approved, undone, ended. */

const minute = 60_000;
const skydesk = await skydeskOfFile();
beforeEach(() => skydesk.fresh());

const id = '195f2e21b90087a4b3313bc144204857';
const line = `firewall intra update de1 ${id} tcp/5432 tcp/22 source=10.95.131.0/25 why="Fewer hosts"`;
const before = { source: ['10.95.131.0/24'], ports: ['tcp/5432', 'icmp'] };
const policy = () => skydesk.cloud.control.state().localFirewalls.find((found) => found.id === id);

const web = () => skydesk.cloud.control.state().servers.find((server) => server.id === 'de1acmeweb01');
const publicIp = () => web()?.publicIps.find(({ address }) => address === '203.0.113.10');

const inChannel = (): string => skydesk.slack.sees('vic', 'cloud-ops').map(shownAs).join('\n\n');

/** Ana requests a change, and Ben approves it. Resolves to its id. */
async function approved(typed: string): Promise<string> {
  const request = await skydesk.ask('ana', typed);
  await skydesk.decide('ben', request, 'Approve');
  await skydesk.settled({ delayed: true });
  return request;
}

/** Types a change that needs no approval, and confirms it. */
async function confirmed(typed: string): Promise<void> {
  await skydesk.type('ana', typed);
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.settled({ delayed: true });
}

test('the review says what is gained and what is lost, and the policy stays the one it is', async () => {
  const request = await skydesk.ask('ana', line);
  await skydesk.review('ben', request);
  const review = shownAs(skydesk.slack.views('ben').at(-1));
  expect(review).toContain('from 10.95.131.0/25 (was 10.95.131.0/24) to 10.200.1.0/24');
  expect(review).toContain('128 addresses (10.95.131.0/25) gain access');
  expect(review).toContain('lose access');
  await skydesk.decide('ben', request, 'Approve');
  await skydesk.settled({ delayed: true });
  expect(policy()).toMatchObject({ source: ['10.95.131.0/25'], ports: ['tcp/5432', 'tcp/22'] });
  expect(inChannel()).toContain('Firewall policy updated · 195f2e21 in DE1');
});

test('what opens for two hours narrows again by itself', async () => {
  await approved(`firewall intra update de1 ${id} tcp/5432 icmp tcp/22 why="A look at the hosts" ends=2h`);
  expect(policy()?.ports).toContain('tcp/22');
  await skydesk.pass(125 * minute);
  expect(policy()).toMatchObject(before);
});

test('a public IP takes other sources and keeps its ports, and an Undo lets everybody in again', async () => {
  const { ports } = publicIp() ?? {};
  await confirmed('ip update DE1ACMEWEB01 203.0.113.10 from=198.51.100.0/24');
  expect(publicIp()).toMatchObject({ ports, sourceRestrictions: [{ cidr: '198.51.100.0/24' }] });
  await skydesk.press('ana', 'Undo');
  expect(skydesk.whispered('ana')).toContain('The whole internet gains access to 203.0.113.10');
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.settled({ delayed: true });
  expect(publicIp()).toMatchObject({ ports, sourceRestrictions: [] });
});

test('who may reach a public IP is part of what is approved, in a step of a plan as well', async () => {
  const commands = [
    'alert assign "Night watch" DE1ACMEWEB01',
    'ip update DE1ACMEWEB01 203.0.113.10 tcp/22 tcp/3389',
  ];
  const request = await skydesk.ask('ana', `plan '${commands.join('\n')}' why="Remote work"`);
  await confirmed('ip update DE1ACMEWEB01 203.0.113.10 from=198.51.100.0/24');
  await skydesk.decide('ben', request, 'Approve');
  await skydesk.settled({ delayed: true });
  expect((await skydesk.stateOf(request)).status).toBe('outdated');
  expect(publicIp()?.ports).toHaveLength(2);
});
