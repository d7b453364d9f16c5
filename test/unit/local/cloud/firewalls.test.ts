import { describe, expect, test } from 'vitest';
import { localCloudUnderTest } from './wire.ts';

const service = localCloudUnderTest();
const local = '/v2-experimental/firewallPolicies/ACME/DE1';
const cross = '/v2-experimental/crossDcFirewallPolicies/ACME/VA1';
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

describe('a policy inside a data center', () => {
  test('is created with links alone, absolute and in http, as is its Location (T3, T24)', async () => {
    const { status, headers, text } = await service.post(local, rule);
    const id = service.control.state().localFirewalls.at(-1)?.id;
    const href = `${service.cloud.url}/v2-experimental/firewallPolicies/acme/de1/${id}`;
    expect(status).toBe(201);
    expect(headers.location).toBe(href);
    expect(text).toBe(`{"links":[{"rel":"self","href":"${href}","verbs":["GET","PUT","DELETE"]}]}`);
  });

  test('names another host when told to', async () => {
    service.control.set({ hrefHost: 'api.older.example' });
    const { headers } = await service.post(local, rule);
    expect(headers.location).toMatch(
      /^http:\/\/api\.older\.example\/v2-experimental\/firewallPolicies\/acme\/de1\//,
    );
  });

  test('reads as it was sent, repeated networks too, the account in lower case', async () => {
    const { headers } = await service.post(local, rule);
    const { text, json } = await service.get(new URL(headers.location ?? '').pathname);
    expect(text).toBe(
      `{"id":"${json.id}","status":"pending","enabled":true,"source":["10.0.0.0/24","10.0.0.0/24"],` +
        '"destination":["10.0.1.0/24"],"destinationAccount":"acdv","ports":["tcp/123-125","icmp"],' +
        `"links":[{"rel":"self","href":"${headers.location}","verbs":["GET","PUT","DELETE"]}]}`,
    );
  });

  test.each([
    ['active', 30_000],
    ['error', 30_000],
    ['active', 5_000],
  ] as const)('is pending, and then %s after %i ms (T29)', async (firewallOutcome, firewallPendingMs) => {
    service.control.set({ firewallOutcome, firewallPendingMs });
    const { headers } = await service.post(local, rule);
    const status = async () => (await service.get(new URL(headers.location ?? '').pathname)).json.status;
    service.control.advance(firewallPendingMs - 1);
    expect(await status()).toBe('pending');
    service.control.advance(1);
    expect(await status()).toBe(firewallOutcome);
  });

  test.each([
    [
      'no destination account, which makes it the own one',
      { ...rule, destinationAccount: undefined },
      'acme',
      true,
    ],
    ['a destination account of null', { ...rule, destinationAccount: null }, 'acme', true],
    ['enabled as text', { ...rule, enabled: 'False' }, 'acdv', false],
    [
      'names in capitals',
      { Source: rule.source, Destination: rule.destination, Ports: rule.ports, Enabled: 'true' },
      'acme',
      true,
    ],
  ])('takes %s', async (_, body, destinationAccount, enabled) => {
    const { headers } = await service.post(local, body);
    const { json } = await service.get(new URL(headers.location ?? '').pathname);
    expect(json).toMatchObject({ destinationAccount, enabled, ports: ['tcp/123-125', 'icmp'] });
  });

  test('takes a form with repeated names', async () => {
    const body =
      'source=10.0.0.0%2F24&source=10.0.2.0%2F24&destination=10.0.1.0%2F24&ports=any&destinationAccount=ACME';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await service.post(local, body, { headers });
    expect(status).toBe(201);
    expect(service.control.state().localFirewalls.at(-1)).toMatchObject({
      source: ['10.0.0.0/24', '10.0.2.0/24'],
      destination: ['10.0.1.0/24'],
      ports: ['any'],
    });
  });

  test.each([
    ['nothing', {}, ['body.source', 'body.destination', 'body.ports']],
    ['a source that is no network', { ...rule, source: ['10.0.0.0'] }, ['body.source']],
    ['a network too large', { ...rule, destination: ['10.0.0.0/33'] }, ['body.destination']],
    ['a port too high', { ...rule, ports: ['tcp/65536'] }, ['body.ports']],
    ['a range that ends before it starts', { ...rule, ports: ['tcp/90-80'] }, ['body.ports']],
    ['an unknown account', { ...rule, destinationAccount: 'NOSUCH' }, ['body.destinationAccount']],
    ['enabled as a word', { ...rule, enabled: 'perhaps' }, ['body.enabled']],
  ])('with %s is a 400 that names the fields', async (_, body, fields) => {
    const { status, json } = await service.post(local, body);
    expect([status, Object.keys(json.modelState)]).toEqual([400, fields]);
  });

  test('is listed, by destination account if wanted, as a bare array that may be empty', async () => {
    const count = async (path: string) => (await service.get(path)).json.length;
    const va1 = '/v2-experimental/firewallPolicies/ACME/va1';
    expect(await count(local)).toBe(2);
    expect(await count(`${va1}?destinationAccount=acdv`)).toBe(1);
    expect(await count(`${va1}/?destinationAccount=ACME`)).toBe(0);
    expect((await service.get('/v2-experimental/firewallPolicies/ACME/SG1')).text).toBe('[]');
  });

  test('is changed in any of its parts with 204, and is pending again', async () => {
    const [{ id, source }] = (await service.get(local)).json;
    const answer = await service.put(`${local}/${id}`, {
      enabled: false,
      ports: ['udp/53'],
      destinationAccount: null,
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const { json } = await service.get(`${local}/${id}`);
    expect(json).toMatchObject({ status: 'pending', enabled: false, ports: ['udp/53'], source });
  });

  test('is deleted with 204, and gone', async () => {
    const [{ id }] = (await service.get(local)).json;
    expect((await service.remove(`${local}/${id}`)).status).toBe(204);
    expect((await service.get(`${local}/${id}`)).status).toBe(404);
    expect((await service.remove(`${local}/${id}`)).status).toBe(404);
  });
});

describe('a policy between data centers', () => {
  test('comes back whole and pending, the path being its source (T28)', async () => {
    const { status, headers, text, json } = await service.post(cross, crossRule);
    const href = `/v2-experimental/crossDcFirewallPolicies/acme/va1/${json.id}`;
    expect([status, headers.location]).toEqual([201, href]);
    expect(text).toBe(
      `{"id":"${json.id}","status":"pending","enabled":true,"sourceCidr":"10.0.0.0/24","sourceAccount":"acme",` +
        '"sourceLocation":"va1","destinationCidr":"10.0.1.0/24","destinationAccount":"acme","destinationLocation":"uc1",' +
        `"links":[{"rel":"self","href":"${href}","verbs":["GET","PUT","DELETE"]}]}`,
    );
    service.control.advance(30_000);
    expect((await service.get(href)).json.status).toBe('active');
  });

  test('has absolute hrefs when told to', async () => {
    service.control.set({ crossHrefs: 'absolute', hrefHost: 'api.older.example:8080' });
    const { headers } = await service.post(cross, crossRule);
    expect(headers.location).toMatch(/^http:\/\/api\.older\.example:8080\/v2-experimental\/cross/);
  });

  test.each([
    ['a boolean', true, true],
    ['a text', 'true', true],
    ['a text in capitals', 'False', false],
  ])('takes enabled as %s', async (_, enabled, expected) => {
    const { json } = await service.post(cross, { ...crossRule, enabled: undefined, Enabled: enabled });
    expect(json.enabled).toBe(expected);
  });

  const fieldNames = Object.keys(crossRule);
  test.each(fieldNames)('without %s is a 400 that names it', async (name) => {
    const { status, json } = await service.post(cross, { ...crossRule, [name]: undefined });
    expect([status, Object.keys(json.modelState)]).toEqual([400, [`body.${name}`]]);
  });

  test.each([
    ['an unknown account', { destinationAccountId: 'NOSUCH' }, 'body.destinationAccountId'],
    ['an unknown data center', { destinationLocationId: 'XX9' }, 'body.destinationLocationId'],
    ['itself as destination', { destinationLocationId: 'va1' }, 'body.destinationLocationId'],
    ['a bad network', { sourceCidr: '10.0.0.300/24' }, 'body.sourceCidr'],
  ])('with %s is a 400', async (_, wrong, field) => {
    const { status, json } = await service.post(cross, { ...crossRule, ...wrong });
    expect([status, Object.keys(json.modelState)]).toEqual([400, [field]]);
  });

  test.each(['destinationAccountId', 'destinationAccount'])('is listed by %s', async (name) => {
    const de1 = '/v2-experimental/crossDcFirewallPolicies/ACME/de1';
    expect((await service.get(de1)).json).toHaveLength(2);
    expect((await service.get(`${de1}?${name}=ACDV`)).json).toMatchObject([{ destinationAccount: 'acdv' }]);
  });

  test.each([
    ['enabled=false', 204, false],
    ['Enabled=False', 204, false],
    ['enabled=true', 204, true],
    ['', 400, true],
    ['enabled=perhaps', 400, true],
  ])('updated with ?%s answers %i', async (query, status, enabled) => {
    const { json } = await service.post(cross, crossRule);
    const path = `${cross}/${json.id}`;
    expect((await service.put(`${path}?${query}`)).status).toBe(status);
    expect((await service.get(path)).json.enabled).toBe(enabled);
  });

  test('is deleted with 204, also with a body', async () => {
    const { json } = await service.post(cross, crossRule);
    const path = `${cross}/${json.id}`;
    const answer = await service.send('DELETE', path, { body: { DataCenter: 'VA1' } });
    expect(answer.status).toBe(204);
    expect((await service.get(path)).status).toBe(404);
  });
});
