import '../../../../src/wiring/zod-config.ts';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { CloudApiError } from '../../../../src/cloud/index.ts';
import {
  alertDraft,
  alertPolicy,
  id,
  login,
  loginBody,
  password,
  type Reply,
  server,
  token,
  wire,
} from '../wire.ts';

const get = 'GET /v2/servers/ACME/web';
const post = 'POST /v2/alertPolicies/ACME';

async function failureOf(call: Promise<unknown>): Promise<CloudApiError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CloudApiError)) throw new Error(`not a CloudApiError: ${inspect(error)}`);
  return error;
}

test.each([
  [400, 'bad-request', 'nothing', 1],
  [401, 'unauthenticated', 'nothing', 2],
  [403, 'forbidden', 'nothing', 1],
  [404, 'not-found', 'nothing', 1],
  [405, 'bad-request', 'nothing', 1],
  [408, 'timed-out', 'unknown', 3],
  [409, 'bad-request', 'nothing', 1],
  [429, 'service-error', 'nothing', 3],
  [302, 'unexpected-answer', 'unknown', 1],
  [500, 'service-error', 'unknown', 3],
  [501, 'service-error', 'unknown', 1],
  [502, 'service-error', 'unknown', 3],
  [503, 'service-error', 'unknown', 3],
  [504, 'service-error', 'unknown', 3],
])('%i is %s, may have changed %s, and sends a read %i times', async (status, kind, changed, reads) => {
  const { acme, calls } = await wire({
    [post]: { status, headers: { Location: 'http://127.0.0.1:9/' } },
    [get]: { status },
  });
  const path = '/v2/alertPolicies/ACME';
  const failed = await failureOf(acme.alertPolicies.create(alertDraft));
  expect(failed).toMatchObject({ kind, changed, status, method: 'POST', path });
  expect(await failureOf(acme.servers.get('web'))).toMatchObject({ kind, changed: 'nothing', status });
  const sent = Object.groupBy(calls(), ({ method }) => method);
  expect([sent.POST?.length, sent.GET?.length]).toEqual([status === 401 ? 2 : 1, reads]);
});

test('a refused connection has changed nothing', async () => {
  const { acme, service, stop } = await wire({
    [login]: { body: loginBody(token), headers: { Connection: 'close' } },
  });
  await service.login();
  await stop();
  const error = await failureOf(acme.alertPolicies.create(alertDraft));
  expect(error).toMatchObject({ kind: 'unreachable', changed: 'nothing', path: '/v2/alertPolicies/ACME' });
  expect(error).not.toHaveProperty('status');
});

test('a dropped connection leaves a change unknown, sent once; a read is repeated', async () => {
  const { acme, calls } = await wire({ [post]: { drop: true }, [get]: [{ drop: true }, { body: server() }] });
  const failed = await failureOf(acme.alertPolicies.create(alertDraft));
  expect(failed).toMatchObject({ kind: 'unreachable', changed: 'unknown' });
  expect(calls()).toHaveLength(1);
  expect((await acme.servers.get('web')).id).toBe('de1acmeweb01');
});

test('a missing response leaves a change unknown and a read undone', async () => {
  const { acme, service } = await wire(
    { [post]: { never: true }, [get]: { never: true } },
    { timeoutMs: { read: 500, change: 500 } },
  );
  await service.login();
  const failed = await failureOf(acme.alertPolicies.create(alertDraft));
  expect(failed).toMatchObject({ kind: 'timed-out', changed: 'unknown' });
  expect(await failureOf(acme.servers.get('web'))).toMatchObject({ kind: 'timed-out', changed: 'nothing' });
});

test.each([
  ['HTML', '<html>Proxy</html>', { field: '', message: 'the answer is not JSON' }],
  ['broken JSON', '{"id":', { field: '', message: 'the answer is not JSON' }],
  [
    'a wrong type',
    alertPolicy({ id: 7 }),
    { field: 'id', message: expect.stringContaining('expected string') },
  ],
  ['nothing', undefined, { field: '', message: expect.stringContaining('expected object') }],
])('a success that holds %s names what is wrong, and the change is unknown', async (_, body, problem) => {
  const { acme } = await wire({
    [post]: { status: 201, body },
    [`GET /v2/alertPolicies/ACME/${id}`]: { body },
  });
  const unexpected = { kind: 'unexpected-answer', problems: [problem] };
  const failed = await failureOf(acme.alertPolicies.create(alertDraft));
  expect(failed).toMatchObject({ ...unexpected, changed: 'unknown' });
  expect(await failureOf(acme.alertPolicies.get(id))).toMatchObject({ ...unexpected, changed: 'nothing' });
});

