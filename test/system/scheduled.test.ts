import { expect, test } from 'vitest';
import { freshSkydesk, shownAs } from '../support/index.ts';

/*
 * Changes that start later, and a freeze, as people see them. The clock of everything is set forward.
 */

const hour = 3_600_000;
/** "2026-12-20 18:00", this many hours from now, in UTC. */
const inHours = (hours: number): string =>
  new Date(Date.now() + hours * hour).toISOString().slice(0, 16).replace('T', ' ');

const skydesk = await freshSkydesk({
  policy: {
    freeze: [{ from: inHours(20), to: inHours(30), why: 'Year-end freeze', timeZone: 'UTC' }],
    breakGlass: { people: ['U0ANA'] },
  },
});

const opening = 'firewall create de1 va1 source=10.0.0.0/28 destination=10.1.0.0/28 why="Nightly backup"';
const policies = () => skydesk.cloud.control.state().crossFirewalls.map(({ sourceCidr }) => sourceCidr);

test('Ana schedules a change for tonight: Ben approves it now, it waits, and then it is made once', async () => {
  const id = await skydesk.ask('ana', `${opening} starts=2h ends=4h`);
  expect(await skydesk.card(id)).toMatch(/all ports, for 4 h\n[\s\S]*Starts /);
  expect(await skydesk.review('ben', id)).toContain('all ports, for 4 h');
  await skydesk.slack.dismiss('ben', true);
  await skydesk.decide('ben', id, 'Approve');
  expect(await skydesk.card(id)).toContain('⏳ Opens ');
  expect(skydesk.changes()).toEqual([]);

  await skydesk.type('ben', 'scheduled');
  expect(skydesk.whispered('ben')).toMatch(/Will start\n.*Create firewall policy 10\.0\.0\.0\/28/);

  await skydesk.pass(hour);
  expect(skydesk.changes()).toEqual([]);
  expect(await skydesk.card(id)).toContain('⏳ Opens ');
  await skydesk.pass(2 * hour);
  expect(skydesk.changes()).toHaveLength(1);
  expect(policies()).toContain('10.0.0.0/28');
  expect(await skydesk.card(id)).toContain('🔓 Open');
  expect((await skydesk.ledger(id)).map((line) => line.split(' ')[0])).toEqual([
    'requested',
    'approved',
    'started',
    'applied',
  ]);
});

test('no change starts in a freeze, except by a break-glass approval', async () => {
  await skydesk.type('cora', `${opening} starts=18h`);
  expect(skydesk.whispered('cora')).toMatch(
    /Changes are frozen until .* \(UTC\): Year-end freeze\. Nothing was changed\./,
  );
  expect(skydesk.whispered('cora')).toContain(
    'In an emergency, Ana Ferreira (ana) can request it and use a break-glass approval.',
  );
  await skydesk.press('cora', 'Start After Freeze');
  expect(skydesk.whispered('cora')).toMatch(/Starts /);

  const id = await skydesk.ask('ana', `${opening} starts=18h`);
  await skydesk.review('ana', id);
  await skydesk.doing(() => skydesk.submit('ana', { Reason: 'The shop is down' }));
  expect(await skydesk.card(id)).toContain('⏳ Opens ');
  await skydesk.pass(16 * hour);
  expect(skydesk.changes()).toEqual([]);
  await skydesk.pass(3 * hour);
  expect(skydesk.changes()).toHaveLength(1);
  expect(await skydesk.card(id)).toContain('🔓 Open');
  const approvals = skydesk.slack.sees('ben', 'approvals').map((message) => shownAs(message));
  expect(approvals.filter((text) => text.includes('break-glass approval'))).toEqual([
    expect.stringMatching(/^🔓 Open, no end .*“Nightly backup”/s),
    expect.stringMatching(
      /^🔓 Open, no end .*“The shop is down”\nbreak-glass approval by Ana Ferreira \(ana\)/s,
    ),
  ]);
});
