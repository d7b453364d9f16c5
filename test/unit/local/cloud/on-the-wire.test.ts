import { describe, expect, test } from 'vitest';
import { localCloudUnderTest } from './wire.ts';

const service = localCloudUnderTest();
const gzip = { 'accept-encoding': 'gzip, deflate' };

const policy = {
  name: 'Disk 80',
  actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
  triggers: [{ metric: 'disk', duration: '00:05:00', threshold: 80 }],
};

describe('every answer', () => {
  test('has its type, and is not to be cached', async () => {
    const { headers } = await service.get('/v2/alertPolicies/ACME');
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      pragma: 'no-cache',
      expires: '-1',
    });
  });

  test('but the data center list may be five minutes old, and a single data center not', async () => {
    const list = await service.get('/v2/datacenters/ACME');
    const one = await service.get('/v2/datacenters/ACME/de1');
    expect(list.headers['cache-control']).toBe('max-age=300, private');
    expect(one.headers['cache-control']).toBe('no-cache');
  });

  test.each([
    ['a client that takes gzip gets it', 'gzip, deflate', 'gzip'],
    ['one that takes anything gets it', '*', 'gzip'],
    ['one that takes nothing gets it plain', '', undefined],
    ['one that refuses it gets it plain', 'gzip;q=0, identity', undefined],
  ])('%s', async (_, acceptEncoding, expected) => {
    const { headers } = await service.get('/v2/datacenters/ACME', {
      headers: { 'accept-encoding': acceptEncoding },
    });
    expect(headers['content-encoding']).toBe(expected);
    expect(headers.vary).toBe(expected && 'Accept-Encoding');
  });

  test('is never zipped when it is a 201 or a 202', async () => {
    const created = await service.post('/v2/alertPolicies/ACME', policy, { headers: gzip });
    const accepted = await service.post(
      '/v2/servers/ACME/DE1ACMEWEB03/publicIPAddresses',
      { ports: [{ protocol: 'TCP', port: 443 }] },
      { headers: gzip },
    );
    expect([created.status, created.headers['content-encoding']]).toEqual([201, undefined]);
    expect([accepted.status, accepted.headers['content-encoding']]).toEqual([202, undefined]);
  });

  test('has a Location when it is a 201, and none when it is a 202 (T5)', async () => {
    const created = await service.post('/v2/alertPolicies/ACME', policy);
    const accepted = await service.remove('/v2/servers/ACME/DE1ACMEWEB01/publicIPAddresses/203.0.113.10');
    expect(created.headers.location).toBe(`/v2/alertPolicies/acme/${created.json.id}`);
    expect(accepted.headers.location).toBeUndefined();
  });

  test('has neither type nor body when it is a 204 (T21)', async () => {
    const { status, headers, text } = await service.remove(
      '/v2/servers/ACME/DE1ACMEWEB01/cpuAutoscalePolicy',
    );
    expect([status, headers['content-type'], text]).toEqual([204, undefined, '']);
  });

  test.each([
    '/v2/alertPolicies/ACME',
    '/v2/autoscalePolicies/ACME',
    '/v2/accounts/ACME/customFields',
    '/v2/datacenters/ACME?groupLinks=true',
    '/v2/datacenters/ACME/va1/deploymentCapabilities',
    '/v2/datacenters/ACME/va1/bareMetalCapabilities',
    '/v2/servers/ACME/DE1ACMEWEB01',
    '/v2/invoice/ACME/2023/6',
    '/v2-experimental/firewallPolicies/ACME/DE1',
    '/v2-experimental/crossDcFirewallPolicies/ACME/DE1',
  ])('%s holds no null (T22), no spaces between its members, and only known link members', async (path) => {
    const { text, json } = await service.get(path);
    expect(text).not.toMatch(/[:,[]null\b/);
    expect(text).toMatch(/^[{[]"|^\[\{"/);
    for (const link of linksIn(json)) {
      expect(['rel', 'href', 'id', 'name', 'verbs']).toEqual(expect.arrayContaining(Object.keys(link)));
    }
  });
});

test.each([
  ['no header but the token', {}],
  ['Accept: */*', { accept: '*/*' }],
  ['a content type without a body', { 'content-type': 'application/json' }],
  ['a form content type without a body', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['headers of other clients', { 'user-agent': 'x/1', 'api-client': 'x', 'clc-alias': 'NOSUCH' }],
])('a read takes %s', async (_, headers) => {
  expect((await service.get('/v2/alertPolicies/acme/', { headers: { ...headers } })).status).toBe(200);
});

test.each(['application/json', 'Application/json', 'application/json; charset=utf-8', 'text/plain'])(
  'a write takes the content type %s, and a newline at the end',
  async (type) => {
    const body = `${JSON.stringify(policy)}\n`;
    const { status } = await service.post('/v2/alertPolicies/ACME', body, {
      headers: { 'content-type': type },
    });
    expect(status).toBe(201);
  },
);

test('a body of more than a megabyte is a 413', async () => {
  const { status } = await service.post('/v2/alertPolicies/ACME', { name: 'x'.repeat(1_000_001) });
  expect(status).toBe(413);
});

test.each([
  '/V2/ALERTPOLICIES/ACME',
  '/v2/alertpolicies/aCmE/',
  '/v2/datacenters/acme/DE1/deploymentcapabilities/',
])('a path may be in any case: %s', async (path) => {
  expect((await service.get(path)).status).toBe(200);
});

describe('what is not there', () => {
  test.each([
    ['an unknown server', '/v2/servers/ACME/DE1ACMENONE99'],
    ['an unknown data center', '/v2/datacenters/ACME/XX9'],
    ['an unknown alert policy', '/v2/alertPolicies/ACME/0123456789abcdef0123456789abcdef'],
    ['an unknown autoscale policy', '/v2/autoscalePolicies/ACME/0123456789abcdef0123456789abcdef'],
    ['an unknown group', '/v2/groups/ACME/0123456789abcdef0123456789abcdef'],
    ['an unknown job', '/v2/operations/ACME/status/de1-99999'],
    ['a public address the server has not', '/v2/servers/ACME/DE1ACMEWEB01/publicIPAddresses/192.0.2.1'],
    ['a server without autoscale policy (T27)', '/v2/servers/ACME/DE1ACMEWEB09/cpuAutoscalePolicy'],
    ['capabilities of an unknown data center', '/v2/datacenters/ACME/XX9/deploymentCapabilities'],
    [
      'an unknown firewall policy',
      '/v2-experimental/firewallPolicies/ACME/DE1/0123456789abcdef0123456789abcdef',
    ],
    ["another account's server", '/v2/servers/ACME/VA1ACDVDEV01'],
  ])('%s is a 404 without a body or a type (T20)', async (_, path) => {
    const { status, headers, text } = await service.get(path);
    expect([status, headers['content-length'], headers['content-type'], text]).toEqual([
      404,
      '0',
      undefined,
      '',
    ]);
  });

  test.each(['/', '/v2', '/v2/nonsense', '/v3/alertPolicies/ACME', '/v2/servers/ACME/a/b/c/d', '/%zz'])(
    'a path of no route, %s, is a 404 of 52 bytes with a message',
    async (path) => {
      const { status, text, json } = await service.get(path);
      expect([status, Object.keys(json), text.length]).toEqual([404, ['message'], 52]);
    },
  );

  test('a known path with another method is a 405 that names the methods', async () => {
    const { status, headers } = await service.send('PATCH', '/v2/alertPolicies/ACME');
    expect([status, headers.allow]).toEqual([405, 'GET, POST']);
  });

  test.each(['PARENT', 'NOSUCH'])('the account %s, which the login may not see, is a 403', async (alias) => {
    const { status } = await service.get(`/v2/datacenters/${alias}`);
    expect(status).toBe(403);
  });
});

function linksIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(linksIn);
  return 'rel' in value ? [value, ...inside] : inside;
}
