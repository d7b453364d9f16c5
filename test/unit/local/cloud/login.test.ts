import { describe, expect, test } from 'vitest';
import { users } from '../../../../local/cloud/index.ts';
import { localCloudUnderTest } from './wire.ts';

const service = localCloudUnderTest();
const path = '/v2/authentication/login';
const credentials = { username: 'skydesk', password: 'correct-horse-battery' };
const day = 24 * 60 * 60 * 1000;

const login = (body: unknown, headers: Record<string, string> = {}) =>
  service.post(path, body, { as: null, headers });

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

describe('a login', () => {
  test('answers exactly five members, aliases in upper case', async () => {
    const { status, json } = await login(credentials);
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['userName', 'accountAlias', 'locationAlias', 'roles', 'bearerToken']);
    expect(json).toMatchObject({ userName: 'skydesk', accountAlias: 'ACME', locationAlias: 'DE1' });
    expect(json.roles).toHaveLength(9);
  });

  test.each(users)('lets $userName in', async ({ userName, password, roles, accountAlias }) => {
    const { json } = await login({ username: userName, password });
    expect(json).toMatchObject({ userName, roles, accountAlias });
  });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  test.each([
    ['names in capitals', { Username: 'skydesk', Password: 'correct-horse-battery' }, {}],
    ['the user name in another case', { ...credentials, username: 'SkyDesk' }, {}],
    ['members nobody knows', { ...credentials, remember: true }, {}],
    ['no content type at all', JSON.stringify(credentials), {}],
    ['a content type in capitals', credentials, { 'content-type': 'Application/json' }],
    ['a charset', credentials, { 'content-type': 'application/json; charset=utf-8' }],
    ['a newline at the end', `${JSON.stringify(credentials)}\n`, {}],
    ['a form with names in capitals', 'UserName=skydesk&Password=correct-horse-battery', form],
    ['JSON called a form', credentials, form],
    ['single quotes', "{'username':'skydesk','password':'correct-horse-battery'}", {}],
  ])('takes %s', async (_, body, headers) => {
    expect((await login(body, headers)).status).toBe(200);
  });

  test.each([
    ['a wrong password', { ...credentials, password: 'wrong' }],
    ['an unknown user', { ...credentials, username: 'nobody' }],
  ])('refuses %s with 400 and a sentence of 89 bytes, not 401', async (_, body) => {
    const { status, text, json } = await login(body);
    expect([status, Object.keys(json), Buffer.byteLength(text)]).toEqual([400, ['message'], 89]);
  });

  test.each([
    ['nothing', '', ['body.username', 'body.password']],
    ['no password', { username: 'skydesk' }, ['body.password']],
    ['a password of null', { username: 'skydesk', password: null }, ['body.password']],
    ['a list', '[1]', ['body', 'body.username', 'body.password']],
    ['half a JSON text', '{"username":', ['']],
  ])('refuses %s with the fields that are wrong', async (_, body, fields) => {
    const { status, json } = await login(body);
    expect([status, Object.keys(json.modelState)]).toEqual([400, fields]);
  });

  test('is refused once the password was changed, until the new one is used', async () => {
    service.control.changePassword('skydesk', 'rotated');
    expect((await login(credentials)).status).toBe(400);
    expect((await login({ ...credentials, password: 'rotated' })).status).toBe(200);
  });
});

describe('a token', () => {
  test('is a JWT with the recorded claims, good for 14 days', async () => {
    const token = await service.tokenOf('skydesk');
    const claims = claimsOf(token);
    expect(token.split('.')).toHaveLength(3);
    expect(Object.keys(claims).toSorted()).toEqual(
      [
        'aud',
        'exp',
        'iss',
        'nbf',
        'role',
        'unique_name',
        'urn:tier3:account-alias',
        'urn:tier3:location-alias',
      ].toSorted(),
    );
    expect(claims.exp - claims.nbf).toBe(1_209_600);
    expect(claims).toMatchObject({ unique_name: 'skydesk', 'urn:tier3:account-alias': 'ACME' });
    expect(token.length).toBeGreaterThan(480);
    expect(token.length).toBeLessThan(530);
  });

  test.each([
    ['is good until just before it expires', 14 * day - 1000, 200],
    ['is a 401 once it has expired', 14 * day, 401],
  ])('%s', async (_, later, status) => {
    await service.tokenOf('skydesk');
    service.clock.now += later;
    expect((await service.get('/v2/datacenters/ACME')).status).toBe(status);
  });

  test('lives as long as set', async () => {
    service.control.set({ tokenSeconds: 60 });
    await service.tokenOf('skydesk');
    service.control.advance(61_000);
    expect((await service.get('/v2/datacenters/ACME')).status).toBe(401);
  });

  test('is worthless once all tokens were made to expire, and a new login helps', async () => {
    await service.tokenOf('skydesk');
    service.control.expireTokens();
    expect((await service.get('/v2/datacenters/ACME')).status).toBe(401);
    const { json } = await login(credentials);
    const headers = { authorization: `Bearer ${json.bearerToken}` };
    expect((await service.get('/v2/datacenters/ACME', { as: null, headers })).status).toBe(200);
  });

  test.each([
    ['no header', () => ({})],
    ['a doubled prefix', (token: string) => ({ authorization: `Bearer Bearer ${token}` })],
    ['no prefix', (token: string) => ({ authorization: token })],
    ['an empty token', () => ({ authorization: 'Bearer ' })],
    [
      'a token signed by someone else',
      (token: string) => ({ authorization: `Bearer ${token.slice(0, -5)}AAAAA` }),
    ],
    ['a token without signature', (token: string) => ({ authorization: `Bearer ${unsigned(token)}` })],
  ])('%s is a 401', async (_, headersFor) => {
    const headers: Record<string, string> = { ...headersFor(await service.tokenOf('skydesk')) };
    expect((await service.get('/v2/datacenters/ACME', { as: null, headers })).status).toBe(401);
  });
});

function unsigned(token: string): string {
  const header = Buffer.from('{"typ":"JWT","alg":"none"}').toString('base64url');
  return `${header}.${token.split('.')[1]}.`;
}
