import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allows, rootGroup } from '../../../src/cloud/index.ts';
import {
  alertDraft,
  alertPolicy,
  id,
  invoice,
  login,
  loginBody,
  type Reply,
  server,
  token,
  wire,
} from './wire.ts';

const web = 'de1acmeweb01';
const autoscale = `/v2/servers/ACME/${web}/cpuAutoscalePolicy`;
const ips = `/v2/servers/ACME/${web}/publicIPAddresses`;
const status = { rel: 'status', href: '/v2/operations/acme/status/de1-10001', id: 'de1-10001' };
const crossPolicy = {
  id,
  status: 'pending',
  enabled: true,
  sourceCidr: '10.0.0.0/24',
  sourceAccount: 'acme',
  sourceLocation: 'va1',
  destinationCidr: '10.1.0.0/24',
  destinationAccount: 'acme',
  destinationLocation: 'de1',
  links: [
    {
      rel: 'self',
      href: `/v2-experimental/crossDcFirewallPolicies/other/uc1/${id}`,
      verbs: ['GET', 'PUT', 'DELETE'],
    },
  ],
};
const firewallPolicy = {
  id,
  status: 'pending',
  enabled: true,
  source: ['10.0.0.0/24'],
  destination: ['10.0.1.0/24'],
  destinationAccount: 'acme',
  ports: ['any'],
  links: [
    {
      rel: 'self',
      href: `http://old.example.net/v2-experimental/firewallPolicies/acme/de1/${id}`,
      verbs: ['GET'],
    },
  ],
};

test('T1: the alias goes out in upper case, and hrefs in lower case name the same thing', async () => {
  const { service, acme, calls } = await wire({
    [`GET /v2/alertPolicies/ACME/${id}`]: { body: alertPolicy() },
  });
  expect(acme.alias).toBe('ACME');
  const policy = await service.account('aCmE').alertPolicies.get(id);
  expect(calls()[0]?.url).toBe(`/v2/alertPolicies/ACME/${id}`);
  expect(policy.links[0]?.path).toBe(`/v2/alertPolicies/acme/${id}`);
  expect(acme.alias).toBe('ACME');
});

test('T2: an autoscale assignment is read whatever the case of its href', async () => {
  const href = '/v2/servers/ACME/DE1ACMEWEB01/cpuAutoscalePolicy';
  const { acme } = await wire({ [`PUT ${autoscale}`]: { body: { id, links: [{ rel: 'self', href }] } } });
  expect(await acme.autoscalePolicies.set(web, id)).toEqual({
    id,
    links: [{ rel: 'self', path: href, verbs: ['GET'] }],
  });
});

test.each<[what: string, links: readonly unknown[]]>([
  ['has nulls', [{ rel: 'self', href: `/v2/x/${id}`, id: null, verbs: null }]],
  ['is among odd ones', [null, { rel: 'self' }, { rel: 'self', href: `/v2/x/${id}` }, 'x']],
])('T24: a new firewall policy is known by its self link, also if that %s', async (_, links) => {
  const { acme } = await wire({
    'POST /v2-experimental/firewallPolicies/ACME/DE1': { status: 201, body: { links } },
  });
  const { source, destination, destinationAccount, ports } = firewallPolicy;
  expect((await acme.firewall.create('DE1', { source, destination, destinationAccount, ports })).id).toBe(id);
});

test('T3: only the path of an absolute href is kept, and the token never goes to its host', async () => {
  const elsewhere = await wire();
  const path = `/v2-experimental/firewallPolicies/acme/de1/${id}`;
  const { acme } = await wire({
    'GET /v2-experimental/firewallPolicies/ACME/DE1': {
      body: [{ ...firewallPolicy, links: [{ rel: 'self', href: elsewhere.baseUrl + path }] }],
    },
  });
  const [policy] = await acme.firewall.list('DE1');
  const [self] = policy?.links ?? [];
  expect(self).toEqual({ rel: 'self', path, verbs: ['GET'] });
  expect(elsewhere.seen).toEqual([]);
});

