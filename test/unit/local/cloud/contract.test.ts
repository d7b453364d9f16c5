import { describe, expect, test } from 'vitest';
import { startLocalCloud, users } from '../../../../local/cloud/index.ts';
import { localCloudUnderTest, start } from './wire.ts';

/*
 * All other tests rely on this: the emulator refuses what the cloud API refuses, and responds as the cloud API does. How
 * Skydesk reads each peculiarity (T1 to T31) is tested in test/unit/cloud/traps.test.ts, with responses written there.
 */

const service = localCloudUnderTest();
const minute = 60_000;
const day = 24 * 60 * minute;
const restriction = 'body.sourceRestrictions[0].cidr';
const noSize = [{ cidr: '10.0.0.0' }];
const location = 'body.destinationLocationId';
const unknownId = '0123456789abcdef0123456789abcdef';

const login = '/v2/authentication/login';
const alerts = '/v2/alertPolicies/ACME';
const web03 = '/v2/servers/ACME/DE1ACMEWEB03';
const web05 = '/v2/servers/ACME/DE1ACMEWEB05';
const ips = `${web03}/publicIPAddresses`;
const inside = '/v2-experimental/firewallPolicies/ACME/DE1';
const between = '/v2-experimental/crossDcFirewallPolicies/ACME/VA1';

const credentials = { username: 'skydesk', password: 'correct-horse-battery' };
const action = { action: 'email', settings: { recipients: ['ops@example.com'] } };
const trigger = { metric: 'disk', duration: '00:05:00', threshold: 80 };
const policy = { name: 'Disk 80', actions: [action], triggers: [trigger] };
const https = { ports: [{ protocol: 'TCP', port: 443 }] };
const port = (more: object) => ({ ports: [{ protocol: 'TCP', port: 443, ...more }] });
const rule = {
  destinationAccount: 'ACDV',
  source: ['10.0.0.0/24', '10.0.0.0/24'],
  destination: ['10.0.1.0/24'],
  ports: ['tcp/123-125', 'ICMP'],
};
const crossRule = {
  destinationAccountId: 'ACME',
  destinationLocationId: 'UC1',
  destinationCidr: '10.0.1.0/24',
  enabled: true,
  sourceCidr: '10.0.0.0/24',
};

/** Posts, and reads the created thing from its Location. */
async function created(path: string, body: object) {
  const { headers } = await service.post(path, body);
  return service.get(new URL(headers.location ?? '', service.cloud.url).pathname);
}
const idOf = (name: string) => service.control.state().alertPolicies.find((one) => one.name === name)?.id;

/** Valid bodies except for these members. */
const alert = (more: object) => ({ ...policy, ...more });
const triggered = (more: object) => alert({ triggers: [{ ...trigger, ...more }] });
const acting = (more: object) => alert({ actions: [{ ...action, ...more }] });
const address = (more: object) => ({ ...https, ...more });
const opening = (more: object) => ({ ...rule, ...more });
const crossing = (more: object) => ({ ...crossRule, ...more });

