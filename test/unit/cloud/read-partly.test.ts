import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { withOddPart } from '../../../local/cloud/http/odd-parts.ts';
import { isUnread, unreadIn } from '../../../src/cloud/model/partly.ts';
import { listOf, partly } from '../../../src/cloud/read-partly.ts';
import { alertPolicy, id, invoice, login, loginBody, server, token, wire } from './wire.ts';

/* An odd part of an answer spoils only itself. */

const schema = z.object({
  id: z.string(),
  status: z.string(),
  names: z.array(z.string()),
  note: z.optional(z.string()),
  rules: z._default(z.array(z.object({ kind: z.string(), to: z.object({ all: z.array(z.string()) }) })), []),
  open: z._default(z.array(z.string()), []),
});
const standIns = { status: 'unknown', names: [], open: [] };
const whole = { id: 'a', status: 'up', names: ['x', 'y'], rules: [], open: [] };
const read = (over: object) => partly(schema, standIns).safeParse({ ...whole, ...over }).data;

test.each<[what: string, over: object, expected: object]>([
  ['nothing odd', {}, {}],
  ['a list that is null', { names: null }, { names: [], unread: ['names'] }],
  ['a list that is missing', { names: undefined }, { names: [], unread: ['names'] }],
  ['a text in place of a list', { names: 'x' }, { names: [], unread: ['names'] }],
  ['odd entries of a list', { names: [null, 'x', 7, 'y'] }, { unread: ['names[0]', 'names[2]'] }],
  ['a field of another type', { status: 3 }, { status: 'unknown', unread: ['status'] }],
  ['a null that stands for a missing field', { note: null, rules: null }, {}],
  ['an odd field that may be missing', { note: 3 }, { unread: ['note'] }],
  ['a null in a list that has a stand-in', { open: null }, { unread: ['open'] }],
  [
    'an entry with an odd part within, and one that lacks a part',
    { rules: [{ kind: 'b', to: { all: ['p', 1] } }, { kind: 'c' }, { kind: 'd', to: { all: [] } }] },
    {
      rules: [
        { kind: 'b', to: { all: ['p'] } },
        { kind: 'd', to: { all: [] } },
      ],
      unread: ['rules[0].to.all[1]', 'rules[1].to'],
    },
  ],
])('%s is read as far as it can be, and the rest is named', (_, over, expected) => {
  expect(read(over)).toEqual({ ...whole, ...expected });
});

test.each([[{ id: 7 }], [{ id: null }], [{ id: undefined }]])(
  'an object that says not which one it is can’t be read: %j',
  (over) => {
    const { error } = partly(schema, standIns).safeParse({ ...whole, status: 3, ...over });
    expect(error?.issues.map(({ path }) => path)).toEqual([['id'], ['status']]);
  },
);

test('an entry of a list is never left out, even if nothing of it can be read', () => {
  const list = listOf(schema, { ...standIns, id: 'unknown' }).safeParse([whole, null, 7, {}, [whole]]);
  const nothing = {
    ...whole,
    id: 'unknown',
    status: 'unknown',
    names: [],
    unread: ['id', 'status', 'names'],
  };
  expect(list.data).toEqual([whole, nothing, nothing, nothing, nothing]);
});

test('what is unread is looked up by its field, or by a part of it', () => {
  const policy = { unread: ['ports[1]', 'details.ipAddresses', 'source'] };
  expect(unreadIn(policy, 'ports', 'source')).toEqual(['ports[1]', 'source']);
  expect(isUnread(policy, 'details')).toBe(true);
  expect(isUnread({ unread: ['details'] }, 'details.ipAddresses')).toBe(true);
  expect(isUnread(policy, 'sourceAccount', 'details.ip', 'port')).toBe(false);
});

