import { expect, test } from 'vitest';
import { credentialsOf, type LocalCloud, startLocalCloud } from '../../../../local/cloud/index.ts';
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

async function lookAt(cloud: LocalCloud): Promise<string[]> {
  const { json } = await exchange(cloud.url, 'POST', '/v2/authentication/login', {}, credentialsOf());
  const headers = { authorization: `Bearer ${json.bearerToken}` };
  const created = await exchange(cloud.url, 'POST', '/v2/alertPolicies/ACME', headers, policy);
  const seen = [created.text];
  for (const path of paths) seen.push((await exchange(cloud.url, 'GET', path, headers)).text);
  return seen;
}

test.each([
  ['the same seed gives the same world, down to ids given out later', 1, true],
  ['another seed gives another', 2, false],
])('%s', async (_, seed, same) => {
  const first = await startLocalCloud({ clock: () => start, seed: 1 });
  const second = await startLocalCloud({ clock: () => start, seed });
  const [one, other] = [await lookAt(first), await lookAt(second)];
  await Promise.all([first.close(), second.close()]);
  expect(JSON.stringify(one) === JSON.stringify(other)).toBe(same);
});

test('there is enough to look at', async () => {
  const cloud = await startLocalCloud({ clock: () => start });
  const { servers, alertPolicies, localFirewalls, crossFirewalls } = cloud.control.state();
  await cloud.close();
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
  const cloud = await startLocalCloud({ settings: { jobOutcome: 'failed' } });
  expect(cloud.control.settings().jobOutcome).toBe('failed');
  await cloud.close();
});

test('a port that is taken is an error, not silence', async () => {
  const cloud = await startLocalCloud();
  await expect(startLocalCloud({ port: Number(new URL(cloud.url).port) })).rejects.toThrow('EADDRINUSE');
  await cloud.close();
});
