import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressesOf } from '../../../src/network/cidr.ts';
import { inForce, type NetworkChange, type Rule } from '../../../src/network/network-change.ts';
import { includesPort, portSet } from '../../../src/network/port-set.ts';
import { includes } from '../../../src/network/ranges.ts';
import { countLine, countSentence, countServers } from '../../../src/policy/server-count.ts';
import { inside, opens, publicly, rule, updates } from './ways.ts';

const server = (name: string, address: string, dataCenter = 'va1') => ({
  name,
  dataCenter,
  addresses: addressesOf([`${address}/32`]),
});
const servers = [
  server('WEB01', '10.0.0.1'),
  server('WEB02', '10.0.0.2'),
  server('WEB03', '10.0.0.3'),
  server('DB02', '10.0.1.2'),
  server('ELSEWHERE', '10.0.0.4', 'de1'),
  { name: 'BUILDING', dataCenter: 'va1', addresses: [] },
];
const inVa1 = { to: 'VA1' };
const opening = opens(inside, '10.0.0.2/31 > 10.0.1.2/32 : tcp/5432', inVa1);
const enables: NetworkChange = { change: 'enables', scope: inside, traffic: { rule: 'aa' } };

test.each<[string, NetworkChange, readonly Rule[], string | undefined]>([
  [
    'a new policy',
    opening,
    [],
    '2 servers in VA1 gain access to DB02 on PostgreSQL (5432); today none has it.',
  ],
  [
    'a policy for two of three servers that may reach it already',
    opening,
    [rule('bb', '10.0.0.0/30 > 10.0.1.0/24 : tcp/5000-6000', inVa1)],
    'After this, 3 servers in VA1 may reach DB02 on PostgreSQL (5432); today 3.',
  ],
  [
    'policies that don’t count: for other ports, not active, in another place',
    opening,
    [
      rule('bb', '10.0.0.1/32 > 10.0.1.0/24 : tcp/22', inVa1),
      rule('cc', '10.0.0.1/32 > 10.0.1.0/24', { ...inVa1, status: 'pending' }),
      rule('dd', '10.0.0.1/32 > 10.0.1.0/24', { to: 'VA1 (ACDV)' }),
    ],
    '2 servers in VA1 gain access to DB02 on PostgreSQL (5432); today none has it.',
  ],
  [
    'a disabled policy that is enabled',
    enables,
    [rule('aa', '10.0.0.1/32 > 10.0.1.0/24 : tcp/22', { ...inVa1, enabled: false })],
    '1 server in VA1 gains access to 10.0.1.0/24 on SSH (22); today none has it.',
  ],
  [
    'a policy that is moved to another server',
    updates(
      inside,
      rule('aa', '10.0.0.1/32 > 10.0.1.2/32 : tcp/22', inVa1),
      '10.0.0.2/31 > 10.0.1.2/32 : tcp/22',
    ),
    [rule('aa', '10.0.0.1/32 > 10.0.1.2/32 : tcp/22', inVa1)],
    'After this, 2 servers in VA1 may reach DB02 on SSH (22); today 1.',
  ],
  ['a policy for no server', opens(inside, '10.9.0.0/24 > 10.0.1.2/32', inVa1), [], undefined],
  ['a public IP', publicly('0.0.0.0/0', 'tcp/443'), [], undefined],
  ['a policy that is gone', enables, [], undefined],
])('the count of servers for %s', (_, change, rules, expected) => {
  const counted = countServers(change, { rules }, servers);
  expect(counted && countSentence(counted)).toBe(expected);
});

test('the count of today is by the present policies, even if an earlier step of a plan removes one', () => {
  const removed = rule('aa', '10.0.0.1/32 > 10.0.1.2/32 : tcp/22', inVa1);
  const change = opens(inside, '10.0.0.2/32 > 10.0.1.2/32 : tcp/22', inVa1);
  const counted = countServers(change, { rules: [], present: [removed] }, servers);
  expect(counted && [counted.today, counted.after]).toEqual([1, 1]);
});

test('a count has a short form', () => {
  const counted = countServers(opening, { rules: [] }, servers);
  expect(counted && countLine(counted)).toBe('2 servers in VA1 may reach DB02, today 0');
});

test('the count equals a check of each server, address and port', () => {
  const host = fc.integer({ min: 0, max: 7 });
  const end = fc
    .tuple(host, fc.integer({ min: 29, max: 32 }))
    .map(([last, prefix]) => `10.0.0.${last}/${prefix}`);
  const way = fc.tuple(end, end, fc.constantFrom('tcp/1', 'tcp/1-2', 'tcp/2-3', 'any'));
  const all = Array.from({ length: 8 }, (_, last) => server(`S${last}`, `10.0.0.${last}`));
  fc.assert(
    fc.property(way, fc.array(fc.tuple(way, fc.boolean()), { maxLength: 5 }), (asked, declared) => {
      const text = ([from, to, on]: readonly string[]): string => `${from} > ${to} : ${on}`;
      const rules = declared.map(([one, enabled], at) => rule(String(at), text(one), { ...inVa1, enabled }));
      const wanted = rule('x', text(asked), inVa1);
      const may = (some: readonly Rule[]): number =>
        all.filter(({ addresses }) =>
          some
            .filter(inForce)
            .some((one) =>
              all.some(
                ({ addresses: to }) =>
                  [1, 2, 3, 4].some((port) =>
                    [one, wanted].every(({ ports }) => includesPort(portSet(ports), 'tcp', port)),
                  ) &&
                  includes(addressesOf(one.sources), addresses) &&
                  [one, wanted].every(({ destinations }) => includes(addressesOf(destinations), to)),
              ),
            ),
        ).length;
      const counted = countServers(opens(inside, text(asked), inVa1), { rules }, all);
      expect([counted?.today, counted?.after]).toEqual([may(rules), may([...rules, wanted])]);
    }),
  );
});
