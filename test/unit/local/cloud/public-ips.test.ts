import { describe, expect, test } from 'vitest';
import { localCloudUnderTest } from './wire.ts';

const service = localCloudUnderTest();
const ips = '/v2/servers/ACME/DE1ACMEWEB03/publicIPAddresses';
const https = { ports: [{ protocol: 'TCP', port: 443 }] };
/** Longer than a job takes by default. */
const aWhile = 10_000;

const addressesOf = async (server: string) =>
  (await service.get(`/v2/servers/ACME/${server}`)).json.details.ipAddresses;

/** Adds an address to DE1ACMEWEB03, waits for it, and says which one it is. */
const added = async (body: object): Promise<string> => {
  await service.post(ips, body);
  service.control.advance(aWhile);
  const addresses: { public?: string }[] = await addressesOf('DE1ACMEWEB03');
  return addresses.find((address) => address.public)?.public ?? '';
};

describe('adding a public address', () => {
  test('answers 202 and a bare status link, with nothing of the address (T18, T19)', async () => {
    const { status, text } = await service.post(ips, https);
    expect(status).toBe(202);
    const id = service.control.state().jobs.at(-1)?.id;
    expect(id).toMatch(/^de1-1\d{4}$/);
    expect(text).toBe(`{"rel":"status","href":"/v2/operations/acme/status/${id}","id":"${id}"}`);
  });

  test('steps from notStarted over executing to succeeded, saying the status alone (T15)', async () => {
    const { json: link } = await service.post(ips, https);
    const status = async () => (await service.get(link.href)).text;
    expect(await status()).toBe('{"status":"notStarted"}');
    service.control.advance(2_000);
    expect(await status()).toBe('{"status":"executing"}');
    expect(await addressesOf('DE1ACMEWEB03')).toHaveLength(1);
    service.control.advance(6_000);
    expect(await status()).toBe('{"status":"succeeded"}');
  });

  test('maps it to a new internal address beside the old one, and links it from the server', async () => {
    const [before] = await addressesOf('DE1ACMEWEB03');
    const address = await added(https);
    const { json } = await service.get('/v2/servers/ACME/DE1ACMEWEB03');
    const [first, second] = json.details.ipAddresses;
    expect(first).toEqual(before);
    expect(Object.keys(second)).toEqual(['public', 'internal']);
    expect(second.internal).not.toBe(first.internal);
    const links = json.links.filter(({ rel }: { rel: string }) => rel === 'publicIPAddress');
    expect(links).toEqual([
      {
        rel: 'publicIPAddress',
        href: `/v2/servers/acme/de1acmeweb03/publicIPAddresses/${address}`,
        id: address,
        verbs: ['GET', 'PUT', 'DELETE'],
      },
    ]);
  });

  test('maps it to the internal address that is given', async () => {
    const [{ internal }] = await addressesOf('DE1ACMEWEB03');
    const address = await added({ ...https, internalIPAddress: internal });
    expect(await addressesOf('DE1ACMEWEB03')).toEqual([{ public: address, internal }]);
    const again = await service.post(ips, { ...https, InternalIpAddress: internal });
    expect(Object.keys(again.json.modelState)).toEqual(['body.internalIPAddress']);
  });

  test.each([
    ['left out', {}],
    ['empty', { internalIPAddress: '' }],
    ['null', { internalIPAddress: null }],
  ])('maps it to a new one where the internal address is %s', async (_, given) => {
    await added({ ...https, ...given });
    expect(await addressesOf('DE1ACMEWEB03')).toHaveLength(2);
  });

  test('goes on until the network has no address left; then its job fails and nothing is changed', async () => {
    for (let one = 0; one < 260; one++) await service.post(ips, https);
    service.control.advance(aWhile);
    const { internalAddresses = [], publicIps } =
      service.control.state().servers.find(({ id }) => id === 'de1acmeweb03') ?? {};
    const hosts = internalAddresses.map((address) => Number(address.split('.').at(-1)));
    expect(new Set(internalAddresses).size).toBe(internalAddresses.length);
    expect([Math.min(...hosts), Math.max(...hosts)]).toEqual([10, 254]);
    const ends = await Promise.all(
      service.control
        .state()
        .jobs.slice(-260)
        .map(async ({ id }) => (await service.get(`/v2/operations/ACME/status/${id}`)).json.status),
    );
    expect(ends.slice(-3)).toEqual(['failed', 'failed', 'failed']);
    expect(ends.filter((end) => end === 'succeeded')).toHaveLength(publicIps?.length ?? 0);
  });

  test('done twice claims two addresses', async () => {
    await service.post(ips, https);
    await service.post(ips, https);
    service.control.advance(aWhile);
    expect(await addressesOf('DE1ACMEWEB03')).toHaveLength(3);
  });

  test.each([
    ['no ports', {}, ['body.ports']],
    ['an empty list of ports', { ports: [] }, ['body.ports']],
    ['an unknown protocol', { ports: [{ protocol: 'GRE', port: 1 }] }, ['body.ports[0].protocol']],
    ['port 0', { ports: [{ protocol: 'TCP', port: 0 }] }, ['body.ports[0].port']],
    ['port 65536', { ports: [{ protocol: 'UDP', port: 65_536 }] }, ['body.ports[0].port']],
    [
      'a range that ends before it starts',
      { ports: [{ protocol: 'TCP', port: 81, portTo: 80 }] },
      ['body.ports[0].portTo'],
    ],
    [
      'a network without its size',
      { ...https, sourceRestrictions: [{ cidr: '10.0.0.0' }] },
      ['body.sourceRestrictions[0].cidr'],
    ],
    [
      'an internal address that is not its own',
      { ...https, internalIPAddress: '10.9.9.9' },
      ['body.internalIPAddress'],
    ],
  ])('with %s is a 400 that names the field', async (_, body, fields) => {
    const { status, json } = await service.post(ips, body);
    expect([status, Object.keys(json.modelState)]).toEqual([400, fields]);
  });

  test('to an archived server is a 400', async () => {
    const { status, json } = await service.post('/v2/servers/ACME/DE1ACMEOLD01/publicIPAddresses', https);
    expect([status, json.modelState['']?.length]).toEqual([400, 1]);
  });
});

