import { expect, test } from 'vitest';
import { intruder, shownAs, skydeskOfFile } from '../support/index.ts';

/* Changes outside Skydesk are found, reported, and put back as a change like any other. The clock of everything is set forward. */

const minute = 60_000;
const hour = 60 * minute;
const digestAt = new Date(Date.now() + 4 * hour).toISOString().slice(11, 16);
const skydesk = await skydeskOfFile({ policy: { watch: { accounts: ['acme'], every: '15m', digestAt } } });

const service = () => intruder(skydesk.cloud);
const isEnabled = async (id: string): Promise<boolean> =>
  (await service().firewall.get('de1', id)).enabled === true;

/** The answer that Ana gets to a read. */
async function answer(typed: string): Promise<string> {
  await skydesk.type('ana', typed);
  return skydesk.whispered('ana');
}

test('an outside change is listed with its state before, and put back after an approval', async () => {
  expect(await answer('changed')).toContain('No snapshot was taken yet');
  await skydesk.pass(20 * minute);
  expect(await answer('changed')).toContain('No change was seen in ACME');

  const [policy] = (await service().firewall.list('de1')).filter(({ enabled }) => enabled);
  const id = policy?.id ?? '';
  await service().firewall.update('de1', id, { enabled: false });
  await skydesk.pass(20 * minute);
  const told = await answer('changed');
  expect(told).toContain('1 change outside Skydesk');
  expect(told).toContain(`Firewall policy ${id.slice(0, 8)} in DE1 changed`);
  expect(told).toContain('enabled → disabled');

  await skydesk.press('ana', 'Put It Back');
  await skydesk.press('ana', 'decide:confirm');
  const request = skydesk.newest();
  expect(await isEnabled(id)).toBe(false);
  await skydesk.review('ben', request);
  await skydesk.decide('ben', request, 'Approve');
  await skydesk.settled({ delayed: true });
  expect(await isEnabled(id)).toBe(true);

  const { number } = await skydesk.stateOf(request);
  const after = await answer('changed');
  expect(after).toContain('disabled → enabled');
  expect(after).toMatch(new RegExp(`by #${number} Ana Ferreira \\(ana\\)`));
  expect(after).not.toContain('Put It Back');
});

test('traffic that was opened outside is posted in the channel, adopted with a reason, and in the audit log', async () => {
  const before = skydesk.slack.sees('ben', 'approvals').length;
  await service().firewall.create('de1', {
    ...{
      source: ['10.77.0.0/24'],
      destination: ['10.95.131.0/24'],
      ports: ['tcp/22'],
      destinationAccount: 'ACME',
    },
  });
  await skydesk.pass(20 * minute);
  const cards = skydesk.slack.sees('ben', 'approvals').slice(before);
  expect(cards).toHaveLength(1);
  expect(shownAs(cards[0])).toContain('256 addresses (10.77.0.0/24) gain access to 256 addresses');

  await skydesk.press('ana', 'Adopt…');
  const submit = (values: Readonly<Record<string, string>> = {}) =>
    skydesk.doing(async () =>
      expect(await skydesk.slack.submit('ana', values)).toMatchObject({ errors: {} }),
    );
  await submit({ Reason: 'Opened by the network team' });
  expect(shownAs(skydesk.slack.views('ana').at(-1))).toContain('Own what was created outside Skydesk');
  await submit();
  expect(await answer('changed')).toContain('adopted by Ana Ferreira (ana): “Opened by the network team”');
  expect(await answer('history what=changed')).toMatch(
    /applied.*Adopt change Firewall policy .* “Opened by the network team”/,
  );

  await skydesk.pass(20 * minute);
  const told = skydesk.slack.sees('ben', 'approvals').map(shownAs);
  const [card, ...more] = told.filter((text) => text.includes('Opened outside Skydesk'));
  expect(card).toContain('adopted by Ana Ferreira (ana)');
  expect(more).toEqual([]);
});