describe('a body with mistakes gets a 400 that names the fields:', () => {
  test.each<[what: string, path: string, body: unknown, ...fields: string[]]>([
    ['a login of nothing', login, '', 'body.username', 'body.password'],
    ['a login without a password', login, { username: 'skydesk' }, 'body.password'],
    ['half a JSON text', login, '{"username":', ''],
    ['an alert policy without a name', alerts, alert({ name: undefined }), 'body.name'],
    ['no triggers', alerts, alert({ triggers: [] }), 'body.triggers'],
    ['an unknown action', alerts, acting({ action: 'page' }), 'body.actions[0].action'],
    ['no recipients', alerts, acting({ settings: {} }), 'body.actions[0].settings.recipients'],
    ['an unknown metric', alerts, triggered({ metric: 'net' }), 'body.triggers[0].metric'],
    ['an unknown duration', alerts, triggered({ duration: '00:07:00' }), 'body.triggers[0].duration'],
    ['a threshold too high', alerts, triggered({ threshold: 100 }), 'body.triggers[0].threshold'],
    ['a threshold between steps', alerts, triggered({ threshold: 81 }), 'body.triggers[0].threshold'],
    [
      'all at once',
      alerts,
      { name: 1, actions: 2, triggers: 3 },
      'body.name',
      'body.actions',
      'body.triggers',
    ],
    ['an unknown alert policy for a server', web05, { id: unknownId }, 'body.id'],
    ['a public address without ports', ips, {}, 'body.ports'],
    ['an unknown protocol', ips, port({ protocol: 'GRE' }), 'body.ports[0].protocol'],
    ['port 65536', ips, port({ port: 65_536 }), 'body.ports[0].port'],
    ['a range that ends before it starts', ips, port({ portTo: 80 }), 'body.ports[0].portTo'],
    ['a network without its size', ips, address({ sourceRestrictions: noSize }), restriction],
    [
      'the address of another server',
      ips,
      address({ internalIPAddress: '10.9.9.9' }),
      'body.internalIPAddress',
    ],
    ['a firewall policy of nothing', inside, {}, 'body.source', 'body.destination', 'body.ports'],
    ['a source that is no network', inside, opening({ source: ['10.0.0.0'] }), 'body.source'],
    ['a port too high', inside, opening({ ports: ['tcp/65536'] }), 'body.ports'],
    ['an unknown account', inside, opening({ destinationAccount: 'NOSUCH' }), 'body.destinationAccount'],
    ['enabled as a word', inside, opening({ enabled: 'perhaps' }), 'body.enabled'],
    ...Object.keys(crossRule).map((name): [string, string, object, string] => {
      return [`a policy without ${name}`, between, crossing({ [name]: undefined }), `body.${name}`];
    }),
    ['no such account', between, crossing({ destinationAccountId: 'NO' }), 'body.destinationAccountId'],
    ['an unknown data center', between, crossing({ destinationLocationId: 'XX9' }), location],
    ['its source as destination', between, crossing({ destinationLocationId: 'va1' }), location],
    ['a bad network', between, crossing({ sourceCidr: '10.0.0.300/24' }), 'body.sourceCidr'],
  ])('%s', async (_, path, body, ...fields) => {
    const { status, json } = await service.post(path, body, path === login ? { as: null } : {});
    expect([status, Object.keys(json)]).toEqual([400, ['message', 'modelState']]);
    expect(Object.keys(json.modelState)).toEqual(fields);
  });

  test.each([{}, { id: unknownId }])('an autoscale policy by %o', async (body) => {
    const { status, json } = await service.put(`${web05}/cpuAutoscalePolicy`, body);
    expect([status, Object.keys(json.modelState)]).toEqual([400, ['body.id']]);
  });

  test.each([
    ['an alert policy', ''],
    ['a public address', '/publicIPAddresses'],
  ])('%s for an archived server', async (_, path) => {
    const body = { ...https, id: idOf('Disk 80') };
    const { status, json } = await service.post(`/v2/servers/ACME/DE1ACMEOLD01${path}`, body);
    expect([status, Object.keys(json.modelState)]).toEqual([400, ['']]);
  });
});

