import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/index.ts';

/* Reach names the request that opened what a policy allows, and none if that isn't certain. */

const cloud = await cloudOfFile(quick);
const { crossFirewall, firewall } = connected(cloud).account('ACME');
const between = '5154002017cad1032a8e590995e50294';
const inside = 'b43952aa8e69ca2ce12ecf12473eed42';
const toBetween = 'reach 10.95.173.5 10.95.31.5';
const toInside = 'reach 10.200.1.5 DE1ACMEDB01 tcp/22';

/** One act: a change by Skydesk, or something that others do. */
type Act = string | (() => Promise<unknown>);
const enable = `firewall enable va1 ${between}`;
const enableInside = `firewall intra enable de1 ${inside}`;
const switchOn = () => crossFirewall.setEnabled('va1', between, true);

/** What reach answers after these acts. */
async function afterwards(acts: readonly Act[], question: string): Promise<string> {
  const bot = new InMemoryBot(cloud);
  for (const act of acts)
    if (typeof act === 'string') await bot.decided(`${act} why="Nightly backup" ticket=OPS-1`);
    else await act();
  await bot.pass(5);
  await bot.type('U0DORA', question);
  return bot.said.at(-1)?.text ?? '';
}

test.each<[string, readonly Act[], string]>([
  [
    'enabled, disabled, and enabled by others',
    [enable, `firewall disable va1 ${between}`, switchOn],
    toBetween,
  ],
  [
    'enabled for a while, ended, and enabled by others',
    [`${enable} ends=5m`, async () => {}, switchOn],
    toBetween,
  ],
  ['enabled, and then updated', [enableInside, `firewall intra update de1 ${inside} tcp/22`], toInside],
  [
    'enabled, and widened by others',
    [enableInside, () => firewall.update('de1', inside, { ports: ['tcp/22'] })],
    toInside,
  ],
])('a policy that was %s is of no request', async (_, acts, question) => {
  const said = await afterwards(acts, question);
  expect(said).toContain('Allowed');
  expect(said).not.toContain('requested by');
});

test.each<[string, readonly Act[], string]>([
  ['enabled', [enable], '#1'],
  ['enabled, disabled, and enabled again', [enable, `firewall disable va1 ${between}`, enable], '#3'],
])('a policy that was %s is of the request that opened it last', async (_, acts, name) => {
  expect(await afterwards(acts, toBetween)).toContain(`requested by U0ANA in ${name}`);
});
