import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Account, connect } from '../../../src/cloud/index.ts';
import { alertDraft, alertPolicy, id, invoice, server, token, wire } from './wire.ts';

test('every request carries both content headers and one Bearer', async () => {
  const { acme, seen, calls } = await wire({
    [`GET /v2/alertPolicies/ACME/${id}`]: { body: alertPolicy() },
    [`PUT /v2/alertPolicies/ACME/${id}`]: { body: alertPolicy() },
    'POST /v2/alertPolicies/ACME': { status: 201, body: alertPolicy() },
    [`DELETE /v2/alertPolicies/ACME/${id}`]: { status: 204 },
  });
  const policy = await acme.alertPolicies.get(id);
  await acme.alertPolicies.update(id, { ...policy, name: 'New' });
  await acme.alertPolicies.create(alertDraft);
  await acme.alertPolicies.delete(id);
  for (const { headers } of seen)
    expect(headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
  for (const { headers } of calls()) expect(headers.authorization).toBe(`Bearer ${token}`);
  expect(JSON.parse(calls()[1]?.body ?? '')).toEqual({ ...alertDraft, name: 'New' });
});

test('a base address may have a prefix and a trailing slash', async () => {
  const { baseUrl, seen } = await wire({
    'POST /some/prefix/v2/authentication/login': ({ body }) => ({ status: body ? 400 : 500 }),
  });
  const service = connect({
    baseUrl: `${baseUrl}/some/prefix/`,
    credentials: async () => ({ username: 'a', password: 'b' }),
  });
  await expect(service.login()).rejects.toMatchObject({
    kind: 'bad-credentials',
    path: '/v2/authentication/login',
  });
  expect(seen[0]?.url).toBe('/some/prefix/v2/authentication/login');
});

test('a base address that is not http is refused at once', () => {
  const credentials = async () => ({ username: 'a', password: 'b' });
  expect(() => connect({ baseUrl: 'file:///etc', credentials })).toThrow(TypeError);
});

test('a month goes out unpadded, with the paying account when given', async () => {
  const { acme, calls } = await wire({
    'GET /v2/invoice/ACME/2015/7': { body: invoice() },
    'GET /v2/invoice/ACME/2015/7?pricingAccountAlias=PARENT': {
      body: invoice({ pricingAccountAlias: 'PARENT' }),
    },
  });
  await acme.invoices.get(2015, 7);
  expect((await acme.invoices.get(2015, 7, { pricingAccount: 'PARENT' })).pricingAccountAlias).toBe('PARENT');
  expect(calls()).toHaveLength(2);
});

test('lists pass their filters on', async () => {
  const { acme } = await wire({
    'GET /v2/datacenters/ACME?groupLinks=false': { body: [] },
    'GET /v2/autoscalePolicies/ACME': { body: [] },
    'GET /v2/accounts/ACME/customFields': {
      body: [
        { id, name: 'Tier', isRequired: false, type: 'option', options: [{ name: '0', value: 'Standard' }] },
      ],
    },
  });
  expect(await acme.dataCenters.list({ groupLinks: false })).toEqual([]);
  expect(await acme.autoscalePolicies.list()).toEqual([]);
  expect((await acme.customFields.list())[0]?.options).toEqual([{ name: '0', value: 'Standard' }]);
});

test('no text given as an id can change the path', async () => {
  const { acme } = await wire();
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), async (text) => {
      const error: { path: string; kind: string } = await acme.servers.get(text).then(
        () => expect.unreachable(),
        (thrown) => thrown,
      );
      expect(error.path.split('/')).toHaveLength(5);
      expect(error.path.startsWith('/v2/servers/ACME/')).toBe(true);
      expect(error.kind).toBe(['', '.', '..'].includes(text.trim()) ? 'bad-request' : 'not-found');
    }),
    {
      numRuns: 60,
      examples: [['../x'], ['..'], ['%2e%2e'], ['a?b=c'], ['a#b'], ['\ud800'], ['//host'], [' ']],
    },
  );
});