describe('a missing resource', () => {
  test.each([
    '/v2/servers/ACME/DE1ACMENONE99',
    '/v2/servers/ACME/VA1ACDVDEV01',
    '/v2/datacenters/ACME/XX9',
    `${alerts}/${unknownId}`,
    '/v2/servers/ACME/DE1ACMEWEB09/cpuAutoscalePolicy',
    `${inside}/${unknownId}`,
  ])('%s is a 404 without a body or a type (T20, T27)', async (path) => {
    const { status, headers, text } = await service.get(path);
    expect([status, headers['content-type'], text]).toEqual([404, undefined, '']);
  });

  test.each(['/', '/v2/nonsense', '/v3/alertPolicies/ACME', '/v2/servers/ACME/a/b/c/d', '/%zz'])(
    'a path of no route, %s, gets a 404 with a message',
    async (path) => {
      const { status, json } = await service.get(path);
      expect([status, Object.keys(json)]).toEqual([404, ['message']]);
    },
  );

  test('a known path with another method gets a 405 that names the methods', async () => {
    const { status, headers } = await service.send('PATCH', alerts);
    expect([status, headers.allow]).toEqual([405, 'GET, POST']);
  });

  test('a body of more than a megabyte gets a 413', async () => {
    expect((await service.post(alerts, { name: 'x'.repeat(1_000_001) })).status).toBe(413);
  });
});

describe('a login', () => {
  test.each(users)('lets $userName in', async ({ userName, password, roles, accountAlias }) => {
    const { json } = await service.post(login, { username: userName, password }, { as: null });
    expect(Object.keys(json)).toEqual(['userName', 'accountAlias', 'locationAlias', 'roles', 'bearerToken']);
    expect(json).toMatchObject({ userName, roles, accountAlias });
  });

  test.each([
    ['a wrong password', { ...credentials, password: 'wrong' }],
    ['an unknown user', { ...credentials, username: 'nobody' }],
  ])('with %s gets a 400 with a message, not a 401', async (_, body) => {
    const { status, json } = await service.post(login, body, { as: null });
    expect([status, Object.keys(json)]).toEqual([400, ['message']]);
  });

  test.each([
    ['is valid until just before it expires', 14 * day - 1000, 200],
    ['gets a 401 once it has expired', 14 * day, 401],
  ])('gives a token that %s', async (_, later, status) => {
    await service.tokenOf('skydesk');
    service.clock.now += later;
    expect((await service.get(alerts)).status).toBe(status);
  });

  test.each([
    ['all tokens were made to expire', () => service.control.expireTokens()],
    ['its time, which can be set, is over', () => service.control.advance(61_000)],
  ])('is needed again once %s', async (_, ends) => {
    service.control.set({ tokenSeconds: 60 });
    await service.tokenOf('skydesk');
    ends();
    expect((await service.get(alerts)).status).toBe(401);
    const { json } = await service.post(login, credentials, { as: null });
    const headers = { authorization: `Bearer ${json.bearerToken}` };
    expect((await service.get(alerts, { as: null, headers })).status).toBe(200);
  });

  test.each<[string, (token: string) => string | undefined]>([
    ['no header', () => undefined],
    ['a token signed by someone else', (token) => `Bearer ${token.slice(0, -5)}AAAAA`],
    ['a token without signature', (token) => `Bearer ${unsigned(token)}`],
  ])('is needed with %s', async (_, headerFor) => {
    const authorization = headerFor(await service.tokenOf('skydesk'));
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    expect((await service.get(alerts, { as: null, headers })).status).toBe(401);
  });
});

function unsigned(token: string): string {
  const header = Buffer.from('{"typ":"JWT","alg":"none"}').toString('base64url');
  return `${header}.${token.split('.')[1]}.`;
}

