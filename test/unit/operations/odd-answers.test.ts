import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/answer/user-error.ts';
import { textOf } from '../../support/answer-text.ts';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { oddCloudOfFile } from '../../support/in-memory/odd-cloud.ts';
import { answerOf, buttonsIn, contextAt, resolve, runToEnd } from '../../support/in-memory/run-line.ts';
import { quick } from '../../support/index.ts';

/* Answers of the cloud API of which a part can't be read: commands read the rest, and say what they couldn't read. */

type Fields = Record<string, unknown>;
const { cloud, changes, make } = await oddCloudOfFile(quick);
const policy = '195f2e21b90087a4b3313bc144204857';
const short = policy.slice(0, 8);
const web = 'DE1ACMEWEB01';
const address = '203.0.113.10';

const answer = async (line: string) => answerOf(line, await contextAt(cloud));
const said = async (line: string): Promise<string> => textOf(await answer(line));

describe('reach', () => {
  const question = 'reach DE1ACMEWEB03 10.200.1.7 tcp/5432';

  test.each<[Fields]>([
    [{ source: ['10.95.131.14'] }],
    [{ source: ['any'] }],
    [{ source: ['10.95.131.1-10.95.131.50'], destination: ['any'], ports: ['any'] }],
    [{ source: [' 10.95.131.77/24 '] }],
    [{ source: '10.95.131.0/24' }],
    [{ enabled: 'True' }],
    [{ ports: ['foo/12', 'tcp/5400-5500'] }],
  ])('allows what a policy with %j allows', async (over) => {
    make(policy, over);
    expect(await said(question)).toMatch(/^Allowed/);
  });

  test.each<[over: Fields, named: string]>([
    [{ ports: ['foo/12'] }, 'ports “foo/12”'],
    [{ ports: null }, 'ports'],
    [{ ports: undefined }, 'ports'],
    [{ source: null }, 'a source'],
    [{ source: undefined }, 'a source'],
    [{ source: ['10.95.131.0/255.255.255.0'] }, 'source “10.95.131.0/255.255.255.0”'],
    [{ destination: [null, '10.9.9.9/32'] }, 'a destination'],
    [{ status: 'resting' }, 'status “resting”'],
    [{ status: null }, 'a status'],
    [{ enabled: null }, 'a field “enabled”'],
  ])('can’t tell with %j, and names the policy and what it can’t read', async (over, named) => {
    make(policy, over);
    const text = await said(question);
    expect(text).toMatch(/^Not known/);
    expect(text).toContain(`Can’t tell: policy ${short} has ${named} that Skydesk can’t read.`);
  });

  test('says what is allowed, and that there may be more', async () => {
    make(policy, { ports: ['tcp/5432', 'foo/12'] });
    const text = await said('reach DE1ACMEWEB03 10.200.1.7 tcp/5432-5433');
    expect(text).toMatch(/^Partly allowed/);
    expect(text).toContain('Missing, or not known: ');
    expect(text).toContain(`Can’t tell: policy ${short} has ports “foo/12” that Skydesk can’t read.`);
    expect(await said('reach DE1ACMEWEB03 10.200.1.7 tcp/5432')).not.toContain('Can’t tell');
  });

  test('lists what may be reached, and doesn’t claim that it is all', async () => {
    make(policy, { source: null });
    const text = await said('reach DE1ACMEWEB03 tcp/5432');
    expect(text).not.toContain('No policy allows');
    expect(text).toContain(`policy ${short} has a source`);
  });

  test.each<[over: Fields, named: string]>([
    [{ sourceRestrictions: [{ cidr: 'web' }] }, 'source “web”'],
    [{ sourceRestrictions: null }, 'a source'],
    [{ ports: [{ protocol: 'ALL', port: 0 }] }, 'ports “all/0”'],
    [{ ports: [{ protocol: '6', port: 443 }] }, 'ports “6/443”'],
    [{ ports: null }, 'ports'],
    [{ ports: [{ port: 443 }] }, 'ports'],
  ])('can’t tell about a public IP with %j', async (over, named) => {
    make(`publicIPAddresses/${address}`, over);
    const text = await said('reach 8.8.8.8 10.95.131.112 tcp/443');
    expect(text).toMatch(/^Not known/);
    expect(text).toContain(`Can’t tell: public IP ${address} has ${named} that Skydesk can’t read.`);
  });

  test.each([['8.8.8.8'], ['8.8.8.0-8.8.8.9'], ['any']])(
    'reads a public IP that is restricted to %s',
    async (cidr) => {
      make(`publicIPAddresses/${address}`, { sourceRestrictions: [{ cidr }] });
      expect(await said('reach 8.8.8.8 10.95.131.112 tcp/443')).toMatch(/^Allowed/);
    },
  );

  test('reads a public IP that doesn’t say where it leads, if its server does', async () => {
    make(`publicIPAddresses/${address}`, { internalIPAddress: undefined });
    expect(await said('reach 8.8.8.8 10.95.131.112 tcp/443')).toMatch(/^Allowed/);
  });
});