test.each([200, 201])('T4: a created alert policy is read from a %i', async (code) => {
  const { acme } = await wire({ 'POST /v2/alertPolicies/ACME': { status: code, body: alertPolicy() } });
  expect((await acme.alertPolicies.create(alertDraft)).id).toBe(id);
});

test('T5: a Location is neither needed nor followed', async () => {
  const elsewhere = await wire();
  const { acme, calls } = await wire({
    'POST /v2/alertPolicies/ACME': {
      status: 201,
      body: alertPolicy(),
      headers: { Location: `${elsewhere.baseUrl}/v2/x` },
    },
    [`POST ${ips}`]: { status: 202, body: status },
  });
  await acme.alertPolicies.create(alertDraft);
  await acme.publicIps.add(web, { ports: [{ protocol: 'tcp', port: 443 }] });
  expect(calls()).toHaveLength(2);
  expect(elsewhere.seen).toEqual([]);
});

test('T6: 80.0 on the wire is the number 80', async () => {
  const wired = JSON.stringify(alertPolicy()).replace('"threshold":80', '"threshold":80.0');
  const { acme } = await wire({ [`GET /v2/alertPolicies/ACME/${id}`]: { body: wired } });
  expect((await acme.alertPolicies.get(id)).triggers).toEqual(alertDraft.triggers);
});

test('T7: policies of one name are all listed', async () => {
  const { acme } = await wire({
    'GET /v2/alertPolicies/ACME': {
      body: { items: [alertPolicy(), alertPolicy({ id: 'other' })], links: [] },
    },
  });
  expect((await acme.alertPolicies.list()).map((policy) => [policy.name, policy.id])).toEqual([
    ['Disk 80', id],
    ['Disk 80', 'other'],
  ]);
});

test('T8: the id of an invoice is not the alias', async () => {
  const { acme } = await wire({ 'GET /v2/invoice/ACME/2015/7': { body: invoice() } });
  const { id: invoiceId, accountAlias } = await acme.invoices.get(2015, 7);
  expect([invoiceId, accountAlias]).toEqual(['ACME0A1B2C3D', 'ACME']);
});

test('T9: an invoice with a total of 0 may have lines, some of them negative, or none', async () => {
  const line = {
    quantity: 1,
    description: 'Server',
    unitCost: 366.48,
    itemTotal: 366.48,
    serviceLocation: 'DE1',
    itemDetails: [],
  };
  const credit = { ...line, unitCost: -366.48, itemTotal: -366.48 };
  const { acme } = await wire({
    'GET /v2/invoice/ACME/2015/7': { body: invoice({ totalAmount: 0, lineItems: [line, credit] }) },
    'GET /v2/invoice/ACME/2015/8': { body: invoice({ totalAmount: 0 }) },
  });
  expect((await acme.invoices.get(2015, 7)).lineItems.map((item) => item.itemTotal)).toEqual([
    366.48, -366.48,
  ]);
  expect((await acme.invoices.get(2015, 8)).lineItems).toEqual([]);
});

test('T10: data center codes differ in case between entities and still match', async () => {
  const { acme, service } = await wire({
    'GET /v2/datacenters/ACME/de1': { body: { id: 'de1', name: 'DE1 - Germany', links: [] } },
  });
  const { locationAlias } = await service.login();
  expect(locationAlias).toBe('DE1');
  expect((await acme.dataCenters.get('de1')).id).toBe('de1');
});

test('T11: undocumented keys are tolerated, optional ones may be missing, lists may be empty', async () => {
  const template = {
    name: 'UBUNTU',
    osType: 'ubuntu14_64Bit',
    description: '',
    storageSizeGB: 0,
    capabilities: [],
  };
  const { acme } = await wire({
    'GET /v2/datacenters/ACME/de1/deploymentCapabilities': {
      body: {
        dataCenterEnabled: true,
        importVMEnabled: true,
        supportsPremiumStorage: true,
        neverHeardOf: { deep: true },
        supportsSharedLoadBalancer: true,
        supportsBareMetalServers: false,
        deployableNetworks: [{ name: 'vlan', networkId: id, type: 'private', accountID: 'ACME' }],
        templates: [template],
        importableOSTypes: [
          {
            id: 38,
            description: 'Linux',
            labProductCode: 'a',
            premiumProductCode: 'b',
            type: 'Linux6_64Bit',
          },
        ],
      },
    },
  });
  const capabilities = await acme.dataCenters.deployment('de1');
  expect(capabilities.templates).toEqual([template]);
  expect(capabilities).not.toHaveProperty('neverHeardOf');
});