describe('an alert policy', () => {
  test('has the fields of the cloud API in create, get and list (T1, T4, T5, T6)', async () => {
    const { status, text, json, headers } = await service.post(`${alerts}/`, policy);
    const href = `/v2/alertPolicies/acme/${json.id}`;
    expect([status, headers.location]).toEqual([201, href]);
    expect(text).toBe(
      `{"id":"${json.id}","name":"Disk 80","actions":[{"action":"email","settings":{"recipients":["ops@example.com"]}}],` +
        `"links":[{"rel":"self","href":"${href}","verbs":["GET","DELETE","PUT"]}],` +
        '"triggers":[{"metric":"disk","duration":"00:05:00","threshold":80.0}]}',
    );
    expect((await service.get(href)).text).toBe(text);
    expect((await service.get(alerts)).text).toContain(text);
  });

  test('is deleted with a 204, and unassigned from all servers (T21)', async () => {
    const { json } = await service.get('/v2/servers/ACME/DE1ACMEWEB02');
    const [{ id }] = json.details.alertPolicies;
    expect(await service.remove(`${alerts}/${id}`)).toMatchObject({ status: 204, text: '' });
    expect((await service.get(`${alerts}/${id}`)).status).toBe(404);
    expect(service.control.state().servers.filter((one) => one.alertPolicyIds.includes(id))).toEqual([]);
  });

  test.each([
    ['documented', web05],
    ['linked', `${web05}/alertPolicies`],
  ])('is assigned on the %s path (T25)', async (_, path) => {
    const id = idOf('Disk 80');
    expect((await service.post(path, { id })).status).toBe(200);
    const href = `/v2/servers/acme/de1acmeweb05/alertPolicies/${id}`;
    expect((await service.get(web05)).json.details.alertPolicies).toMatchObject([{ id, name: 'Disk 80' }]);
    expect((await service.remove(href)).status).toBe(204);
    expect((await service.remove(href)).status).toBe(404);
  });
});

test('an autoscale policy is set, viewed and removed; its link has the spelling of the request (T2)', async () => {
  const [{ id }] = (await service.get('/v2/autoscalePolicies/ACME')).json;
  const path = '/v2/servers/Acme/DE1acmeWEB05/cpuAutoscalePolicy';
  const expected = `{"id":"${id}","links":[{"rel":"self","href":"${path}"}]}`;
  expect(await service.put(path, { id })).toMatchObject({ status: 200, text: expected });
  expect((await service.get(path)).text).toBe(expected);
  expect((await service.get(web05)).json.details.cpuAutoscalePolicy.id).toBe(id);
  expect((await service.remove(path)).status).toBe(204);
  expect((await service.remove(path)).status).toBe(404);
});

describe('a public address', () => {
  /** Longer than a job lasts by default. */
  const aWhile = 10_000;
  const addressesOf = async (server: string) =>
    (await service.get(`/v2/servers/ACME/${server}`)).json.details.ipAddresses;

  test('is added by a job, whose responses are a link and one word (T15, T18, T19)', async () => {
    const { status, text } = await service.post(ips, https);
    const id = service.control.state().jobs.at(-1)?.id;
    const href = `/v2/operations/acme/status/${id}`;
    expect([status, text]).toEqual([202, `{"rel":"status","href":"${href}","id":"${id}"}`]);
    const phases = [];
    for (const ms of [0, 2_000, 6_000]) {
      service.control.advance(ms);
      phases.push([(await service.get(href)).text, (await addressesOf('DE1ACMEWEB03')).length]);
    }
    const said = ['notStarted', 'executing', 'succeeded'].map((word) => `{"status":"${word}"}`);
    expect(phases).toEqual([
      [said[0], 1],
      [said[1], 1],
      [said[2], 2],
    ]);
    expect((await service.get(href.replace('acme', 'ACDV'))).status).toBe(404);
  });

  test('is updated by a job that replaces its ports and restrictions, and removed by one', async () => {
    const [, { public: address, internal }] = await addressesOf('DE1ACMEJUMP01');
    const path = `/v2/servers/ACME/DE1ACMEJUMP01/publicIPAddresses/${address}`;
    expect((await service.put(path, https)).status).toBe(202);
    service.control.advance(aWhile);
    expect((await service.get(path)).json).toMatchObject({ ...https, sourceRestrictions: [] });
    expect((await service.remove(path)).status).toBe(202);
    service.control.advance(aWhile);
    expect((await service.get(path)).status).toBe(404);
    expect((await addressesOf('DE1ACMEJUMP01'))[1]).toEqual({ internal });
  });

  test.each(['failed', 'unknown', 'resumed', 'running'] as const)(
    'is not added by a job that ends as %s',
    async (jobOutcome) => {
      service.control.set({ jobOutcome });
      const { json: link } = await service.post(ips, https);
      service.control.advance(aWhile);
      expect((await service.get(link.href)).json).toEqual({ status: jobOutcome });
      expect(await addressesOf('DE1ACMEWEB03')).toHaveLength(1);
    },
  );

  test('is added if its job is set to succeed', async () => {
    service.control.set({ jobNotStartedMs: 0, jobExecutingMs: 2 * minute });
    const { json: link } = await service.post(ips, https);
    expect((await service.get(link.href)).json.status).toBe('executing');
    service.control.forceJob(link.id, 'succeeded');
    expect((await service.get(link.href)).json.status).toBe('succeeded');
    expect(await addressesOf('DE1ACMEWEB03')).toHaveLength(2);
  });
});

