import { describe, expect, test } from 'vitest';
import { localCloudUnderTest } from './wire.ts';

const service = localCloudUnderTest();
interface Link {
  readonly rel: string;
  readonly href: string;
  readonly id?: string;
  readonly name?: string;
  readonly verbs?: readonly string[];
}
interface Group {
  readonly name: string;
  readonly type: string;
  readonly serversCount: number;
  readonly groups: Group[];
  readonly links: Link[];
  readonly servers?: { readonly id: string; readonly status: string; readonly details?: object }[];
}

const rels = (links: Link[]) => links.map(({ rel }) => rel);
const within = (group: Group): Group[] => [group, ...group.groups.flatMap(within)];
const rootOf = async (dataCenter: string): Promise<string> => {
  const { json } = await service.get(`/v2/datacenters/ACME/${dataCenter}?groupLinks=true`);
  return json.links.find(({ rel }: Link) => rel === 'group').href;
};

describe('data centers', () => {
  const plain = [
    'self',
    'deploymentCapabilities',
    'loadBalancers',
    'computeLimits',
    'networkLimits',
    'availableOvfs',
  ];

  test.each([
    ['the list has 6 links each', '', 6],
    ['the list takes groupLinks too, and has 15 (T31)', '?groupLinks=true', 15],
    ['True is as good', '?grouplinks=True', 15],
    ['false is false', '?groupLinks=false', 6],
  ])('%s', async (_, query, count) => {
    const list = (await service.get(`/v2/datacenters/ACME/${query}`)).json;
    const one = (await service.get(`/v2/datacenters/ACME/DE1${query}`)).json;
    expect(list).toHaveLength(13);
    expect(list.every(({ links }: { links: Link[] }) => links.length === count)).toBe(true);
    expect(rels(one.links).slice(0, 6)).toEqual(plain);
    expect(one).toEqual(list.find(({ id }: { id: string }) => id === 'de1'));
  });

  test('can only be asked for their network limits and what can be imported, and say so', async () => {
    const { json } = await service.get('/v2/datacenters/ACME/de1');
    const readOnly = json.links.filter(({ rel }: Link) => ['networkLimits', 'availableOvfs'].includes(rel));
    expect(readOnly).toEqual([
      { rel: 'networkLimits', href: '/v2/datacenters/acme/de1/networkLimits', verbs: ['GET'] },
      { rel: 'availableOvfs', href: '/v2/vmImport/acme/de1/available', verbs: ['GET'] },
    ]);
  });

  test('have ids in lower case (T10), and a group link with id and name', async () => {
    const { json } = await service.get('/v2/datacenters/ACME?groupLinks=true');
    for (const { id, links } of json) {
      expect(id).toMatch(/^[a-z]+\d$/);
      const group = links.find(({ rel }: Link) => rel === 'group');
      expect(group.name).toBe(`${id.toUpperCase()} Hardware`);
      expect(group.href).toBe(`/v2/groups/acme/${group.id}`);
    }
  });

  test.each([
    ['va1 sells bare metal', 'va1', 200, 3],
    ['ny1 knows it and has none', 'ny1', 200, 0],
  ])('%s', async (_, id, status, skus) => {
    const answer = await service.get(`/v2/datacenters/ACME/${id}/bareMetalCapabilities`);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.json)).toEqual(['skus', 'operatingSystems']);
    expect(answer.json.skus).toHaveLength(skus);
    for (const sku of answer.json.skus) {
      expect(Object.keys(sku)).toEqual([
        'id',
        'hourlyRate',
        'availability',
        'memory',
        'processor',
        'storage',
      ]);
      expect([Array.isArray(sku.memory), Array.isArray(sku.storage)]).toEqual([true, true]);
    }
  });

  test('de1 does not know bare metal at all', async () => {
    const { status, text } = await service.get('/v2/datacenters/ACME/de1/bareMetalCapabilities');
    expect([status, text]).toEqual([404, '']);
  });

  test('say what can be deployed, with the undocumented keys (T11)', async () => {
    const { json } = await service.get('/v2/datacenters/ACME/DE1/deploymentCapabilities');
    expect(Object.keys(json)).toEqual([
      'dataCenterEnabled',
      'importVMEnabled',
      'supportsPremiumStorage',
      'supportsSharedLoadBalancer',
      'supportsBareMetalServers',
      'deployableNetworks',
      'templates',
      'importableOSTypes',
    ]);
    expect(json.deployableNetworks[0]).toMatchObject({ type: 'private', accountID: 'ACME' });
    const [linux] = json.templates;
    expect(linux).not.toHaveProperty('drivePathLength');
    expect(json.templates).toContainEqual(expect.objectContaining({ drivePathLength: 1 }));
    expect(json.templates).toContainEqual(expect.objectContaining({ capabilities: [], storageSizeGB: 0 }));
    expect(Object.keys(json.importableOSTypes[0])).toEqual([
      'id',
      'description',
      'labProductCode',
      'premiumProductCode',
      'type',
    ]);
  });
});