test('T12: a server id is lower and its name upper case, and details may be absent', async () => {
  const { details: _, ...bare } = server({ status: 'underConstruction' });
  const { acme } = await wire({ [`GET /v2/servers/ACME/${web}`]: { body: bare } });
  expect(await acme.servers.get(web)).toMatchObject({
    id: web,
    name: 'DE1ACMEWEB01',
    status: 'underConstruction',
  });
  expect(await acme.publicIps.addresses(web)).toEqual([]);
});

const root = {
  id,
  name: 'DE1 Hardware',
  locationId: 'DE1',
  type: 'default',
  status: 'active',
  serversCount: 0,
  groups: [
    {
      id: 'inner',
      name: 'Web',
      locationId: 'DE1',
      type: 'default',
      status: 'active',
      serversCount: 0,
      groups: [],
      links: [{ rel: 'server', href: '/v2/servers/acme/de1acmeweb01', id: 'DE1ACMEWEB01' }],
    },
  ],
  links: [],
};
const center = {
  id: 'de1',
  name: 'DE1 - Germany',
  links: [
    { rel: 'self', href: '/v2/datacenters/acme/de1' },
    { rel: 'group', href: `/v2/groups/acme/${id}`, id, name: 'DE1 Hardware' },
  ],
};
const tree = {
  'GET /v2/datacenters/ACME/DE1?groupLinks=true': { body: center },
  [`GET /v2/groups/ACME/${id}?serverDetail=detailed`]: { body: root },
};

test('T13: a server link with an upper-case id is the server with the lower-case id', async () => {
  const { acme } = await wire(tree);
  expect(await acme.servers.inDataCenter('DE1')).toEqual([
    { id: web, name: 'DE1ACMEWEB01', dataCenter: 'de1', group: ['DE1 Hardware', 'Web'] },
  ]);
});

test('T14: servers are found in links or in servers arrays, in groups that count 0', async () => {
  const [inner] = root.groups;
  const detailed = { ...root, groups: [{ ...inner, links: [], servers: [server()] }] };
  const { acme } = await wire({
    ...tree,
    [`GET /v2/groups/ACME/${id}?serverDetail=detailed`]: { body: detailed },
  });
  expect(await acme.servers.inDataCenter('DE1')).toEqual([
    {
      id: web,
      name: 'DE1ACMEWEB01',
      dataCenter: 'de1',
      group: ['DE1 Hardware', 'Web'],
      status: 'active',
      powerState: 'started',
      alertPolicies: [],
      addresses: [{ internal: '10.0.0.12' }],
    },
  ]);
});

