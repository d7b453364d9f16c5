import { expect, test } from 'vitest';
import { defaults } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected, outside } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/* A limit on how long access may stay open counts the openings before a change, not its own. */

const cloud = await cloudOfFile(quick);
const lists = '195f2e21b90087a4b3313bc144204857';
const off = 'b43952aa8e69ca2ce12ecf12473eed42';

/** A bot whose jobs each take a third of a second, and whose policy allows openings of four hours. */
function slowBot(): InMemoryBot {
  const levels = [{ minScore: 0, approvers: 1, ticket: false, maxLeaseMinutes: 240 }] as const;
  const bot: InMemoryBot = new InMemoryBot(cloud, { risk: { ...defaults.risk, levels } }, connected(cloud), {
    begins: () => bot.later(300),
    ends() {},
    settle: () => bot.settled(),
    table: (table) => table,
    ports: (ports) => ports,
  });
  return bot;
}

test('a plan whose steps open the same place until the limit makes both', async () => {
  const bot = slowBot();
  const lines = [
    `firewall intra enable de1 ${off}`,
    `firewall intra update de1 ${lists} source=10.95.0.0/16`,
  ];
  const id = await bot.type('U0ANA', `plan "${lines.join('\n')}" ends=4h why="the shop"`);
  await bot.press('U0ANA', 'confirm', id);
  await bot.vote('U0BEN', id, 'approve');
  await bot.pass(5);
  expect(bot.stateOf(id)?.steps.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
});

const levels = [{ minScore: 0, approvers: 1, ticket: false, maxLeaseMinutes: 240 }] as const;
const enable = `firewall intra enable de1 ${off} ends=1h why="the shop"`;
const update = `firewall intra update de1 ${lists} source=10.95.0.0/16 ends=2h why="the shop"`;
const usedUp = /must end .*has used up that time: open it again after/;
const overdue = ['overdue', 400] as const;
const unknown = ['of unknown outcome', 501] as const;

test.each([
  [...overdue, 180, /must end .*04:00/],
  [...unknown, 180, /must end .*04:00/],
  [...overdue, 390, usedUp],
  [...unknown, 390, usedUp],
])(
  'an opening whose end is %s still counts for the limit (%i, after %i minutes)',
  async (_, status, minutes, said) => {
    const bot = new InMemoryBot(cloud, { risk: { ...defaults.risk, levels } });
    await bot.decided(enable, ['U0BEN']);
    cloud.control.fail({ route: '*', status, times: 9_999, changes: true });
    await bot.pass(minutes);
    await bot.type('U0ANA', update);
    expect(bot.said.at(-1)?.text).toMatch(said);
  },
);

test('an opening that somebody else has extended still counts for them, too, while its end is overdue', async () => {
  const bot = new InMemoryBot(cloud, { risk: { ...defaults.risk, levels } });
  const { id } = await bot.decided(enable, ['U0BEN']);
  const extension = await bot.type('U0CORA', `extend ${id} 1h why="the shop"`);
  await bot.press('U0CORA', 'confirm', extension);
  await bot.vote('U0BEN', extension, 'approve');
  expect(bot.stateOf(extension)?.status).toBe('done');
  cloud.control.fail({ route: '*', status: 400, times: 9_999, changes: true });
  await bot.pass(390);
  await bot.type('U0CORA', update);
  expect(bot.said.at(-1)?.text).toMatch(usedUp);
});

test('an opening that was rolled back with its plan counts no more', async () => {
  const bot = new InMemoryBot(cloud, { risk: { ...defaults.risk, levels } });
  cloud.control.fail({ route: 'alertPolicies.create', status: 400 });
  const lines = `firewall intra enable de1 ${off} ends=1h\nalert create Web cpu=90 to=ops@example.com`;
  const { id } = await bot.decided(`plan "${lines}" all-or-nothing=yes why="the shop"`, ['U0BEN']);
  expect(bot.stateOf(id)?.steps.map(({ outcome }) => outcome)).toEqual(['done', 'failed']);
  await bot.pass(205);
  expect((await outside(cloud).firewall.get('de1', off)).enabled).toBe(false);
  await bot.type('U0ANA', update);
  expect(bot.said.at(-1)?.text).not.toMatch(/must end/);
});

test('an opening that has ended counts no more, however late its end was', async () => {
  const bot = new InMemoryBot(cloud, { risk: { ...defaults.risk, levels } });
  await bot.decided(enable, ['U0BEN']);
  cloud.control.fail({ route: '*', status: 400, times: 9_999, changes: true });
  await bot.pass(390);
  cloud.control.reset();
  await bot.pass(60);
  await bot.type('U0ANA', update);
  expect(bot.said.at(-1)?.text).not.toMatch(/must end/);
});