describe('groups', () => {
  test('nest, with archive and templates among them, servers as links only (T14)', async () => {
    const { json } = await service.get(await rootOf('de1'));
    const groups = within(json);
    expect(groups.map(({ name }) => name)).toEqual([
      'DE1 Hardware',
      'Production',
      'Shop',
      'Web',
      'Canary',
      'Databases',
      'Default Group',
      'Archive',
      'Staging',
      'Templates',
    ]);
    expect(groups.filter(({ type }) => type === 'archive')).toHaveLength(1);
    expect(groups.filter(({ type }) => type === 'templates')).toHaveLength(1);
    expect(groups.every((group) => !('servers' in group))).toBe(true);
  });

  test('link servers with an id in upper case and an href in lower (T13)', async () => {
    const { json } = await service.get(await rootOf('de1'));
    const links = within(json).flatMap((group) => group.links.filter(({ rel }) => rel === 'server'));
    expect(links).toContainEqual({
      rel: 'server',
      href: '/v2/servers/acme/de1acmeweb01',
      id: 'DE1ACMEWEB01',
    });
  });

  test('can be deleted and archived, but for those that every data center has', async () => {
    const groups = within((await service.get(await rootOf('de1'))).json);
    const linkOf = (name: string, rel: string) =>
      groups.find((group) => group.name === name)?.links.find((link) => link.rel === rel);
    for (const fixed of ['DE1 Hardware', 'Archive', 'Templates']) {
      expect(linkOf(fixed, 'self')?.verbs).toEqual(['GET', 'PATCH']);
      expect(linkOf(fixed, 'archiveGroupAction')).toBeUndefined();
    }
    for (const own of ['Shop', 'Default Group']) {
      expect(linkOf(own, 'self')?.verbs).toEqual(['GET', 'PATCH', 'DELETE']);
      expect(linkOf(own, 'archiveGroupAction')).toEqual({
        rel: 'archiveGroupAction',
        href: `${linkOf(own, 'self')?.href}/archive`,
      });
    }
  });

  test('link their scheduled activities and their horizontal autoscale policy', async () => {
    const href = await rootOf('de1');
    const { json } = await service.get(href);
    expect(json.links).toContainEqual({
      rel: 'scheduledActivities',
      href: `${href}/scheduledActivities`,
      verbs: ['GET', 'POST'],
    });
    expect(json.links).toContainEqual({
      rel: 'horizontalAutoscalePolicyMapping',
      href: `${href}/horizontalAutoscalePolicy`,
      verbs: ['GET', 'PUT', 'DELETE'],
    });
  });

  test('count too few servers', async () => {
    const { json } = await service.get(await rootOf('de1'));
    const linked = within(json).flatMap((group) => group.links.filter(({ rel }) => rel === 'server'));
    expect(json.serversCount).toBeLessThan(linked.length);
  });

  test.each(['detailed', 'Detailed'])(
    'hold servers and no server links with serverDetail=%s',
    async (detail) => {
      const { json } = await service.get(`${await rootOf('de1')}/?serverDetail=${detail}`);
      const groups = within(json);
      expect(groups.flatMap(({ links }) => rels(links))).not.toContain('server');
      expect(groups.every(({ servers }) => Array.isArray(servers))).toBe(true);
      const servers = groups.flatMap((group) => group.servers ?? []);
      expect(servers.find(({ id }) => id === 'de1acmeweb09')).not.toHaveProperty('details');
      expect(servers.find(({ id }) => id === 'de1acmeold01')?.details).toEqual({
        powerState: 'stopped',
        storageGB: 40,
      });
    },
  );
});

