import { expect, test } from 'vitest';
import { defaults } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
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

test.each([
  ['overdue', 400],
  ['of unknown outcome', 501],
])('an opening whose end is %s still counts for the limit', async (_, status) => {
  const levels = [{ minScore: 0, approvers: 1, ticket: false, maxLeaseMinutes: 240 }] as const;
  const bot = new InMemoryBot(cloud, { risk: { ...defaults.risk, levels } });
  await bot.decided(`firewall intra enable de1 ${off} ends=1h why="the shop"`, ['U0BEN']);
  cloud.control.fail({ route: '*', status, times: 9_999, changes: true });
  await bot.pass(180);
  await bot.type('U0ANA', `firewall intra update de1 ${lists} source=10.95.0.0/16 ends=2h why="the shop"`);
  expect(bot.said.at(-1)?.text).toMatch(/must end .*04:00/);
});