describe('a firewall policy', () => {
  test('inside a data center is created with absolute links only, and reads in lower case (T3, T24)', async () => {
    const { status, headers, text } = await service.post(inside, rule);
    const id = service.control.state().localFirewalls.at(-1)?.id;
    const href = `${service.cloud.url}/v2-experimental/firewallPolicies/acme/de1/${id}`;
    const links = `"links":[{"rel":"self","href":"${href}","verbs":["GET","PUT","DELETE"]}]`;
    expect([status, headers.location, text]).toEqual([201, href, `{${links}}`]);
    expect((await service.get(new URL(href).pathname)).text).toBe(
      `{"id":"${id}","status":"pending","enabled":true,"source":["10.0.0.0/24","10.0.0.0/24"],` +
        `"destination":["10.0.1.0/24"],"destinationAccount":"acdv","ports":["tcp/123-125","icmp"],${links}}`,
    );
  });

  test('between data centers is returned as a whole, with its source in the path (T28)', async () => {
    const { status, headers, text, json } = await service.post(between, crossRule);
    const href = `/v2-experimental/crossDcFirewallPolicies/acme/va1/${json.id}`;
    expect([status, headers.location]).toEqual([201, href]);
    expect(text).toBe(
      `{"id":"${json.id}","status":"pending","enabled":true,"sourceCidr":"10.0.0.0/24","sourceAccount":"acme",` +
        '"sourceLocation":"va1","destinationCidr":"10.0.1.0/24","destinationAccount":"acme","destinationLocation":"uc1",' +
        `"links":[{"rel":"self","href":"${href}","verbs":["GET","PUT","DELETE"]}]}`,
    );
  });

  test.each([
    ['active', inside],
    ['error', inside],
    ['active', between],
  ] as const)('is pending, and then %s (T29): %s', async (firewallOutcome, path) => {
    service.control.set({ firewallOutcome, firewallPendingMs: 5_000 });
    const { json } = await created(path, path === inside ? rule : crossRule);
    const status = async () => (await service.get(`${path}/${json.id}`)).json.status;
    service.control.advance(4_999);
    expect(await status()).toBe('pending');
    service.control.advance(1);
    expect(await status()).toBe(firewallOutcome);
  });

  test('is listed for its other account, in a list that may be empty', async () => {
    const count = async (path: string) => (await service.get(path)).json.length;
    const va1 = inside.replace('DE1', 'va1');
    expect([await count(inside), await count(`${va1}?destinationAccount=acdv`)]).toEqual([2, 1]);
    expect([
      await count(`${va1}?destinationAccount=ACME`),
      await count(inside.replace('DE1', 'SG1')),
    ]).toEqual([0, 0]);
    expect(await count(`${between.replace('VA1', 'de1')}?destinationAccountId=ACDV`)).toBe(1);
  });

  test('can change in any of its parts with a 204, and is pending again; then it is deleted', async () => {
    const [{ id, source }] = (await service.get(inside)).json;
    const path = `${inside}/${id}`;
    expect((await service.put(path, { enabled: false, ports: ['udp/53'] })).status).toBe(204);
    const parts = { status: 'pending', enabled: false, ports: ['udp/53'], source };
    expect((await service.get(path)).json).toMatchObject(parts);
    expect((await service.remove(path)).status).toBe(204);
    expect((await service.remove(path)).status).toBe(404);
  });

  test.each([
    ['enabled=false', 204, false],
    ['enabled=true', 204, true],
    ['', 400, true],
    ['enabled=perhaps', 400, true],
  ])('between data centers is switched by ?%s: %i', async (query, status, enabled) => {
    const { json } = await created(between, crossRule);
    expect((await service.put(`${between}/${json.id}?${query}`)).status).toBe(status);
    expect((await service.get(`${between}/${json.id}`)).json.enabled).toBe(enabled);
  });
});