describe('a server', () => {
  test('has the recorded keys, id in lower case, name and location in upper (T10, T12)', async () => {
    const { json } = await service.get('/v2/servers/acme/De1AcmeWeb04/');
    expect(json).toMatchObject({ id: 'de1acmeweb04', name: 'DE1ACMEWEB04', locationId: 'DE1' });
    expect(Object.keys(json)).toEqual([
      'id',
      'name',
      'description',
      'groupId',
      'isTemplate',
      'locationId',
      'osType',
      'os',
      'status',
      'details',
      'type',
      'storageType',
      'changeInfo',
      'links',
    ]);
    expect(Object.keys(json.details)).toEqual([
      'ipAddresses',
      'secondaryIPAddresses',
      'alertPolicies',
      'cpu',
      'diskCount',
      'hostName',
      'inMaintenanceMode',
      'memoryMB',
      'powerState',
      'storageGB',
      'disks',
      'partitions',
      'snapshots',
      'customFields',
    ]);
    expect(json.details.alertPolicies).toEqual([]);
    expect(json.details.customFields).toMatchObject([{ name: 'Tier', value: '1', displayValue: 'Premium' }]);
  });

  test('gives the sizes of its partitions as decimals, those of its disks as whole numbers', async () => {
    const { text } = await service.get('/v2/servers/ACME/DE1ACMEWEB04');
    expect(text).toMatch(/"partitions":\[\{"sizeGB":\d+\.0,"path":"\/"\}\]/);
    expect(text).toMatch(/\{"id":"0:2","sizeGB":\d+,/);
  });

  test.each(['true', 'True'])('is found by its 32-hex id with uuid=%s, and not without', async (flag) => {
    const uuid = service.control.state().servers[0]?.uuid;
    const { json } = await service.get(`/v2/servers/ACME/${uuid}?uuid=${flag}`);
    expect(json.id).toBe('de1acmeweb01');
    expect((await service.get(`/v2/servers/ACME/${uuid}`)).status).toBe(404);
  });

  test.each([
    ['under construction has no details', 'DE1ACMEWEB09', 'underConstruction', undefined],
    ['on its way out may have none', 'GB3ACMETMP01', 'queuedForDelete', undefined],
    ['archived has power and storage', 'VA1ACMEOLD01', 'archived', ['powerState', 'storageGB']],
    ['about to be restored likewise', 'SG1ACMEOLD01', 'queuedForRestore', ['powerState', 'storageGB']],
  ])('that is %s, and no action links', async (_, id, status, details) => {
    const { json } = await service.get(`/v2/servers/ACME/${id}`);
    expect(json.status).toBe(status);
    expect(json.details && Object.keys(json.details)).toEqual(details);
    const more = status === 'archived' ? ['delete', 'restore'] : [];
    expect(rels(json.links)).toEqual(['self', 'group', 'account', 'billing', ...more]);
    expect(json.links[0].verbs).toEqual(['GET', 'PATCH']);
    expect(json.links.slice(4).flatMap((link: Link) => link.verbs ?? [])).toEqual([]);
  });

  test.each([
    ['DE1ACMEWEB01', 'started'],
    ['DE1ACMESTG03', 'stopped'],
    ['VA1ACMEBATCH04', 'paused'],
  ])('%s is active and %s, with its action links', async (id, powerState) => {
    const { json } = await service.get(`/v2/servers/ACME/${id}`);
    expect(json).toMatchObject({ status: 'active', details: { powerState } });
    expect(rels(json.links)).toContain('alertPolicyMappings');
    const { uuid } = service.control.state().servers.find((server) => server.id === json.id) ?? {};
    expect(json.links).toContainEqual({
      rel: 'upcomingScheduledActivities',
      href: `/v2/servers/acme/${uuid}/upcomingScheduledActivities`,
    });
    expect(json.links).toContainEqual({
      rel: 'scheduledActivities',
      href: `/v2/servers/acme/${uuid}/scheduledActivities`,
      verbs: ['GET', 'POST'],
    });
  });

  test('names only PUT and DELETE on its autoscale policy, though GET works (T23)', async () => {
    const { json } = await service.get('/v2/servers/ACME/DE1ACMEWEB01');
    expect(json.links).toContainEqual({
      rel: 'cpuAutoscalePolicyMapping',
      href: '/v2/servers/acme/de1acmeweb01/cpuAutoscalePolicy',
      verbs: ['PUT', 'DELETE'],
    });
  });
});

test('custom fields are of each type, an option having its key as name and its label as value', async () => {
  const { json } = await service.get('/v2/accounts/ACME/customFields');
  expect(json.map((field: object) => Object.keys(field))).toEqual(
    Array(3).fill(['id', 'name', 'isRequired', 'type', 'options']),
  );
  expect(json).toMatchObject([
    { type: 'text', isRequired: true, options: [] },
    { type: 'checkbox', options: [] },
    {
      type: 'option',
      options: [
        { name: '0', value: 'Standard' },
        { name: '1', value: 'Premium' },
      ],
    },
  ]);
});
