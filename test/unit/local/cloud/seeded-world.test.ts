import { expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../../local/cloud/index.ts';
import { exchange, start } from './wire.ts';

const paths = [
  '/v2/alertPolicies/ACME',
  '/v2/autoscalePolicies/ACME',
  '/v2/accounts/ACME/customFields',
  '/v2/datacenters/ACME?groupLinks=true',
  '/v2/servers/ACME/DE1ACMEWEB01',
  '/v2/invoice/ACME/2023/5',
  '/v2-experimental/crossDcFirewallPolicies/ACME/de1',
];

const policy = {
  name: 'New',
  actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
  triggers: [{ metric: 'cpu', duration: '00:05:00', threshold: 50 }],
};

async function lookAt(emulator: Emulator): Promise<string[]> {
  const login = { username: 'skydesk', password: 'correct-horse-battery' };
  const { json } = await exchange(emulator.url, 'POST', '/v2/authentication/login', {}, login);
  const headers = { authorization: `Bearer ${json.bearerToken}` };
  const created = await exchange(emulator.url, 'POST', '/v2/alertPolicies/ACME', headers, policy);
  const seen = [created.text];
  for (const path of paths) seen.push((await exchange(emulator.url, 'GET', path, headers)).text);
  return seen;
}

test.each([
  ['the same seed gives the same world, down to ids given out later', 1, true],
  ['another seed gives another', 2, false],
])('%s', async (_, seed, same) => {
  const first = await startEmulator({ clock: () => start, seed: 1 });
  const second = await startEmulator({ clock: () => start, seed });
  const [one, other] = [await lookAt(first), await lookAt(second)];
  await Promise.all([first.close(), second.close()]);
  expect(JSON.stringify(one) === JSON.stringify(other)).toBe(same);
});

test('there is enough to look at', async () => {
  const emulator = await startEmulator({ clock: () => start });
  const { servers, alertPolicies, localFirewalls, crossFirewalls } = emulator.control.state();
  await emulator.close();
  const statuses = new Set(servers.map(({ status }) => status));
  expect(servers.filter(({ account }) => account === 'ACME').length).toBeGreaterThan(60);
  expect([...statuses].toSorted()).toEqual([
    'active',
    'archived',
    'queuedForDelete',
    'queuedForRestore',
    'underConstruction',
  ]);
  expect(servers.filter(({ publicIps }) => publicIps.length > 0)).toHaveLength(5);
  expect(new Set(servers.flatMap((server) => server.internalAddresses)).size).toBe(
    servers.flatMap((server) => server.internalAddresses).length,
  );
  expect(alertPolicies.length).toBeGreaterThan(5);
  expect(new Set(localFirewalls.map(({ status }) => status))).toEqual(new Set(['active', 'error']));
  expect(crossFirewalls).toHaveLength(3);
});

test('settings can be given at the start', async () => {
  const emulator = await startEmulator({ settings: { jobOutcome: 'failed' } });
  expect(emulator.control.settings().jobOutcome).toBe('failed');
  await emulator.close();
});

test('a port that is taken is an error, not silence', async () => {
  const emulator = await startEmulator();
  await expect(startEmulator({ port: Number(new URL(emulator.url).port) })).rejects.toThrow('EADDRINUSE');
  await emulator.close();
});