describe('an invoice', () => {
  const cents = (money: number) => Math.round(money * 100);
  const sum = (amounts: number[]) => amounts.reduce((total, each) => total + cents(each), 0);
  const months = Array.from({ length: 24 }, (_, at) => new Date(Date.UTC(2021, 6 + at)));

  test.each(months)('of $0 adds up to the cent, in lines and in details, as decimals', async (month) => {
    const path = `/v2/invoice/ACME/${month.getUTCFullYear()}/${month.getUTCMonth() + 1}`;
    const { text, json } = await service.get(path);
    const lines: {
      quantity: number;
      unitCost: number;
      itemTotal: number;
      itemDetails: { cost: number }[];
    }[] = json.lineItems;
    expect(cents(json.totalAmount)).toBe(sum(lines.map(({ itemTotal }) => itemTotal)));
    for (const { quantity, unitCost, itemTotal, itemDetails } of lines) {
      expect(quantity * cents(unitCost)).toBe(cents(itemTotal));
      if (itemDetails.length > 0) expect(sum(itemDetails.map(({ cost }) => cost))).toBe(cents(itemTotal));
    }
    expect(text).not.toMatch(/"(totalAmount|unitCost|itemTotal|cost)":-?\d+[,}]/);
  });

  test.each([
    ['2021/7', 0, /"totalAmount":0\.0,/],
    ['2021/8', 24, /"totalAmount":0\.0,.*"itemTotal":-/],
    ['2022/5', 267, /"totalAmount":[1-9]/],
  ])('of %s has %i lines (T9)', async (month, count, total) => {
    const { text, json } = await service.get(`/v2/invoice/ACME/${month}`);
    expect(json.lineItems).toHaveLength(count);
    expect(text).toMatch(total);
  });

  test.each([
    ['of the running month', '2023/6', 200],
    ['of a future month', '2023/7', 400],
    ['of month 13', '2023/13', 400],
    ['of words', '2023/may', 400],
    ['paid by a stranger', '2023/5?pricingAccount=ACDV', 400],
  ])('%s: %s gets a %i', async (_, period, status) => {
    expect((await service.get(`/v2/invoice/ACME/${period}`)).status).toBe(status);
  });
});