describe('a list', () => {
  const webhook = [
    { action: 'email', settings: { recipients: ['ops@acme.example.com'] } },
    { action: 'webhook', settings: { url: 'https://example.com' } },
  ];
  const listed = async (line: string): Promise<number> =>
    (await answer(line)).flatMap((part) => (part.kind === 'table' ? part.rows : [])).length;

  test.each<[line: string, what: string, over: Fields, named: string]>([
    ['alert list', 'Disk 80', { actions: webhook }, '(actions[1].action)'],
    ['alert list', 'Disk 80', { actions: null, links: null }, '(actions)'],
    ['alert list', 'Disk 80', { name: null, triggers: [{ metric: 'disk' }] }, 'triggers[0]'],
    ['alert list', 'Disk 80', { id: null }, '(id)'],
    ['firewall intra list de1', policy, { source: null }, `${short} (a source)`],
    [
      'firewall intra list de1',
      policy,
      { ports: ['foo/12'], status: 7 },
      `${short} (ports “foo/12” and a status)`,
    ],
    ['firewall intra list de1', policy, { id: undefined }, 'unknown'],
    ['firewall intra list', 'de1', { id: null, links: null }, 'code of every data center'],
    ['custom-fields', 'Tier', { isRequired: 'perhaps' }, 'isRequired'],
    ['dc list', 'de1', { name: 7 }, 'de1 (name)'],
    ['autoscale list', 'Batch at night', { range: null, scaleUpThreshold: 'high' }, 'scaleUpThreshold'],
  ])('%s with an odd %s is read, and names it: %j', async (line, what, over, named) => {
    const plain = await listed(line);
    make(what, over);
    expect(await said(line)).toContain(named);
    expect(await listed(line)).toBeGreaterThanOrEqual(line === 'firewall intra list' ? 1 : plain);
  });

  test('offers no command about a thing without an id', async () => {
    make('Disk 80', { id: null });
    const menus = (await answer('alert list')).filter(({ kind }) => kind === 'menu');
    expect(menus).toHaveLength(1);
    expect(JSON.stringify(menus)).not.toContain('unknown');
  });
});

test.each<[line: string, what: string, over: Fields, named: readonly string[]]>([
  [
    `firewall intra show de1 ${policy}`,
    policy,
    { source: null, links: null },
    ['Source: unknown', 'couldn’t read source.'],
  ],
  [`firewall intra show de1 ${policy}`, policy, { ports: ['foo/12'] }, ['Ports: foo/12']],
  ['alert show "Disk 80"', 'Disk 80', { triggers: null }, ['Condition: unknown', 'couldn’t read triggers.']],
  ['alert show "Disk 80"', 'Disk 80', { actions: [{ action: 'email' }] }, ['Recipients: unknown']],
  [
    `ip show ${web}`,
    `publicIPAddresses/${address}`,
    { ports: null },
    ['unknown · from', `${address} (ports)`],
  ],
  [`server show ${web}`, 'DE1ACMEWEB01', { osType: 7, links: null }, ['couldn’t read osType.']],
  ['whoami', 'authentication/login', { roles: null }, ['Roles: unknown', 'couldn’t read roles.']],
])('%s shows what could be read, and names the rest', async (line, what, over, named) => {
  make(what, over);
  const text = await said(line);
  for (const words of named) expect(text).toContain(words);
});

test('a server whose addresses can’t be read has no “none”', async () => {
  make('de1acmeweb01', { details: { ipAddresses: null, powerState: 'started' } });
  expect(await said(`server show ${web}`)).not.toContain('Public IPs');
  expect(await said(`ip show ${web}`)).toContain(
    `couldn’t read all public IPs of ${web} (details.ipAddresses)`,
  );
  expect((await resolve(`ip remove ${web} ${address}`, await contextAt(cloud))).already).toBeUndefined();
  await expect(runToEnd(`ip add ${web} tcp/443`, await contextAt(cloud))).rejects.toMatchObject({
    kind: 'unexpected-answer',
    changed: 'nothing',
  });
  expect(changes()).toEqual([]);
});

describe('an invoice', () => {
  const whole = { quantity: 1, unitCost: 5, itemTotal: 5, serviceLocation: 'DE1', itemDetails: [] };
  const items = [
    { ...whole, description: 'Server Group: Web - DE1' },
    { quantity: 'two', description: 'Bandwidth', itemTotal: null },
  ];

  test('with an odd line has the others, and names it', async () => {
    make('2026/10', { lineItems: items, totalAmount: 9 });
    const text = await said('invoice 2026-10');
    expect(text).toContain('$9.00');
    expect(text).toContain('$5.00');
    expect(text).toContain('Bandwidth (quantity, unitCost, itemTotal and serviceLocation)');
    expect(text).toContain('lines that could be read add up to $5.00');
  });

  test('without lines, or without a total, claims neither that there are none, nor $0.00', async () => {
    make('2026/10', { lineItems: null, totalAmount: 'nine' });
    const text = await said('invoice 2026-10');
    expect(text).toContain('total not known');
    expect(text).toContain('Skydesk couldn’t read totalAmount and lineItems.');
    expect(text).not.toMatch(/No charges|: \$0\.00/);
  });
});