test.each([301, 302, 307, 308])(
  '%i: a redirect is not followed, so the token goes nowhere else',
  async (status) => {
    const elsewhere = await wire();
    const { acme, seen } = await wire({
      [get]: { status, headers: { Location: `${elsewhere.baseUrl}/v2/servers/ACME/web` } },
    });
    expect(await failureOf(acme.servers.get('web'))).toMatchObject({ kind: 'unexpected-answer', status });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([login, get]);
    expect(elsewhere.seen).toEqual([]);
  },
);

test('no change is ever sent twice', async () => {
  const ip = '/v2/servers/ACME/web/publicIPAddresses/198.51.100.7';
  const policy = `/v2/alertPolicies/ACME/${id}`;
  const routes = [`PUT ${ip}`, `DELETE ${ip}`, `PUT ${policy}`, `DELETE ${policy}`, post];
  const { acme, calls } = await wire(Object.fromEntries(routes.map((route) => [route, { status: 503 }])));
  await failureOf(acme.publicIps.update('web', '198.51.100.7', { ports: [{ protocol: 'icmp', port: 0 }] }));
  await failureOf(acme.publicIps.remove('web', '198.51.100.7'));
  await failureOf(acme.alertPolicies.update(id, alertDraft));
  await failureOf(acme.alertPolicies.delete(id));
  await failureOf(acme.alertPolicies.create(alertDraft));
  expect(calls()).toHaveLength(5);
});

test('a Retry-After of an hour is not waited for', async () => {
  const { acme } = await wire({
    [get]: [{ status: 503, headers: { 'Retry-After': '3600' } }, { body: server() }],
  });
  expect((await acme.servers.get('web')).id).toBe('de1acmeweb01');
});

test.each(['Wed, 21 Oct 2099 07:28:00 GMT', '-5', 'soon', ''])(
  'after a Retry-After of “%s” a read pauses as it does without one',
  async (asked) => {
    const { acme } = await wire({
      [get]: [{ status: 503, headers: { 'Retry-After': asked } }, { body: server() }],
    });
    const started = performance.now();
    await acme.servers.get('web');
    expect(performance.now() - started).toBeGreaterThanOrEqual(74);
  },
);

/** Problems, each as "field: message", or as a message only if it is about no field. */
test.each<[string, unknown, string[]]>([
  ['an empty body', undefined, []],
  ['a message', { message: 'No.' }, ['No.']],
  [
    'a model state',
    { message: 'Invalid.', modelState: { 'body.networkId': ['Not valid.'], '': ['Be active.'] } },
    ['Invalid.', 'networkId: Not valid.', 'Be active.'],
  ],
  ['an error', { error: 'No.', validationMessages: ['Too long.'] }, ['No.', 'Too long.']],
  ['an array', [{ message: 'One.' }, { message: 'Two.' }], ['One.', 'Two.']],
  ['a bare string', '"No."', ['No.']],
  ['HTML', '<html>stack at x.cs:1</html>', []],
  [
    'a stack',
    {
      ...{ message: 'An error.\r\n at X()', stackTrace: 'at Y()' },
      ...{ exceptionMessage: 'Boom', exceptionType: 'System.X' },
    },
    ['An error.'],
  ],
  ['a novel', { message: 'x'.repeat(5000) }, [`${'x'.repeat(299)}…`]],
  [
    'a field with a novel as its name',
    { modelState: { ['x'.repeat(5000)]: ['No.'] } },
    [`${'x'.repeat(299)}…: No.`],
  ],
  ['nonsense', { message: 5, modelState: 'x' }, []],
])('an error body of %s is read', async (_, body, problems) => {
  const { acme } = await wire({ [post]: { status: 400, body } });
  const error = await failureOf(acme.alertPolicies.create(alertDraft));
  const said = error.problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
  expect(said).toEqual(problems);
  expect(inspect(error)).not.toMatch(/Boom|System\.X|Y\(\)/);
});

