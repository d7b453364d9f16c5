import { expect, test } from 'vitest';
import { defaults } from '../../../../src/policy/policy.ts';
import { score, sum } from '../../../../src/policy/risk.ts';
import { everyPort } from '../../../../src/policy/rules/every-port.ts';
import { between, opens, publicly } from '../ways.ts';
import { reasons } from './reasons.ts';

test('every port of every protocol is one reason', () => {
  expect(reasons(everyPort, opens(between, '10.0.0.0/24 > 10.1.0.0/24'))).toEqual([
    'all ports incl. SSH, RDP',
  ]);
});

test.each([
  ['udp/1-65535', ['65,535 ports incl. RDP, SNMP']],
  ['tcp/1-32769', ['32,769 ports incl. SSH, RDP']],
  ['tcp/1-20000 udp/1-20000', ['40,000 ports incl. SSH, RDP']],
  ['udp/12000-65535', ['53,536 ports']],
  ['tcp/1-32768', []],
  ['tcp/30000-60000', []],
  ['tcp/32768-65535', []],
  ['icmp', []],
])('%s', (ports, expected) =>
  expect(reasons(everyPort, publicly('203.0.113.0/24', ports))).toEqual(expected),
);

test.each([
  ['tcp/30000-60000', ['30,001 ports']],
  ['tcp/30000-30499 udp/30000-30499', ['1,000 ports']],
  ['tcp/9000-9999', ['1,000 ports incl. Elasticsearch, Cassandra']],
  ['tcp/30000-30998', []],
  ['tcp/8000-8010', []],
])('%s from any source', (ports, expected) =>
  expect(reasons(everyPort, publicly('0.0.0.0/0', ports))).toEqual(expected),
);

test('the shipped policy requires approval to open a wide range of high ports to everybody', () => {
  const scored = { networkChange: publicly('0.0.0.0/0', 'tcp/30000-60000'), account: 'ACME' };
  const level = defaults.risk.levels.findLast(({ minScore }) => minScore <= sum(score([scored], defaults)));
  expect(level?.approvers).toBe(1);
});