describe('a change', () => {
  const refusalOf = async (line: string): Promise<UserError> => {
    const error: unknown = await runToEnd(line, await contextAt(cloud)).catch((thrown: unknown) => thrown);
    if (!(error instanceof UserError)) throw new Error(`${line} is not refused: ${error}`);
    expect(changes()).toEqual([]);
    return error;
  };

  test.each<[line: string, what: string, over: Fields, why: string]>([
    [
      'alert update "Disk 80" disk=90',
      'Disk 80',
      { actions: [{ action: 'webhook', settings: {} }] },
      'Skydesk can’t read actions[0].action of “Disk 80”, and an update would lose that.',
    ],
    [
      'alert update "Disk 80" to=ops@acme.example.com',
      'Disk 80',
      { triggers: [{ metric: 'disk' }] },
      'Skydesk can’t read triggers[0].duration and triggers[0].threshold of “Disk 80”, and an update would lose that.',
    ],
    [
      `ip update ${web} ${address} tcp/8443`,
      `publicIPAddresses/${address}`,
      { sourceRestrictions: [{ cidr: '192.0.2.0/24' }, { range: 'x' }] },
      'Skydesk can’t read sourceRestrictions[1].cidr of this public IP, and an update would lose that.',
    ],
    [
      `firewall intra enable de1 ${policy}`,
      policy,
      { enabled: false, destinationAccount: 7 },
      'Skydesk can’t read where this policy leads, so it can’t tell who may approve it.',
    ],
  ])(
    '%s is refused if it would lose what can’t be read, and sends nothing',
    async (line, what, over, why) => {
      make(what, over);
      expect((await refusalOf(`${line} why="Planned work"`)).message).toBe(why);
    },
  );

  test('of a public IP that sets the ports alone sends its restrictions as they are written', async () => {
    make(`publicIPAddresses/${address}`, { sourceRestrictions: [{ cidr: '192.0.2.7/24' }, { cidr: 'web' }] });
    await runToEnd(`ip update ${web} ${address} tcp/8443`, await contextAt(cloud)).catch(() => {});
    const [sent] = cloud.requests.filter(({ method }) => method === 'PUT');
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({
      sourceRestrictions: [{ cidr: '192.0.2.7/24' }, { cidr: 'web' }],
    });
  });

  test('that replaces a list which can’t be read has no Undo', async () => {
    make(policy, { ports: ['tcp/5432', 'foo/12'] });
    const line = `firewall intra update de1 ${policy} tcp/5433 why="Planned work"`;
    const { resolved, inverse } = await runToEnd(line, await contextAt(cloud));
    expect(resolved.title).toContain('on tcp/5433 (was tcp/5432, foo/12)');
    expect(resolved.isRestorable).toBe(false);
    expect(inverse).toBeUndefined();
  });

  test('of whether a policy is enabled is no change of a list that can’t be read', async () => {
    make(policy, { source: null });
    const line = `firewall intra disable de1 ${policy} why="Planned work"`;
    const { inverse } = await runToEnd(line, await contextAt(cloud));
    expect(inverse?.operation).toBe('firewall.intra.enable');
    expect(cloud.requests.find(({ method }) => method === 'PUT')?.body).toBe('{"enabled":false}');
  });

  test('of a policy that may be disabled already is not called one that changes nothing', async () => {
    make(policy, { enabled: null });
    const plan = await resolve(
      `firewall intra disable de1 ${policy} why="Planned work"`,
      await contextAt(cloud),
    );
    expect(plan.already).toBeUndefined();
  });

  test.each<[over: Fields, least: number]>([
    [{ ports: ['any'] }, 3],
    [{ ports: ['all'] }, 4],
    [{ ports: ['tcp/*'] }, 4],
    [{ ports: null }, 4],
    [{ ports: ['tcp/22 '] }, 2],
    [{ destination: null }, 4],
    [{ source: undefined }, 4],
  ])('to a policy with %j scores at least %i', async (over, least) => {
    make(policy, { enabled: false, ...over });
    const bot = new InMemoryBot(cloud);
    const id = await bot.type(
      'U0ANA',
      `policy explain firewall intra enable de1 ${policy} why="Nightly backup"`,
    );
    expect(id).toBeDefined();
    const text = bot.said.map((one) => one.text).join('\n');
    expect(Number(/Risk (\d+) of/.exec(text)?.[1])).toBeGreaterThanOrEqual(least);
  });
});

test('buttons prefill only lists that can be read', async () => {
  make(policy, { source: null });
  const forms = buttonsIn(await answer(`firewall intra show de1 ${policy}`)).flatMap(({ action }) =>
    'form' in action ? [action.form] : [],
  );
  expect(forms.join()).not.toContain('source=');
});
