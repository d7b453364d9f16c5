import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connect } from '../../../src/cloud/index.ts';
import { alertDraft, alertPolicy, id, server, token, wire } from './wire.ts';

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

test('the cloud API sees an odd id as one segment', async () => {
  const { acme, calls } = await wire({ 'GET /v2/servers/ACME/..%2Fx%3Fy%23z': { body: server() } });
  await acme.servers.get('../x?y#z');
  expect(calls()).toHaveLength(1);
});

test.each(['', '..'])(
  'an id that would change the path (“%s”) is refused before anything is sent',
  async (text) => {
    const { acme, seen } = await wire();
    await expect(acme.alertPolicies.delete(text)).rejects.toMatchObject({
      kind: 'bad-request',
      changed: 'nothing',
      problems: [{ field: '', message: `"${text}" is not an id or a code` }],
    });
    expect(seen).toEqual([]);
  },
);