test.each([
  ['notStarted', 'queued'],
  ['queued', 'queued'],
  ['executing', 'running'],
  ['running', 'running'],
  ['resumed', 'running'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['unknown', 'unknown'],
  ['somethingNew', 'unknown'],
])('T15: a job answer is one word: %s means %s', async (word, phase) => {
  const { acme } = await wire({ 'GET /v2/operations/ACME/status/de1-10001': { body: { status: word } } });
  expect(await acme.jobs.status('de1-10001')).toEqual({ status: word, phase });
});

const job = { rel: 'status', path: status.href, id: 'de1-10001', verbs: ['GET'] };
test.each([
  [
    'T16: experimental',
    { operationId: id, uri: `http://old.example.net/v2-experimental/operations/acme/status/${id}` },
    { rel: 'status', path: `/v2-experimental/operations/acme/status/${id}`, id, verbs: ['GET'] },
  ],
  ['T17: batch', [{ server: web, isQueued: true, links: [{ rel: 'self', href: '/v2/x' }, status] }], job],
  ['T18: bare object', status, job],
  ['T18: bare object without id', { rel: 'status', href: status.href }, job],
  ['T18: bare object with nulls', { ...status, id: null, name: null, verbs: null }, job],
  ['links of which others are odd', { links: [null, 7, { rel: 'self' }, status] }, job],
])('%s job answers lead to the job', async (_, body, expected) => {
  const { acme } = await wire({ [`POST ${ips}`]: { status: 202, body } });
  expect(await acme.publicIps.add(web, { ports: [{ protocol: 'tcp', port: 443 }] })).toEqual(expected);
});

test('T16: an experimental job is asked for at the experimental address', async () => {
  const { acme } = await wire({
    [`GET /v2-experimental/operations/ACME/status/${id}`]: {
      body: { requestType: 'blueprintOperation', status: 'succeeded' },
    },
  });
  expect((await acme.jobs.status(id)).phase).toBe('succeeded');
});

test('T17: a refused batch item, which has no link, is no job', async () => {
  const { acme } = await wire({
    [`DELETE ${ips}/198.51.100.7`]: { body: [{ server: web, isQueued: false, errorMessage: 'no' }] },
  });
  await expect(acme.publicIps.remove(web, '198.51.100.7')).rejects.toMatchObject({
    kind: 'unexpected-answer',
    changed: 'unknown',
  });
});

test.each([[undefined], ['']])(
  'T20: a 404 with an empty body is not-found, not a syntax error',
  async (body) => {
    const { acme } = await wire({ [`GET /v2/servers/ACME/${web}`]: { status: 404, body } });
    await expect(acme.servers.get(web)).rejects.toMatchObject({
      kind: 'not-found',
      status: 404,
      problems: [],
    });
  },
);

test.each([200, 204])('T21: a delete succeeds with an empty %i', async (code) => {
  const { acme } = await wire({ [`DELETE /v2/alertPolicies/ACME/${id}`]: { status: code } });
  expect(await acme.alertPolicies.delete(id)).toBe('removed');
});

test('T22: what is unset is absent, in the answer as in the entity', async () => {
  const { acme } = await wire({
    [`GET ${ips}/198.51.100.7`]: { body: { ports: [{ protocol: 'TCP', port: 80 }] } },
  });
  expect(await acme.publicIps.get(web, '198.51.100.7')).toStrictEqual({
    ports: [{ protocol: 'TCP', port: 80 }],
    sourceRestrictions: [],
  });
});

test('T23: a verb that the links do not offer is still sent', async () => {
  const mapping = { rel: 'cpuAutoscalePolicyMapping', href: autoscale, verbs: ['PUT', 'DELETE'] };
  const { acme } = await wire({
    [`GET /v2/servers/ACME/${web}`]: { body: server({ links: [mapping] }) },
    [`GET ${autoscale}`]: { body: { id, links: [] } },
  });
  expect(allows(await acme.servers.get(web), 'GET', mapping.rel)).toBe(false);
  expect(await acme.autoscalePolicies.view(web)).toEqual({ id, links: [] });
});

test('T24: the id of a new firewall policy is the last segment of its link', async () => {
  const path = `/v2-experimental/firewallPolicies/acme/de1/${id}`;
  const { acme } = await wire({
    'POST /v2-experimental/firewallPolicies/ACME/DE1': {
      status: 201,
      body: {
        links: [{ rel: 'self', href: `http://old.example.net${path}`, verbs: ['GET', 'PUT', 'DELETE'] }],
      },
    },
  });
  const draft = { source: ['10.0.0.0/24'], destination: ['10.0.1.0/24'], ports: ['tcp/123-125', 'icmp'] };
  expect(await acme.firewall.create('DE1', draft)).toEqual({ id, path });
});

test.each([404, 405])('T25: an assignment falls back to the path of the links on a %i', async (code) => {
  const assigned = {
    id,
    links: [{ rel: 'self', href: `/v2/servers/ACME/${web}/alertPolicies/${id}`, verbs: ['DELETE'] }],
  };
  const { acme, calls } = await wire({
    [`POST /v2/servers/ACME/${web}`]: { status: code },
    [`POST /v2/servers/ACME/${web}/alertPolicies`]: { status: 201, body: assigned },
  });
  expect((await acme.alertPolicies.assign(web, id)).id).toBe(id);
  expect(calls().map(({ url, body }) => [url, body])).toEqual([
    [`/v2/servers/ACME/${web}`, `{"id":"${id}"}`],
    [`/v2/servers/ACME/${web}/alertPolicies`, `{"id":"${id}"}`],
  ]);
});

test('T25: if the second path is not known either, the first answer counts', async () => {
  const { acme } = await wire({
    [`POST /v2/servers/ACME/${web}`]: { status: 404 },
    [`POST /v2/servers/ACME/${web}/alertPolicies`]: { status: 405 },
  });
  await expect(acme.alertPolicies.assign(web, id)).rejects.toMatchObject({
    kind: 'not-found',
    changed: 'nothing',
  });
});

test('T25: the documented path comes first, and no other failure leads to the second', async () => {
  const { acme, calls } = await wire({
    [`POST /v2/servers/ACME/${web}`]: [{ body: { id, links: [] } }, { status: 500 }],
  });
  await acme.alertPolicies.assign(web, id);
  await expect(acme.alertPolicies.assign(web, id)).rejects.toMatchObject({
    kind: 'service-error',
    changed: 'unknown',
  });
  expect(calls()).toHaveLength(2);
});

test('T26: roles are an open set', async () => {
  const roles = ['AccountAdmin', 'DNSManager', 'ServerScheduler', 'SomethingNew'];
  const { service } = await wire({ [login]: { body: { ...loginBody(token), roles } } });
  expect((await service.login()).roles).toEqual(roles);
});

test('T27: no autoscale policy is undefined, not a failure', async () => {
  const { acme } = await wire({ [`GET ${autoscale}`]: { status: 404 } });
  expect(await acme.autoscalePolicies.view(web)).toBeUndefined();
});

const crossDraft = {
  sourceCidr: '10.0.0.0/24',
  destinationAccountId: 'ACME',
  destinationLocationId: 'DE1',
  destinationCidr: '10.1.0.0/24',
  enabled: true,
};
const crossAll = '/v2-experimental/crossDcFirewallPolicies/ACME/VA1';

test('T28: a policy between data centers is created at its source', async () => {
  const { acme, calls } = await wire({ [`POST ${crossAll}`]: { status: 201, body: crossPolicy } });
  await acme.crossFirewall.create('VA1', crossDraft);
  expect(JSON.parse(calls()[0]?.body ?? '')).toEqual(crossDraft);
});

test.each([
  ['the whole policy', crossPolicy],
  ['links alone', { links: crossPolicy.links }],
])('a new policy between data centers that is answered with %s has its id', async (_, body) => {
  const { acme } = await wire({ [`POST ${crossAll}`]: { status: 201, body } });
  expect(await acme.crossFirewall.create('VA1', crossDraft)).toMatchObject({ id: crossPolicy.id });
});

test('a capability that a data center leaves out is not supported', async () => {
  const { acme } = await wire({ 'GET /v2/datacenters/ACME/de1/deploymentCapabilities': { body: {} } });
  expect(await acme.dataCenters.deployment('de1')).toMatchObject({
    supportsSharedLoadBalancer: false,
    supportsBareMetalServers: false,
  });
});

test.each([
  ['as addresses are', [{ internal: '10.0.0.40' }]],
  ['as texts', ['10.0.0.40']],
])('secondary addresses are read %s', async (_, secondaryIPAddresses) => {
  const { acme } = await wire({
    [`GET /v2/servers/ACME/${web}`]: { body: server({ details: { secondaryIPAddresses } }) },
  });
  expect((await acme.servers.get(web)).details?.secondaryIPAddresses).toEqual([{ internal: '10.0.0.40' }]);
});

test('T29: a policy just created is pending', async () => {
  const { acme } = await wire({
    [`GET /v2-experimental/firewallPolicies/ACME/DE1/${id}`]: [
      { body: firewallPolicy },
      { body: { ...firewallPolicy, status: 'active' } },
    ],
  });
  expect((await acme.firewall.get('DE1', id)).status).toBe('pending');
  expect((await acme.firewall.get('DE1', id)).status).toBe('active');
});

test('T30: the client adds no staleness to the list, and requests a data center that the list lacks', async () => {
  const { acme } = await wire({
    'GET /v2/datacenters/ACME': [
      { body: [], headers: { 'Cache-Control': 'max-age=300, private' } },
      { body: [center] },
    ],
    'GET /v2/datacenters/ACME/de1': { body: center },
  });
  expect(await acme.dataCenters.list()).toEqual([]);
  expect((await acme.dataCenters.get('de1')).id).toBe('de1');
  expect(await acme.dataCenters.list()).toHaveLength(1);
});

test('T31: the one link that matters is found among fifteen', async () => {
  const others = Array.from({ length: 13 }, (_, at) => ({ rel: `other${at}`, href: `/v2/other/${at}` }));
  const { acme } = await wire({
    'GET /v2/datacenters/ACME/de1?groupLinks=true': {
      body: { ...center, links: [...others, ...center.links] },
    },
  });
  const read = await acme.dataCenters.get('de1', { groupLinks: true });
  expect(read.links).toHaveLength(15);
  expect(rootGroup(read)?.id).toBe(id);
});

/** The list of these data centers, each with a link to its group, and the response with that group. */
const walkOf = (codes: readonly string[], groupOf: (code: string) => Reply | (() => Reply)) => ({
  'GET /v2/datacenters/ACME?groupLinks=true': {
    body: codes.map((code) => ({
      id: code,
      name: code,
      links: [{ rel: 'group', href: `/v2/groups/acme/${code}`, id: code }],
    })),
  },
  ...Object.fromEntries(
    codes.map((code) => [`GET /v2/groups/ACME/${code}?serverDetail=detailed`, groupOf(code)]),
  ),
});

test('servers.all fails if one data center can’t be read, so that no list has gaps', async () => {
  const { acme } = await wire(
    walkOf(['c0', 'c1'], (code) => ({ body: code === 'c1' ? { odd: true } : { ...root, name: code } })),
  );
  await expect(acme.servers.all()).rejects.toMatchObject({ kind: 'unexpected-answer' });
});

test('servers.all walks every data center, twelve at a time: sixteen slow ones take as long as two', async () => {
  const codes = Array.from({ length: 16 }, (_, at) => `c${at}`);
  let open = 0;
  let most = 0;
  const twelve = Promise.withResolvers<void>();
  const groupOf = (code: string) => () => {
    most = Math.max(most, ++open);
    if (open === 12) twelve.resolve();
    // A thirteenth would be here within that time.
    const until = twelve.promise.then(() => delay(20)).then(() => void open--);
    return { body: { ...root, name: code }, until };
  };
  const { acme } = await wire(walkOf(codes, groupOf));
  expect((await acme.servers.all()).map(({ dataCenter }) => dataCenter)).toEqual(codes);
  expect(most).toBe(12);
});

test('callers who look for servers share one walk, and its result for ten seconds; a failed walk is repeated', async () => {
  const list = 'GET /v2/datacenters/ACME?groupLinks=true';
  let now = 1_000_000;
  const script = { [list]: [{ status: 404 }, { body: [] }] };
  const { service, seen } = await wire(script, { clock: () => now });
  const walks = () => seen.filter(({ method, url }) => `${method} ${url}` === list).length;
  const fifty = (alias: string) =>
    Promise.allSettled(Array.from({ length: 50 }, () => service.account(alias).servers.all()));
  expect(new Set((await fifty('ACME')).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(walks()).toBe(1);
  expect(new Set((await fifty('acme')).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  expect(walks()).toBe(2);
  now += 9_999;
  await service.account('ACME').servers.all();
  expect(walks()).toBe(2);
  now += 1;
  await service.account('ACME').servers.all();
  expect(walks()).toBe(3);
});

test('a policy between data centers is switched in the query', async () => {
  const { acme, calls } = await wire({ [`PUT ${crossAll}/${id}?enabled=false`]: { status: 204 } });
  await acme.crossFirewall.setEnabled('VA1', id, false);
  expect(calls()[0]?.body).toBe('');
});
