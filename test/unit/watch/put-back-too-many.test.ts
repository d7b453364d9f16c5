import { expect, test } from 'vitest';
import { quick } from '../../support/index.ts';
import { again, watchedCloud } from './watched.ts';

/* Put It Back is offered if one command can do it, so not for more ranges than a command takes. */

const { cloud, account, watched } = await watchedCloud();
const { firewall, publicIps } = account;
const policy = '195f2e21b90087a4b3313bc144204857';
const [server, address] = ['de1acmejump01', '203.0.113.14'];
const many = Array.from({ length: 45 }, (_, at) => `10.95.${at}.0/28`);
const few = many.slice(0, 40);

/** The list of changes, after somebody has changed this outside. */
async function saidAfter(change: () => Promise<unknown>): Promise<string> {
  const bot = await watched();
  await change();
  await again(bot);
  await bot.type('U0ANA', 'changed');
  return bot.said.at(-1)?.text ?? '';
}

test.for([
  [few, true],
  [many, false],
] as const)('Put It Back of a firewall policy that had %s', async ([source, isOffered]) => {
  await firewall.update('de1', policy, { source });
  const updated = await saidAfter(() => firewall.update('de1', policy, { source: ['10.0.0.0/8'] }));
  expect(updated).toContain('195f2e21 in DE1 changed');
  expect(updated.includes('Put It Back')).toBe(isOffered);

  cloud.control.reset();
  cloud.control.set(quick);
  await firewall.update('de1', policy, { source });
  const both = await saidAfter(() =>
    firewall.update('de1', policy, { source: ['10.0.0.0/8'], enabled: false }),
  );
  expect(both.includes('Put It Back')).toBe(isOffered);

  cloud.control.reset();
  cloud.control.set(quick);
  // With its destination and its ports, these are more than 40 in all.
  await firewall.update('de1', policy, { source: source.slice(0, isOffered ? 37 : 38) });
  const deleted = await saidAfter(() => firewall.delete('de1', policy));
  expect(deleted).toContain('195f2e21 in DE1 removed');
  expect(deleted.includes('Put It Back')).toBe(isOffered);
});

test.for([
  [few, true],
  [many, false],
] as const)('Put It Back of a public IP that had %s', async ([source, isOffered]) => {
  const ports = [{ protocol: 'TCP', port: 443 }];
  const update = (from: readonly string[]) =>
    publicIps.update(server, address, { ports, sourceRestrictions: from.map((cidr) => ({ cidr })) });
  await update(source);
  await expect
    .poll(async () => (await publicIps.get(server, address)).sourceRestrictions.length)
    .toBe(source.length);
  const said = await saidAfter(() => update(['10.0.0.0/8']));
  expect(said).toContain(`Public IP ${address}`);
  expect(said.includes('Put It Back')).toBe(isOffered);
});