test('the service sees an odd id as one segment', async () => {
  const { acme, calls } = await wire({ 'GET /v2/servers/ACME/..%2Fx%3Fy%23z': { body: server() } });
  await acme.servers.get('../x?y#z');
  expect(calls()).toHaveLength(1);
});

const at = (over: object) =>
  ({ ...alertDraft, triggers: [{ ...alertDraft.triggers[0], ...over }] }) as typeof alertDraft;
const to = (recipients: string[], action = 'email') => ({
  ...alertDraft,
  actions: [{ action, settings: { recipients } }],
});
const open = (port: number, portTo?: number) => ({
  ports: [{ protocol: 'tcp', port, ...(portTo !== undefined && { portTo }) }],
});
const rule = (over: object = {}) => ({
  source: ['10.0.0.0/24'],
  destination: ['10.0.1.0/24'],
  ports: ['any'],
  ...over,
});
const cross = (over: object = {}) => ({
  sourceCidr: '10.0.0.0/24',
  destinationCidr: '10.1.0.0/24',
  destinationAccountId: 'ACME',
  destinationLocationId: 'DE1',
  enabled: true,
  ...over,
});

/* Calls of a draft that is right but for these members. */
const triggered = (over: object) => (acme: Account) => acme.alertPolicies.create(at(over));
const emailing = (recipients: string[], action?: string) => (acme: Account) =>
  acme.alertPolicies.create(to(recipients, action));
const adding = (draft: Parameters<Account['publicIps']['add']>[1]) => (acme: Account) =>
  acme.publicIps.add('web', draft);
const inside = (over: object) => (acme: Account) => acme.firewall.create('DE1', rule(over));
const between = (over: object) => (acme: Account) => acme.crossFirewall.create('VA1', cross(over));

test.each<[string, (acme: Account) => Promise<unknown>, string]>([
  ['a threshold below 5', triggered({ threshold: 0 }), 'triggers[0].threshold'],
  ['a threshold above 95', triggered({ threshold: 100 }), 'triggers[0].threshold'],
  ['a threshold between the steps', triggered({ threshold: 82 }), 'triggers[0].threshold'],
  ['a threshold that is no number', triggered({ threshold: Number.NaN }), 'triggers[0].threshold'],
  ['an odd duration', triggered({ duration: '00:20:00' }), 'triggers[0].duration'],
  ['an odd metric', triggered({ metric: 'network' }), 'triggers[0].metric'],
  ['a name of blanks', (acme) => acme.alertPolicies.update(id, { ...alertDraft, name: '  ' }), 'name'],
  ['an action other than e-mail', emailing(['a@example.com'], 'sms'), 'actions[0].action'],
  ['a recipient that is no address', emailing(['nobody']), 'actions[0].settings.recipients[0]'],
  ['an e-mail to nobody', emailing([]), 'actions[0].settings.recipients'],
  ['no triggers', (acme) => acme.alertPolicies.create({ ...alertDraft, triggers: [] }), 'triggers'],
  ['an empty policy id', (acme) => acme.autoscalePolicies.set('web', ''), 'id'],
  ['a month of 13', (acme) => acme.invoices.get(2015, 13), 'month'],
  ['a month of 0', (acme) => acme.invoices.get(2015, 0), 'month'],
  ['half a month', (acme) => acme.invoices.get(2015, 1.5), 'month'],
  ['a year of two digits', (acme) => acme.invoices.get(15, 7), 'year'],
  ['a port above 65535', adding(open(65536)), 'ports[0].port'],
  ['a port below 0', adding(open(-1)), 'ports[0].port'],
  ['half a port', adding(open(80.5)), 'ports[0].port'],
  ['a range that ends before it begins', adding(open(81, 80)), 'ports[0].portTo'],
  ['an unknown protocol', adding({ ports: [{ protocol: 'gre', port: 1 }] }), 'ports[0].protocol'],
  ['no ports', (acme) => acme.publicIps.update('web', '198.51.100.7', { ports: [] }), 'ports'],
  [
    'a restriction that is no CIDR',
    adding({ ...open(80), sourceRestrictions: [{ cidr: '203.0.113.0' }] }),
    'sourceRestrictions[0].cidr',
  ],
  ['a wrong internal address', adding({ ...open(80), internalIPAddress: '10.0.0' }), 'internalIPAddress'],
  ['a firewall source that is no CIDR', inside({ source: ['10.0.0.0/33'] }), 'source[0]'],
  ['a firewall without destination', inside({ destination: [] }), 'destination'],
  ['a firewall port above 65535', inside({ ports: ['tcp/70000'] }), 'ports[0]'],
  ['a firewall range that ends before it begins', inside({ ports: ['any', 'udp/9-8'] }), 'ports[1]'],
  ['a port without its protocol', (acme) => acme.firewall.update('DE1', id, { ports: ['80'] }), 'ports[0]'],
  ['a firewall change of nothing', (acme) => acme.firewall.update('DE1', id, {}), ''],
  ['a cross source that is no CIDR', between({ sourceCidr: 'x' }), 'sourceCidr'],
  ['a cross destination that is no CIDR', between({ destinationCidr: '1.2.3.4/' }), 'destinationCidr'],
  ['a cross policy to no account', between({ destinationAccountId: '' }), 'destinationAccountId'],
  ['a cross policy to no data center', between({ destinationLocationId: ' ' }), 'destinationLocationId'],
  ['an empty id', (acme) => acme.alertPolicies.delete(''), ''],
  ['an id that would climb', (acme) => acme.alertPolicies.delete('..'), ''],
])('%s is refused before anything is sent', async (_, call, field) => {
  const { acme, seen } = await wire();
  await expect(call(acme)).rejects.toMatchObject({
    kind: 'bad-request',
    changed: 'nothing',
    problems: [{ field, message: expect.stringMatching(/^(must|".*" is not)/) }],
  });
  expect(seen).toEqual([]);
});