/** Answers of the service, and the calls that read them. */
const policy = {
  id,
  status: 'active',
  enabled: true,
  source: ['10.0.0.0/24', '10.0.1.0/24'],
  destination: ['10.1.0.0/24'],
  destinationAccount: 'acme',
  ports: ['tcp/443', 'icmp'],
  links: [{ rel: 'self', href: `/v2-experimental/firewallPolicies/acme/de1/${id}`, verbs: ['GET'] }],
};
const cross = {
  ...{ id, status: 'active', enabled: true, sourceCidr: '10.0.0.0/24', sourceAccount: 'acme' },
  ...{ sourceLocation: 'de1', destinationCidr: '10.1.0.0/24', destinationAccount: 'acme' },
  ...{ destinationLocation: 'va1', links: [{ rel: 'self', href: '/v2-experimental/x' }] },
};
const line = {
  quantity: 1,
  description: 'Web',
  unitCost: 2,
  itemTotal: 2,
  serviceLocation: 'DE1',
  itemDetails: [],
};
const publicIp = {
  internalIPAddress: '10.0.0.12',
  ports: [{ protocol: 'TCP', port: 80 }],
  sourceRestrictions: [{ cidr: '203.0.113.0/24' }],
};
const two = <Entry extends object>(entry: Entry) => [entry, { ...entry, id: 'f'.repeat(32) }];
type Acme = Awaited<ReturnType<typeof wire>>['acme'];

const reads: Readonly<
  Record<string, readonly [path: string, body: unknown, read: (acme: Acme) => Promise<unknown>]>
> = {
  'firewall policies inside a data center': [
    '/v2-experimental/firewallPolicies/ACME/de1',
    two(policy),
    ({ firewall }) => firewall.list('de1'),
  ],
  'one of them': [
    `/v2-experimental/firewallPolicies/ACME/de1/${id}`,
    policy,
    ({ firewall }) => firewall.get('de1', id),
  ],
  'firewall policies between data centers': [
    '/v2-experimental/crossDcFirewallPolicies/ACME/de1',
    two(cross),
    ({ crossFirewall }) => crossFirewall.list('de1'),
  ],
  'alert policies': [
    '/v2/alertPolicies/ACME',
    { items: two(alertPolicy()) },
    ({ alertPolicies }) => alertPolicies.list(),
  ],
  'a public IP': [
    '/v2/servers/ACME/web/publicIPAddresses/198.51.100.7',
    publicIp,
    ({ publicIps }) => publicIps.get('web', '198.51.100.7'),
  ],
  'a server': ['/v2/servers/ACME/web', server(), ({ servers }) => servers.get('web')],
  'an invoice': [
    '/v2/invoice/ACME/2015/7',
    invoice({ lineItems: [line, line] }),
    ({ invoices }) => invoices.get(2015, 7),
  ],
};

/** Texts that stay as they are written, since nobody can read them. */
const oddTexts = /web|foo\/12|"all"|"ALL"|10\.0\.0\.300|255\.255\.255\.0|resting/;

/** Whether a result names what could not be read, or has it as it is written. */
const showsOdd = (result: unknown): boolean => {
  const text = JSON.stringify(result);
  return text.includes('"unread":[') || oddTexts.test(text);
};

/** Leaves out what may be missing: links, and the restrictions of a public IP without any. */
const needed = (result: unknown): object =>
  JSON.parse(
    JSON.stringify(result, (key, value) =>
      ['links', 'sourceRestrictions'].includes(key) ? undefined : value,
    ),
  );

test.each(Object.entries(reads))(
  '%s are read with any odd part, which is named or stays as it is written',
  async (_, [path, body, call]) => {
    let turn = 0;
    const { acme } = await wire({
      [`GET ${path}`]: () => ({ body: turn === 0 ? body : withOddPart(body, turn) }),
    });
    const plain = await call(acme);
    for (turn = 1; turn < 150; turn += 1) {
      const odd = JSON.stringify(withOddPart(body, turn));
      const result = await call(acme);
      if (Array.isArray(plain) && Array.isArray(result)) {
        expect(result, odd).toHaveLength(plain.length);
        const others = result.filter((entry, at) => JSON.stringify(entry) === JSON.stringify(plain[at]));
        expect(others.length, odd).toBeGreaterThanOrEqual(plain.length - 1);
      }
      if (!showsOdd(result)) expect(needed(plain), odd).toMatchObject(needed(result));
    }
  },
);

test('a login without roles is one, and says that its roles could not be read', async () => {
  const { service } = await wire({ [login]: { body: { ...loginBody(token), roles: null } } });
  expect(await service.login()).toMatchObject({ accountAlias: 'ACME', roles: [], unread: ['roles'] });
});