describe('of data centers, groups and servers', () => {
  interface Group {
    readonly type: string;
    readonly serversCount: number;
    readonly groups: Group[];
    readonly links: { readonly rel: string; readonly href: string; readonly id?: string }[];
    readonly servers?: { readonly id: string; readonly details?: object }[];
  }
  const within = (group: Group): Group[] => [group, ...group.groups.flatMap(within)];
  const groupsOf = async (query = '') => {
    const { json } = await service.get('/v2/datacenters/ACME/de1?groupLinks=true');
    const { href } = json.links.find(({ rel }: { rel: string }) => rel === 'group');
    return within((await service.get(`${href}${query}`)).json);
  };
  const serversIn = (group: Group) => group.links.filter(({ rel }) => rel === 'server');

  test.each([
    ['', 6],
    ['?groupLinks=true', 15],
    ['?groupLinks=false', 6],
  ])(
    'the list of data centers%s has %i links each, and ids in lower case (T10, T31)',
    async (query, count) => {
      const { json } = await service.get(`/v2/datacenters/ACME${query}`);
      expect(json).toHaveLength(13);
      for (const { id, links } of json) expect([/^[a-z]+\d$/.test(id), links.length]).toEqual([true, count]);
      expect((await service.get(`/v2/datacenters/ACME/DE1${query}`)).json).toEqual(
        json.find(({ id }: { id: string }) => id === 'de1'),
      );
    },
  );

  test('groups nest and link their servers, with ids in upper case, and count too few (T13, T14)', async () => {
    const groups = await groupsOf();
    const links = groups.flatMap(serversIn);
    expect(links).toContainEqual({
      rel: 'server',
      href: '/v2/servers/acme/de1acmeweb01',
      id: 'DE1ACMEWEB01',
    });
    expect(groups[0]?.serversCount).toBeLessThan(links.length);
    expect(new Set(groups.map(({ type }) => type))).toEqual(new Set(['default', 'archive', 'templates']));
  });

  test.each(['de1acmeweb01', 'de1acmeold01'])('server %s links its price as recorded', async (id) => {
    const { json } = await service.get(`/v2/servers/ACME/${id}`);
    expect(json.links).toContainEqual({ rel: 'billing', href: `/v2/billing/acme/serverPricing/${id}` });
  });

  test('groups hold servers instead of links if the request says so (T14)', async () => {
    const groups = await groupsOf('?serverDetail=detailed');
    expect(groups.flatMap(serversIn)).toEqual([]);
    const servers = groups.flatMap((group) => group.servers ?? []);
    expect(servers.find(({ id }) => id === 'de1acmeweb09')).not.toHaveProperty('details');
    expect(servers.find(({ id }) => id === 'de1acmeold01')?.details).toEqual({
      powerState: 'stopped',
      storageGB: 40,
    });
  });

  test.each([
    ['DE1ACMEWEB01', 'active', expect.objectContaining({ powerState: 'started' })],
    ['DE1ACMEWEB09', 'underConstruction', undefined],
    ['VA1ACMEOLD01', 'archived', { powerState: 'stopped', storageGB: expect.any(Number) }],
  ])('%s is %s, with the details of such a server (T10, T12)', async (name, status, details) => {
    const { json } = await service.get(`/v2/servers/acme/${name}/`);
    expect(json).toMatchObject({ id: name.toLowerCase(), name, locationId: name.slice(0, 3), status });
    expect(json.details).toEqual(details);
  });
});

test.each([
  alerts,
  '/v2/autoscalePolicies/ACME',
  '/v2/accounts/ACME/customFields',
  '/v2/datacenters/ACME?groupLinks=true',
  '/v2/datacenters/ACME/va1/deploymentCapabilities',
  '/v2/datacenters/ACME/va1/bareMetalCapabilities',
  '/v2/servers/ACME/DE1ACMEWEB01',
  '/v2/invoice/ACME/2023/6',
  inside,
  between,
])('%s is zipped JSON without a null (T22), whatever the case of its path', async (path) => {
  const headers = { 'accept-encoding': 'gzip, deflate' };
  const answer = await service.get(path, { headers });
  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': expect.stringMatching(/^application\/json/),
  });
  expect(answer.text).not.toMatch(/[:,[]null\b/);
  const [upper = '', query] = path.toUpperCase().split('?');
  expect((await service.get(query ? `${upper}?groupLinks=true` : upper)).text).toBe(answer.text);
});

test.each([1, 2])('seed %i makes the same world each time, including later ids', async (seed) => {
  const worlds = [];
  for (const one of [1, seed]) {
    const cloud = await startLocalCloud({ clock: () => start, seed: one });
    worlds.push(JSON.stringify(cloud.control.state()));
    await cloud.close();
  }
  expect(worlds[0] === worlds[1]).toBe(seed === 1);
});
