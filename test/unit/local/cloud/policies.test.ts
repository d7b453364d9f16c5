import { describe, expect, test } from 'vitest';
import { localCloudUnderTest } from './wire.ts';

const service = localCloudUnderTest();
const action = { action: 'email', settings: { recipients: ['ops@example.com'] } };
const trigger = { metric: 'disk', duration: '00:05:00', threshold: 80 };
const policy = { name: 'Disk 80', actions: [action], triggers: [trigger] };

describe('an alert policy', () => {
  test('is created with 201, its keys in order, its threshold a decimal (T1, T4, T6)', async () => {
    const { status, text, json } = await service.post('/v2/alertPolicies/ACME/', policy);
    expect(status).toBe(201);
    expect(text).toBe(
      `{"id":"${json.id}","name":"Disk 80","actions":[{"action":"email","settings":{"recipients":["ops@example.com"]}}],` +
        `"links":[{"rel":"self","href":"/v2/alertPolicies/acme/${json.id}","verbs":["GET","DELETE","PUT"]}],` +
        '"triggers":[{"metric":"disk","duration":"00:05:00","threshold":80.0}]}',
    );
    expect(json.id).toMatch(/^[0-9a-f]{32}$/);
  });

  test('reads the same from get and list as from create', async () => {
    const { json: created, text } = await service.post('/v2/alertPolicies/ACME', policy);
    const got = await service.get(`/v2/alertPolicies/ACME/${created.id}`);
    const list = await service.get('/v2/alertPolicies/ACME');
    expect(got.text).toBe(text);
    expect(list.text).toContain(text);
    expect(Object.keys(list.json)).toEqual(['items', 'links']);
  });

  test('may have the name of another (T7)', async () => {
    const { json } = await service.get('/v2/alertPolicies/ACME');
    const names = json.items.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name === 'CPU high')).toHaveLength(2);
    expect((await service.post('/v2/alertPolicies/ACME', { ...policy, name: 'CPU high' })).status).toBe(201);
  });

  test('is replaced in full by an update, which also takes the id in the body', async () => {
    const { json } = await service.post('/v2/alertPolicies/ACME', policy);
    const triggers = [{ ...trigger, metric: 'cpu', threshold: 95.0 }];
    const updated = await service.put(`/v2/alertPolicies/ACME/${json.id}`, {
      id: json.id,
      name: 'CPU 95',
      actions: [action],
      triggers,
    });
    expect(updated.status).toBe(200);
    expect(updated.json).toMatchObject({ id: json.id, name: 'CPU 95', triggers });
  });

  test.each([
    ['204, as recorded', 204, undefined],
    ['200, as documented', 200, '0'],
  ] as const)('is deleted with %s, without a body, and off all servers', async (_, status, length) => {
    service.control.set({ alertDeleteStatus: status });
    const { json } = await service.get('/v2/servers/ACME/DE1ACMEWEB02');
    const [{ id }] = json.details.alertPolicies;
    const answer = await service.remove(`/v2/alertPolicies/ACME/${id}`);
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([status, '', undefined]);
    expect(answer.headers['content-length']).toBe(length);
    expect((await service.get(`/v2/alertPolicies/ACME/${id}`)).status).toBe(404);
    const left = service.control.state().servers.filter(({ alertPolicyIds }) => alertPolicyIds.includes(id));
    expect(left).toEqual([]);
  });

  test.each([
    ['no name', { name: undefined }, ['body.name']],
    ['an empty name', { name: '' }, ['body.name']],
    ['no triggers', { triggers: [] }, ['body.triggers']],
    ['triggers of null', { triggers: null }, ['body.triggers']],
    ['an unknown action', { actions: [{ ...action, action: 'page' }] }, ['body.actions[0].action']],
    [
      'no recipients',
      { actions: [{ action: 'email', settings: {} }] },
      ['body.actions[0].settings.recipients'],
    ],
    ['an unknown metric', { triggers: [{ ...trigger, metric: 'net' }] }, ['body.triggers[0].metric']],
    [
      'an unknown duration',
      { triggers: [{ ...trigger, duration: '00:07:00' }] },
      ['body.triggers[0].duration'],
    ],
    ['a threshold too low', { triggers: [{ ...trigger, threshold: 0 }] }, ['body.triggers[0].threshold']],
    ['a threshold too high', { triggers: [{ ...trigger, threshold: 100 }] }, ['body.triggers[0].threshold']],
    [
      'a threshold between steps, in the second trigger',
      { triggers: [trigger, { ...trigger, threshold: 81 }] },
      ['body.triggers[1].threshold'],
    ],
    [
      'everything wrong at once',
      { name: 1, actions: 2, triggers: 3 },
      ['body.name', 'body.actions', 'body.triggers'],
    ],
  ])('with %s is a 400 that names the fields', async (_, wrong, fields) => {
    const { status, json } = await service.post('/v2/alertPolicies/ACME', { ...policy, ...wrong });
    expect([status, Object.keys(json)]).toEqual([400, ['message', 'modelState']]);
    expect(Object.keys(json.modelState)).toEqual(fields);
  });

  test.each([
    [
      'names as Go writes them',
      {
        Name: 'Disk 80',
        Actions: [{ Action: 'email', Settings: { Recipients: ['ops@example.com'] } }],
        Triggers: [{ Metric: 'disk', Duration: '00:05:00', Threshold: 80.0 }],
      },
    ],
    ['members nobody knows', { ...policy, colour: 'red', nothing: null }],
    ['a threshold as text', { ...policy, triggers: [{ ...trigger, threshold: '80' }] }],
  ])('takes %s', async (_, body) => {
    const { status, text } = await service.post('/v2/alertPolicies/ACME', body);
    expect(status).toBe(201);
    expect(text).toContain('"threshold":80.0}');
  });
});