test('the edges of the rules are accepted and sent as the service writes them', async () => {
  const { acme, calls } = await wire({
    'POST /v2/alertPolicies/ACME': { status: 201, body: alertPolicy() },
    'POST /v2/servers/ACME/web/publicIPAddresses': {
      status: 202,
      body: { rel: 'status', href: '/v2/operations/acme/status/de1-1', id: 'de1-1' },
    },
    [`PUT /v2-experimental/firewallPolicies/ACME/DE1/${id}`]: { status: 204 },
  });
  for (const threshold of [5, 95]) await acme.alertPolicies.create(at({ threshold }));
  await acme.publicIps.add('web', {
    ports: [
      { protocol: 'icmp', port: 0 },
      { protocol: 'Udp', port: 80, portTo: 65535 },
    ],
    sourceRestrictions: [],
  });
  await acme.firewall.update('DE1', id, { ports: ['TCP/0-65535', 'icmp', 'udp/53'], enabled: false });
  expect(
    calls()
      .slice(2)
      .map(({ body }) => JSON.parse(body)),
  ).toEqual([
    {
      ports: [
        { protocol: 'ICMP', port: 0 },
        { protocol: 'UDP', port: 80, portTo: 65535 },
      ],
      sourceRestrictions: [],
    },
    { ports: ['tcp/0-65535', 'icmp', 'udp/53'], enabled: false },
  ]);
});

test('every IPv4 range is a CIDR, and no range with a length above 32 is', async () => {
  const path = 'POST /v2-experimental/firewallPolicies/ACME/DE1';
  const { acme } = await wire({
    [path]: { status: 201, body: { links: [{ rel: 'self', href: `/a/${id}` }] } },
  });
  await fc.assert(
    fc.asyncProperty(fc.ipV4(), fc.nat(64), async (address, length) => {
      const created = acme.firewall.create('DE1', rule({ source: [`${address}/${length}`] }));
      if (length <= 32) expect((await created).id).toBe(id);
      else await expect(created).rejects.toMatchObject({ kind: 'bad-request' });
    }),
    { numRuns: 60 },
  );
});