test('no failure reveals the token, the password, the host or a query', async () => {
  const echo = (secret: string) => ({ status: 400, body: { message: `You sent ${secret}.` } });
  const statuses: Reply[] = [
    { status: 401 },
    { status: 500, body: { message: `${'x'.repeat(270)}${token}` } },
    echo(token),
    { drop: true },
    { never: true },
    { body: '<' },
    { body: { name: token } },
  ];
  const errors: CloudApiError[] = [];
  const fail = async (reply: Reply): Promise<void> => {
    const told: unknown[] = [];
    const { acme, baseUrl, service } = await wire(
      { [post]: reply, 'GET /v2/invoice/ACME/2015/7?pricingAccountAlias=SECRET': reply },
      {
        ...('never' in reply && { timeoutMs: { read: 500, change: 500 } }),
        onCall: (call) => told.push(call),
      },
    );
    await service.login();
    const both = [
      await failureOf(acme.alertPolicies.create(alertDraft)),
      await failureOf(acme.invoices.get(2015, 7, { pricingAccount: 'SECRET' })),
    ];
    errors.push(...both);
    // An abandoned attempt ends a moment after its call has failed.
    await expect
      .poll(() => told)
      .toContainEqual(
        expect.objectContaining({ method: 'GET', path: '/v2/invoice/ACME/2015/7', ms: expect.any(Number) }),
      );
    for (const text of [...both, told].map(
      (each) => inspect(each, { depth: 9, showHidden: true }) + JSON.stringify(each),
    ))
      expect(text).not.toContain(new URL(baseUrl).host);
    expect(inspect(told) + JSON.stringify(told)).not.toContain('SECRET');
  };
  await Promise.all(statuses.map(fail));
  const { service } = await wire({ [login]: echo(password) });
  errors.push(await failureOf(service.login()));
  for (const error of errors) {
    const text = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + error.message;
    for (const secret of [token, password, 'SECRET']) expect(text).not.toContain(secret.slice(0, 25));
    expect(error.cause).toBeUndefined();
  }
});

test.each([
  ['an alert policy', `DELETE /v2/alertPolicies/ACME/${id}`, 'alertPolicies'],
  ['a firewall policy', `DELETE /v2-experimental/firewallPolicies/ACME/DE1/${id}`, 'firewall'],
  ['a cross policy', `DELETE /v2-experimental/crossDcFirewallPolicies/ACME/DE1/${id}`, 'crossFirewall'],
  ['an assigned alert policy', `DELETE /v2/servers/ACME/web/alertPolicies/${id}`, 'unassign'],
  ['an autoscale policy', 'DELETE /v2/servers/ACME/web/cpuAutoscalePolicy', 'autoscale'],
] as const)('deleting %s twice reports that it was already absent', async (_, route, which) => {
  const { acme } = await wire({ [route]: [{ status: 204 }, { status: 404 }] });
  const remove = {
    alertPolicies: () => acme.alertPolicies.delete(id),
    firewall: () => acme.firewall.delete('DE1', id),
    crossFirewall: () => acme.crossFirewall.delete('DE1', id),
    unassign: () => acme.alertPolicies.unassign('web', id),
    autoscale: () => acme.autoscalePolicies.remove('web'),
  }[which];
  expect([await remove(), await remove()]).toEqual(['removed', 'already-absent']);
});

test('removing a public address that does not exist is not-found, since there is no job', async () => {
  const route = 'DELETE /v2/servers/ACME/web/publicIPAddresses/198.51.100.7';
  const { acme } = await wire({ [route]: { status: 404 } });
  const failed = await failureOf(acme.publicIps.remove('web', '198.51.100.7'));
  expect(failed).toMatchObject({ kind: 'not-found', changed: 'nothing' });
});

test('bare metal that a data center does not offer is undefined, and stray spaces are dropped', async () => {
  const sku = {
    id: 'sku',
    hourlyRate: 0.365,
    availability: ' none',
    memory: [{ capacityGB: 16 }],
    processor: { coresPerSocket: 4, description: 'Xeon', sockets: 1 },
    storage: [{ capacityGB: 1000, speedRpm: 7200, type: 'Hdd' }],
  };
  const { acme } = await wire({
    'GET /v2/datacenters/ACME/de1/bareMetalCapabilities': [
      { status: 404 },
      { body: { skus: [sku], operatingSystems: [] } },
    ],
  });
  expect(await acme.dataCenters.bareMetal('de1')).toBeUndefined();
  expect((await acme.dataCenters.bareMetal('de1'))?.skus).toEqual([{ ...sku, availability: 'none' }]);
});