describe('a public address', () => {
  test.each([
    [
      'reads without its own address, protocol in upper case',
      { ports: [{ protocol: 'tcp', port: 80 }] },
      [{ protocol: 'TCP', port: 80 }],
      [],
    ],
    [
      'shows portTo on ranges only',
      {
        ports: [
          { Protocol: 'TCP', Port: 80, PortTo: 0 },
          { protocol: 'TCP', port: 8080, portTo: 8081 },
        ],
      },
      [
        { protocol: 'TCP', port: 80 },
        { protocol: 'TCP', port: 8080, portTo: 8081 },
      ],
      [],
    ],
    ['has no restrictions when they were null', { ...https, sourceRestrictions: null }, https.ports, []],
    ['has no restrictions when they were empty', { ...https, sourceRestrictions: [] }, https.ports, []],
    [
      'keeps its restrictions, also repeated ones',
      { ...https, SourceRestrictions: [{ CIDR: '203.0.113.0/24' }, { cidr: '203.0.113.0/24' }] },
      https.ports,
      [{ cidr: '203.0.113.0/24' }, { cidr: '203.0.113.0/24' }],
    ],
    ['takes icmp without a port', { ports: [{ protocol: 'icmp' }] }, [{ protocol: 'ICMP', port: 0 }], []],
  ])('%s', async (_, body, ports, sourceRestrictions) => {
    const { json } = await service.get(`${ips}/${await added(body)}`);
    expect(Object.keys(json)).toEqual(['internalIPAddress', 'ports', 'sourceRestrictions']);
    expect(json).toMatchObject({ ports, sourceRestrictions });
  });

  test('is updated by a job that replaces its ports and restrictions', async () => {
    const path = '/v2/servers/ACME/DE1ACMEJUMP01/publicIPAddresses';
    const [, { public: address }] = await addressesOf('DE1ACMEJUMP01');
    const { status, json } = await service.put(`${path}/${address}`, https);
    expect([status, json.rel]).toEqual([202, 'status']);
    service.control.advance(aWhile);
    const after = await service.get(`${path}/${address}`);
    expect(after.json).toMatchObject({ ...https, sourceRestrictions: [] });
  });

  test('is removed by a job, its internal address staying', async () => {
    const [, { public: address, internal }] = await addressesOf('DE1ACMEWEB01');
    const path = `/v2/servers/ACME/DE1ACMEWEB01/publicIPAddresses/${address}`;
    expect((await service.send('DELETE', path, { body: { ServerId: 'x' } })).status).toBe(202);
    service.control.advance(aWhile);
    expect((await service.get(path)).status).toBe(404);
    expect((await addressesOf('DE1ACMEWEB01'))[1]).toEqual({ internal });
  });
});

describe('a job', () => {
  test.each(['failed', 'unknown', 'resumed', 'running'] as const)(
    'that is to end as %s does so, and changes nothing',
    async (jobOutcome) => {
      service.control.set({ jobOutcome });
      const { json: link } = await service.post(ips, https);
      service.control.advance(aWhile);
      expect((await service.get(link.href)).json).toEqual({ status: jobOutcome });
      expect(await addressesOf('DE1ACMEWEB03')).toHaveLength(1);
    },
  );

  test('takes as long as set', async () => {
    service.control.set({ jobNotStartedMs: 0, jobExecutingMs: 150_000 });
    const { json: link } = await service.post(ips, https);
    expect((await service.get(link.href)).json.status).toBe('executing');
    service.clock.now += 150_000;
    expect((await service.get(link.href)).json.status).toBe('succeeded');
  });

  test('can be given a status by hand', async () => {
    const { json: link } = await service.post(ips, https);
    service.control.forceJob(link.id, 'unknown');
    service.control.advance(aWhile);
    expect((await service.get(link.href)).json.status).toBe('unknown');
    service.control.forceJob(link.id, 'succeeded');
    expect((await service.get(link.href)).json.status).toBe('succeeded');
    expect(await addressesOf('DE1ACMEWEB03')).toHaveLength(2);
  });

  test('of one account is not one of another', async () => {
    const { json: link } = await service.post(ips, https);
    expect((await service.get(`/v2/operations/ACDV/status/${link.id}`)).status).toBe(404);
  });

  test('of the experimental kind answers the status, or much more', async () => {
    const [blueprint, plain] = service.control.state().jobs;
    const path = '/v2-experimental/operations/ACME/status';
    expect((await service.get(`${path}/${plain?.id}`)).json).toEqual({ status: 'succeeded' });
    const { json } = await service.get(`${path}/${blueprint?.id}`);
    expect(Object.keys(json)).toEqual(['requestType', 'status', 'summary', 'source']);
    expect(json.summary.links).toHaveLength(1);
    service.control.forceJob(blueprint?.id ?? '', 'running');
    const running = (await service.get(`${path}/${blueprint?.id}`)).json;
    expect([running.status, Object.keys(running.summary)]).toEqual([
      'running',
      ['blueprintId', 'locationId'],
    ]);
  });
});
