import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { digitalOceanApi } from '../../../gateway/digitalocean/api.ts';
import { type CloudApiError, isCloudApiError } from '../../../src/cloud/model/cloud-error.ts';
import { gatewayOfFile } from '../../support/gateway.ts';

/*
 * What goes wrong at DigitalOcean, and what a client of the gateway learns of it: whether anything was changed. Each test asks over real
 * sockets, with Skydesk's own client.
 */

const gateway = await gatewayOfFile();
const ocean = () => gateway.service().account('OCEAN');

const draft = {
  name: 'CPU 85',
  actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
  triggers: [{ metric: 'cpu', duration: '00:10:00', threshold: 85 }],
};
const opening = { source: ['10.10.0.2/32'], destination: ['10.10.0.3/32'], ports: ['tcp/5432'] };

/** The error of a call, in short: its kind, whether it changed anything, and its sentence. */
async function failureOf(call: Promise<unknown>): Promise<readonly [string, string, string | undefined]> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isCloudApiError(error)) throw new Error(`No error of the cloud API: ${String(error)}`);
  return inShort(error);
}
const inShort = ({ kind, changed, problems }: CloudApiError) =>
  [kind, changed, problems[0]?.message] as const;

test('a wrong token is refused at the login', async () => {
  const login = gateway.service('dop_v1_wrong_token').login();
  expect(await failureOf(login)).toEqual(['bad-credentials', 'nothing', 'DigitalOcean refused the token.']);
});

test('a login has the alias that it asks for, and the roles of the gateway', async () => {
  expect(await gateway.service().login()).toMatchObject({
    accountAlias: 'OCEAN',
    roles: ['ServerAdmin', 'NetworkAdmin', 'BillingAdmin'],
  });
});

test('a token for one account reads no other one', async () => {
  const other = gateway.service().account('OTHER');
  expect(await failureOf(other.dataCenters.list())).toEqual([
    'forbidden',
    'nothing',
    'The token is for another account.',
  ]);
});

test('a token without a scope is forbidden what it lacks, and nothing is changed', async () => {
  gateway.provider.fail({ of: /^POST \/v2\/firewalls/, how: { status: 403 } });
  expect(await failureOf(ocean().firewall.create('fra1', opening))).toEqual([
    'forbidden',
    'nothing',
    'You are not authorized to perform this operation',
  ]);
});

test('a 429 passes as it is, and changed nothing', async () => {
  gateway.provider.fail({ of: /^POST \/v2\/firewalls/, how: { status: 429, retryAfter: 30 } });
  expect(await failureOf(ocean().firewall.create('fra1', opening))).toEqual([
    'service-error',
    'nothing',
    'Not now',
  ]);
});

test.each([
  ['is lost', 'drop'],
  ['is cut off', 'half'],
  ['is a 500', { status: 500 }],
] as const)('a change whose answer %s has an unknown outcome, and is not sent again', async (_, how) => {
  gateway.provider.fail({ of: /^POST \/v2\/firewalls/, how, done: true });
  const [, changed] = await failureOf(ocean().firewall.create('fra1', opening));
  expect(changed).toBe('unknown');
  expect(gateway.sent().filter((call) => call === 'POST /v2/firewalls')).toHaveLength(1);
  expect(gateway.provider.world.firewalls).toHaveLength(2);
});

test.each([
  ['a firewall', /^GET \/v2\/firewalls/, () => ocean().firewall.create('fra1', opening)],
  ['an alert policy', /^POST \/v2\/tags$/, () => ocean().alertPolicies.create(draft)],
])('what fails before %s is created changed nothing', async (_, of, create) => {
  gateway.provider.fail({ of, how: { status: 503 }, times: 9 });
  expect(await failureOf(create())).toEqual(['bad-request', 'nothing', 'Not now']);
});

test('each change is sent on a connection of its own', async () => {
  await ocean().alertPolicies.list();
  await ocean().alertPolicies.create(draft);
  await ocean().alertPolicies.list();
  const { calls } = gateway.provider;
  const reads = calls.filter(({ method }) => method === 'GET').map(({ connection }) => connection);
  const changes = calls.filter(({ method }) => method !== 'GET').map(({ connection }) => connection);
  expect(new Set(changes).size).toBe(2);
  expect(changes.filter((connection) => reads.includes(connection))).toEqual([]);
});

