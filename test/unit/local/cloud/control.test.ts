import { describe, expect, test } from 'vitest';
import { credentialsOf } from '../../../../local/cloud/index.ts';
import { localCloudUnderTest, start } from './wire.ts';

const service = localCloudUnderTest();
const list = '/v2/alertPolicies/ACME';
const command = (body: unknown) => service.post('/_control', body, { as: null });
const policy = {
  name: 'Lost',
  actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
  triggers: [{ metric: 'cpu', duration: '00:05:00', threshold: 50 }],
};

describe('a failure', () => {
  test('affects the routes that match its pattern, for the given number of times', async () => {
    await service.tokenOf('skydesk');
    service.control.fail({ route: 'ALERTpolicies.*', times: 2 });
    const statuses: number[] = [];
    for (const path of ['/v2/datacenters/ACME', list, list, list]) {
      statuses.push((await service.get(path)).status);
    }
    expect(statuses).toEqual([200, 503, 503, 200]);
  });

  test.each([
    ['before the work, which is then not done', false, 0],
    ['after the work, whose answer is lost', true, 1],
  ])('can come %s', async (_, after, made) => {
    await service.tokenOf('skydesk');
    service.control.fail({ route: 'alertPolicies.create', how: 'drop', after });
    await expect(service.post(list, policy)).rejects.toThrow();
    const { alertPolicies } = service.control.state();
    expect(alertPolicies.filter(({ name }) => name === 'Lost')).toHaveLength(made);
  });
});

describe('requests', () => {
  test.each([
    ['JSON', '{"username":"u","password":"s3cr\\"et/x"}', {}],
    ['JSON in single quotes', "{'username':'u','Password':'s3cret x'}", {}],
    ['a form', 'username=u&password=s3cr+et%2Fx', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['something unreadable', '{"username":"u","password":"s3cret', {}],
  ])('of a login as %s contain no password', async (_, body, headers: Record<string, string>) => {
    await service.post('/v2/authentication/login', body, { as: null, headers });
    expect(service.cloud.requests).toHaveLength(1);
    expect(JSON.stringify(service.cloud.requests)).not.toContain('s3cr');
  });
});

describe('the control endpoint', () => {
  test('does everything that is possible in process', async () => {
    await service.tokenOf('skydesk');
    const { json: link } = await service.post('/v2/servers/ACME/DE1ACMEWEB03/publicIPAddresses', {
      ports: [{ protocol: 'TCP', port: 443 }],
    });
    const { status, json } = await command({
      set: { firewallOutcome: 'error' },
      latency: { ms: 1 },
      fail: [{ route: 'groups.get' }, { route: 'servers.get', how: 'drop' }],
      changePassword: { userName: 'devteam', password: 'other' },
      forceJob: { id: link.id, status: 'failed' },
      advance: 1000,
      clearRequests: true,
      expireTokens: true,
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ settings: { firewallOutcome: 'error' }, latencies: { '*': 1 } });
    expect(json.failures).toHaveLength(2);
    expect((await service.get('/_control/state', { as: null })).json.jobs).toContainEqual({
      id: link.id,
      account: 'ACME',
      status: 'failed',
    });
    expect((await service.get(list)).status).toBe(401);
    expect(service.cloud.requests).toMatchObject([{ at: start + 1000 }]);
  });

  test.each([
    ['an unknown command', { explode: true }, /no command explode; there are set, latency/],
    ['a route that is none', { fail: { route: 'alerts.*' } }, /no route alerts\.\*; there are login/],
    ['a job that is none', { forceJob: { id: 'x', status: 'failed' } }, /no job x/],
    ['a way to fail that is none', { fail: { how: 'explode' } }, /expected one of "status".*\n.*at how/],
    ['no JSON', '{reset}', /JSON/],
  ])('explains the mistake in %s', async (_, body, sentence) => {
    const { status, json } = await command(body);
    expect([status, json.message]).toEqual([400, expect.stringMatching(sentence)]);
  });
});

test('a failure can be withdrawn before a request has met it', async () => {
  await service.tokenOf('skydesk');
  const failure = service.control.fail({ how: 'internal', times: 9 });
  expect((await service.get(list)).status).toBe(500);
  expect(failure.pending).toBe(true);
  failure.cancel();
  expect(failure.pending).toBe(false);
  expect((await service.get(list)).status).toBe(200);
});

test('a quiet request is neither recorded, nor delayed, nor made to fail', async () => {
  const { bearerToken } = (
    await service.post('/_quiet/v2/authentication/login', credentialsOf('skydesk'), { as: null })
  ).json;
  service.control.fail({ how: 'internal' });
  const { status } = await service.get(`/_quiet${list}`, {
    as: null,
    headers: { authorization: `Bearer ${bearerToken}` },
  });
  expect([status, service.control.requests()]).toEqual([200, []]);
  expect(service.control.faults().failures).toHaveLength(1);
});
