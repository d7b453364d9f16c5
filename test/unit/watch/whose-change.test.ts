import { expect, test } from 'vitest';
import { again, inChannel, watchedCloud } from './watched.ts';

/* Somebody changes what Skydesk changes at that time. Nothing of theirs is called Skydesk's, and openings are reported. */

const { cloud, account, watched } = await watchedCloud();
const minute = 60_000;
const [server, address] = ['de1acmejump01', '203.0.113.14'];
const disabled = '5154002017cad1032a8e590995e50294';
const everything = { ports: [{ protocol: 'TCP', port: 1, portTo: 65_535 }], sourceRestrictions: [] };

type Watched = Awaited<ReturnType<typeof watched>>;

/** Ana confirms a change whose job runs for a minute, and somebody does this after the job, before Skydesk asks about it. */
async function meanwhile(bot: Watched, line: string, others: () => Promise<unknown>): Promise<void> {
  cloud.control.set({ jobExecutingMs: minute });
  await bot.press('U0ANA', 'confirm', await bot.type('U0ANA', line));
  cloud.control.advance(minute);
  await others();
  cloud.control.advance(minute);
  bot.later(2 * minute);
  await bot.settled();
  await again(bot);
}

const madeBy = async (bot: Watched) =>
  (await bot.findings()).flatMap(({ findings }) => findings.map(({ by }) => by.kind));

test('a public IP that somebody widens while its update is awaited is not Skydesk’s, and is reported', async () => {
  const bot = await watched();
  await meanwhile(bot, `ip update ${server} ${address} from=198.51.100.0/29`, () =>
    account.publicIps.update(server, address, everything),
  );
  expect(await madeBy(bot)).toEqual(['both']);
  expect(inChannel(bot).join()).toContain('Possibly opened outside Skydesk in ACME');
});

test('a public IP that somebody widens before Skydesk knows its address is not Skydesk’s, and is reported', async () => {
  const bot = await watched();
  const added = 'de1acmeweb04';
  await meanwhile(bot, `ip add ${added} tcp/443 from=198.51.100.0/24`, async () => {
    const found = (await account.publicIps.addresses(added)).find((one) => one.public !== undefined);
    await account.publicIps.update(added, found?.public ?? '', {
      ports: [{ protocol: 'TCP', port: 443 }],
      sourceRestrictions: [],
    });
  });
  expect((await madeBy(bot)).filter((by) => by === 'skydesk')).toEqual([]);
  expect(inChannel(bot).join()).toContain('outside Skydesk in ACME');
});

test('what nobody else touches is Skydesk’s', async () => {
  const bot = await watched();
  await meanwhile(bot, `ip add de1acmeweb04 tcp/443 from=198.51.100.0/24`, async () => {});
  expect(await madeBy(bot)).toEqual(['skydesk']);
  expect(inChannel(bot)).toEqual([]);
});

test.each([
  [5, 'unclear'],
  [75, 'outside'],
])(
  'an opening %i minutes after a change that may not have been made is reported, as %s',
  async (after, by) => {
    const bot = await watched();
    const id = await bot.type('U0ANA', `firewall enable va1 ${disabled} why="Nightly backup"`);
    await bot.press('U0ANA', 'confirm', id);
    cloud.control.fail({ route: 'crossFirewalls.*', how: 'drop', changes: true });
    await bot.vote('U0BEN', id, 'approve');
    await bot.pass(after);
    expect(await madeBy(bot)).toEqual([]);
    await account.crossFirewall.setEnabled('va1', disabled, true);
    await bot.pass(75);
    expect(await madeBy(bot)).toEqual([by]);
    expect(inChannel(bot).filter((text) => /opened outside Skydesk/i.test(text))).toHaveLength(1);
  },
);

test('what somebody opens again after a closing of unknown outcome is told, also within the hour', async () => {
  const bot = await watched();
  const enabled = '195f2e21b90087a4b3313bc144204857';
  const id = await bot.type('U0ANA', `firewall intra disable de1 ${enabled} why="Nightly backup"`);
  await bot.press('U0ANA', 'confirm', id);
  cloud.control.fail({ route: '*', how: 'drop', changes: true, after: true });
  await bot.vote('U0BEN', id, 'approve');
  expect(bot.stateOf(id)?.status).toBe('unknown');
  await bot.pass(10);
  expect(await madeBy(bot)).toEqual(['unclear']);
  await account.firewall.update('de1', enabled, { enabled: true });
  await bot.pass(75);
  expect(await madeBy(bot)).toEqual(['unclear', 'unclear']);
  expect(inChannel(bot).filter((text) => /opened outside Skydesk/i.test(text))).toHaveLength(1);
});

test('an opening that restores what Skydesk has just closed is told', async () => {
  const bot = await watched();
  const enabled = '195f2e21b90087a4b3313bc144204857';
  const id = await bot.type('U0ANA', `firewall intra disable de1 ${enabled} why="Planned work"`);
  await bot.press('U0ANA', 'confirm', id);
  await bot.vote('U0BEN', id, 'approve');
  await bot.settled();
  await account.firewall.update('de1', enabled, { enabled: true });
  await again(bot);
  expect(await madeBy(bot)).toEqual(['skydesk', 'outside']);
  expect(inChannel(bot).filter((text) => /Opened outside Skydesk/.test(text))).toHaveLength(1);
});
