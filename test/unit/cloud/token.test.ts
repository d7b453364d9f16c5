import { expect, test } from 'vitest';
import { jwt, login, loginBody, password, type Reply, type Seen, server, token, wire } from './wire.ts';

const get = 'GET /v2/servers/ACME/web';
const bearer = (token: string) => `Bearer ${token}`;
const [first, second] = [jwt({ exp: 4_000_000_000 }, 'first'), jwt({ exp: 4_000_000_000 }, 'second')];
const twoLogins = { [login]: [{ body: loginBody(first) }, { body: loginBody(second) }] };
/** Gives the answer to requests with the token, and 401 to others. */
const only =
  (good: string, answer: Reply = { body: server() }) =>
  ({ headers }: Seen): Reply =>
    headers.authorization === bearer(good) ? answer : { status: 401 };

test('fifty callers at once share one login', async () => {
  const { acme, logins, calls } = await wire({ [get]: { body: server() } });
  await Promise.all(Array.from({ length: 50 }, () => acme.servers.get('web')));
  expect(logins()).toHaveLength(1);
  expect(calls()).toHaveLength(50);
});

test('login() returns the client’s user, never the token, and uses the held login', async () => {
  const { service, logins } = await wire();
  const who = await service.login();
  await service.login();
  expect(who).toStrictEqual({
    userName: 'ops@example.com',
    accountAlias: 'ACME',
    locationAlias: 'DE1',
    roles: ['AccountAdmin', 'ServerScheduler'],
    expiresAt: new Date(4_000_000_000_000),
  });
  expect(logins()).toHaveLength(1);
  expect(JSON.parse(logins()[0]?.body ?? '')).toEqual({ username: 'ops', password });
  expect(logins()[0]?.headers.authorization).toBeUndefined();
});

const day = 86_400_000;
test.each([
  ['14 days by exp', jwt({ exp: (14 * day) / 1000 }), 14 * day - 6 * 60_000, 14 * day - 4 * 60_000],
  ['100 s by exp', jwt({ exp: 100 }), 89_000, 91_000],
  ['opaque', 'opaque-token', 10 * day - 1, 10 * day],
  ['three parts, no JSON', 'a.b.c', 10 * day - 1, 10 * day],
  ['JSON without exp', jwt({ nbf: 0 }), 10 * day - 1, 10 * day],
])('a token (%s) is renewed before its expiry', async (_, token, fresh, stale) => {
  let now = 0;
  const { service, logins } = await wire({ [login]: { body: loginBody(token) } }, { clock: () => now });
  await service.login();
  now = fresh;
  await service.login();
  expect(logins()).toHaveLength(1);
  now = stale;
  await service.login();
  expect(logins()).toHaveLength(2);
});

test('a token that looks expired at birth (clocks differ) is still used', async () => {
  const { service, logins } = await wire({ [login]: { body: loginBody(jwt({ exp: 5 })) } });
  await service.login();
  expect((await service.login()).expiresAt).toBeUndefined();
  expect(logins()).toHaveLength(1);
});

test('a 401 leads to one new login and the call is repeated once', async () => {
  const { acme, logins, calls } = await wire({ ...twoLogins, [get]: only(second) });
  expect((await acme.servers.get('web')).id).toBe('de1acmeweb01');
  expect(logins()).toHaveLength(2);
  expect(calls().map(({ headers }) => headers.authorization)).toEqual([bearer(first), bearer(second)]);
});

test('a change is repeated too after a 401, because nothing was done', async () => {
  const put = 'PUT /v2/servers/ACME/web/cpuAutoscalePolicy';
  const { acme, calls } = await wire({ ...twoLogins, [put]: only(second, { body: { id: 'x', links: [] } }) });
  expect((await acme.autoscalePolicies.set('web', 'x')).id).toBe('x');
  expect(calls().map(({ body }) => body)).toEqual(['{"id":"x"}', '{"id":"x"}']);
});

test('a second 401 is the answer', async () => {
  const { acme, logins, calls } = await wire({ [get]: { status: 401 } });
  await expect(acme.servers.get('web')).rejects.toMatchObject({
    kind: 'unauthenticated',
    changed: 'nothing',
  });
  expect([logins().length, calls().length]).toEqual([2, 2]);
});

test('fifty callers whose token is refused share one new login', async () => {
  const { acme, service, logins } = await wire({ ...twoLogins, [get]: only(second) });
  await service.login();
  await Promise.all(Array.from({ length: 50 }, () => acme.servers.get('web')));
  expect(logins()).toHaveLength(2);
});

test('a late 401 for an old token leads to the token that another caller has got meanwhile', async () => {
  const slow = 'GET /v2/servers/ACME/slow';
  const late = (seen: Seen) => ({ ...only(second)(seen), afterMs: 80 });
  const { acme, logins } = await wire({ ...twoLogins, [get]: only(second), [slow]: late });
  await Promise.all([acme.servers.get('slow'), acme.servers.get('web')]);
  expect(logins()).toHaveLength(2);
});

test('a failed login is not kept: the next call logs in again', async () => {
  const { acme, logins } = await wire({
    [login]: [{ status: 400, body: { message: 'We could not log you in.' } }, { body: loginBody(token) }],
    [get]: { body: server() },
  });
  await expect(acme.servers.get('web')).rejects.toMatchObject({ kind: 'bad-credentials' });
  await acme.servers.get('web');
  expect(logins()).toHaveLength(2);
});

test('a login that fails for another reason does not blame the credentials', async () => {
  const { service } = await wire({ [login]: { status: 403 } });
  await expect(service.login()).rejects.toMatchObject({ kind: 'forbidden' });
});

test('after a failed login the credentials are read again and tried once if they differ', async () => {
  const passwords = ['old', 'new'];
  let reads = 0;
  const { service, logins } = await wire(
    { [login]: ({ body }) => (body.includes('new') ? { body: loginBody(token) } : { status: 400 }) },
    { credentials: async () => ({ username: 'ops', password: passwords[reads++] ?? 'new' }) },
  );
  await service.login();
  expect([reads, logins().length]).toEqual([2, 2]);
});

test('credentials that have not changed are not tried twice', async () => {
  let reads = 0;
  const credentials = async () => {
    reads++;
    return { username: 'ops', password };
  };
  const { service, logins } = await wire({ [login]: { status: 400 } }, { credentials });
  await expect(service.login()).rejects.toMatchObject({
    kind: 'bad-credentials',
    changed: 'nothing',
    status: 400,
  });
  expect([reads, logins().length]).toEqual([2, 1]);
});

test('a login changes nothing, so it is retried after a temporary failure', async () => {
  const { service, logins } = await wire({ [login]: [{ status: 503 }, { body: loginBody(token) }] });
  await service.login();
  expect(logins()).toHaveLength(2);
});

test('a token that can’t be in a header is an unexpected answer', async () => {
  const { service } = await wire({ [login]: { body: loginBody('two\nlines') } });
  await expect(service.login()).rejects.toMatchObject({
    kind: 'unexpected-answer',
    problems: [{ field: 'bearerToken', message: 'is not usable as a token' }],
  });
});