describe('an alert policy on a server', () => {
  const idOf = async (name: string) => {
    const { json } = await service.get('/v2/alertPolicies/ACME');
    return json.items.find((item: { name: string }) => item.name === name).id;
  };

  test.each([
    ['both', 'both', 200, 200],
    ['the documented path alone', 'doc', 200, 404],
    ['the linked path alone', 'sub', 405, 200],
  ] as const)('is put there on %s (T25)', async (_, alertAssignmentPath, asDocumented, asLinked) => {
    service.control.set({ alertAssignmentPath });
    const id = await idOf('Disk 80');
    expect((await service.post('/v2/servers/ACME/DE1ACMEWEB05/', { id })).status).toBe(asDocumented);
    expect((await service.post('/v2/servers/ACME/DE1ACMEWEB05/alertPolicies', { Id: id })).status).toBe(
      asLinked,
    );
  });

  test('answers its id and a link to take it off again, which works', async () => {
    const id = await idOf('Disk 80');
    const { text } = await service.post('/v2/servers/ACME/DE1ACMEWEB05', { id });
    const href = `/v2/servers/acme/de1acmeweb05/alertPolicies/${id}`;
    expect(text).toBe(`{"id":"${id}","links":[{"rel":"self","href":"${href}","verbs":["DELETE"]}]}`);
    const { json } = await service.get('/v2/servers/ACME/DE1ACMEWEB05');
    expect(json.details.alertPolicies).toEqual([
      {
        id,
        name: 'Disk 80',
        links: [
          { rel: 'self', href: `/v2/alertPolicies/acme/${id}` },
          { rel: 'alertPolicyMap', href, verbs: ['DELETE'] },
        ],
      },
    ]);
    expect((await service.remove(href)).status).toBe(204);
    expect((await service.remove(href)).status).toBe(404);
  });

  test.each([
    ['an unknown policy', 'DE1ACMEWEB05', '0123456789abcdef0123456789abcdef', 'body.id'],
    ['an archived server', 'DE1ACMEOLD01', 'Disk 80', ''],
    ['a server under construction', 'DE1ACMEWEB09', 'Disk 80', ''],
  ])('cannot be with %s', async (_, server, policyName, field) => {
    const id = policyName === 'Disk 80' ? await idOf(policyName) : policyName;
    const { status, json } = await service.post(`/v2/servers/ACME/${server}`, { id });
    expect([status, Object.keys(json.modelState)]).toEqual([400, [field]]);
  });
});

describe('autoscale policies', () => {
  test('come as a bare array, integers only, keys in order, min the smaller', async () => {
    const { text, json } = await service.get('/v2/autoscalePolicies/ACME/');
    const { id } = json[0];
    expect(text).toContain(
      `[{"id":"${id}","name":"Scale web","resourceType":"cpu","thresholdPeriodMinutes":15,"scaleUpIncrement":1,` +
        '"range":{"max":6,"min":2},"scaleUpThreshold":85,"scaleDownThreshold":15,' +
        '"scaleDownWindow":{"start":"02:00","end":"04:00"},' +
        `"links":[{"rel":"self","href":"/v2/autoscalePolicies/acme/${id}"}]}`,
    );
    expect(json.filter(({ name }: { name: string }) => name === 'Scale web')).toHaveLength(2);
    expect((await service.get(`/v2/autoscalePolicies/ACME/${id.toUpperCase()}`)).json).toEqual(json[0]);
  });

  test('are set, viewed and removed at once, the link in the spelling of the request (T2)', async () => {
    const [{ id }] = (await service.get('/v2/autoscalePolicies/ACME')).json;
    const path = '/v2/servers/Acme/DE1acmeWEB05/cpuAutoscalePolicy';
    const expected = `{"id":"${id}","links":[{"rel":"self","href":"${path}"}]}`;
    const set = await service.put(path, { ServerId: 'x', PolicyName: 'y', Id: id });
    expect([set.status, set.text]).toEqual([200, expected]);
    expect((await service.get(path)).text).toBe(expected);
    expect((await service.get('/v2/servers/ACME/de1acmeweb05')).json.details.cpuAutoscalePolicy).toEqual({
      id,
      links: [{ rel: 'self', href: `/v2/autoscalePolicies/acme/${id}` }],
    });
    expect((await service.remove(path)).status).toBe(204);
    expect((await service.get(path)).status).toBe(404);
    expect((await service.remove(path)).status).toBe(404);
    const { details } = (await service.get('/v2/servers/ACME/de1acmeweb05')).json;
    expect(details).not.toHaveProperty('cpuAutoscalePolicy');
  });

  test.each([
    ['without an id', {}],
    ['with an unknown one', { id: '0123456789abcdef0123456789abcdef' }],
  ])('are not set %s', async (_, body) => {
    const { status, json } = await service.put('/v2/servers/ACME/DE1ACMEWEB05/cpuAutoscalePolicy', body);
    expect([status, Object.keys(json.modelState)]).toEqual([400, ['body.id']]);
  });
});