test('a list of several pages is whole, or refused', async () => {
  const { world } = gateway.provider;
  const [first] = world.droplets;
  if (!first) throw new Error('There are droplets');
  for (let id = 1; id <= 450; id += 1) world.droplets.push({ ...first, id });
  const servers = await ocean().servers.all();
  expect(servers).toHaveLength(454);
  const pages = gateway.provider.calls.filter(
    ({ path, query }) => path === '/v2/droplets' && !query.includes('gpus'),
  );
  expect(pages).toHaveLength(3);
});

test('a list that changes between two of its pages is refused, since something would be missed', async () => {
  let page = 0;
  const changing = digitalOceanApi({
    baseUrl: 'http://digitalocean',
    send: async () => {
      page += 1;
      const text = JSON.stringify({ vpcs: Array(200).fill(page), meta: { total: 500 - page } });
      return { status: 200, headers: {}, text };
    },
  });
  const api = await changing.withToken('a token');
  await expect(api.list('/v2/vpcs', 'vpcs', z.number())).rejects.toThrow('changed while it was read');
});

test('a droplet with a GPU, which the plain list leaves out, is there, and open without a firewall', async () => {
  const { world } = gateway.provider;
  const [first] = world.droplets;
  if (!first) throw new Error('There are droplets');
  const v4 = [{ ip_address: '10.10.0.9', netmask: '255.255.240.0', gateway: '10.10.0.1', type: 'private' }];
  world.droplets.push({ ...first, id: 9, size_slug: 'gpu-h100x1-80gb', tags: [], networks: { v4, v6: [] } });
  expect(await ocean().servers.all()).toHaveLength(5);
  const [open] = await ocean().firewall.list('fra1');
  expect(open).toMatchObject({ id: 'no-firewall-fra1', destination: ['10.10.0.4/32', '10.10.0.9/32'] });
});

test('lists are shared for two seconds, and until something is changed', async () => {
  const reads = () => gateway.sent().filter((call) => call === 'GET /v2/firewalls').length;
  await ocean().firewall.list('fra1');
  await ocean().firewall.list('nyc3');
  expect(reads()).toBe(1);
  gateway.later(2_000);
  await ocean().firewall.list('fra1');
  expect(reads()).toBe(2);
  await ocean().firewall.create('fra1', opening);
  const before = reads();
  expect(await ocean().firewall.list('fra1')).toHaveLength(4);
  expect(reads()).toBe(before + 1);
});

test('what decides on a change is read anew', async () => {
  await ocean().firewall.list('fra1');
  gateway.provider.world.firewalls.length = 0;
  expect(await failureOf(ocean().firewall.create('fra1', opening))).toEqual([
    'bad-request',
    'nothing',
    expect.stringContaining('WEB-02-3164495 has no firewall'),
  ]);
});

test('the 251st request of a minute is refused here, with its time', async () => {
  const calls = Array.from({ length: 251 }, (_, index) => index);
  for (const index of calls.slice(0, 250)) {
    const { status } = await job(String(index));
    expect(status).toBe(404);
  }
  const refused = await job('1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  gateway.later(60_000);
  expect((await job('1')).status).toBe(404);
});

const job = (id: string): Promise<Response> =>
  fetch(`${gateway.url}/v2/operations/OCEAN/status/${id}`, {
    headers: { authorization: 'Bearer OCEAN.dop_v1_local_token' },
  });

test.each([
  ['without a token', 'GET', '/v2/datacenters/OCEAN', 401],
  ['for an unknown path', 'GET', '/v2/nothing/OCEAN', 404],
  ['with another method', 'PATCH', '/v2/datacenters/OCEAN', 405],
  ['with a broken path', 'GET', '/v2/servers/OCEAN/%E0%A4%A', 400],
] as const)('a request %s is answered with %s', async (what, method, path, status) => {
  const headers = what === 'without a token' ? {} : { authorization: 'Bearer OCEAN.dop_v1_local_token' };
  expect((await fetch(gateway.url + path, { method, headers })).status).toBe(status);
});

test('a body that can’t be read is refused', async () => {
  const answer = await fetch(`${gateway.url}/v2/alertPolicies/OCEAN`, {
    method: 'POST',
    headers: { authorization: 'Bearer OCEAN.dop_v1_local_token' },
    body: '{',
  });
  expect([answer.status, await answer.json()]).toEqual([400, { message: 'The body is no JSON.' }]);
});
