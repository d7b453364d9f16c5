import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exposure } from '../../../src/core/exposure.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { score, sum } from '../../../src/policy/risk.ts';
import { between, inside, opens, publicly } from './ways.ts';

const policy: Policy = { ...defaults, accounts: { PROD: { production: true } } };
const deletes: Exposure = { change: 'deletes', place: between, way: { rule: 'aa' } };
const enables: Exposure = { change: 'enables', place: between, way: { rule: 'aa' } };

const login = 'It opens SSH (22) and Remote Desktop (3389), which lets people log in.';
const ssh = 'It opens SSH (22), which lets people log in.';
const everyPort = 'It opens every port.';
const internet = 'It is open to the whole internet.';

test.each<[string, Exposure | undefined, string, readonly (readonly [number, string])[]]>([
  ['no network', undefined, 'ACME', []],
  ['a narrow way on one service', opens(inside, '10.0.0.0/24 > 10.0.1.0/24 : tcp/443'), 'ACME', []],
  [
    'a way between data centers',
    opens(between, '10.0.0.0/24 > 10.1.0.0/24'),
    'ACME',
    [
      [2, login],
      [1, everyPort],
    ],
  ],
  ['HTTPS for the internet', publicly('0.0.0.0/0', 'tcp/443'), 'ACME', [[3, internet]]],
  [
    'SSH for the internet, in halves',
    publicly('0.0.0.0/1,128.0.0.0/1', 'tcp/22'),
    'ACME',
    [
      [3, internet],
      [2, ssh],
    ],
  ],
  ['SSH within a range of ports', publicly('203.0.113.0/24', 'tcp/20-30'), 'ACME', [[2, ssh]]],
  ['SSH is TCP', publicly('203.0.113.0/24', 'udp/22'), 'ACME', []],
  ['a /16', opens(inside, '10.0.0.0/16 > 10.1.0.0/24 : tcp/443'), 'ACME', []],
  [
    'a /15',
    opens(inside, '10.0.0.0/15 > 10.1.0.0/24 : tcp/443'),
    'ACME',
    [[2, '10.0.0.0/15 is wider than a /16 (65,536 addresses).']],
  ],
  [
    'a /15 as two halves',
    opens(inside, '10.0.0.0/16,10.1.0.0/16 > 10.1.0.0/24 : tcp/443'),
    'ACME',
    [[2, '10.0.0.0/16, 10.1.0.0/16 is wider than a /16 (65,536 addresses).']],
  ],
  [
    'every address to a wide range',
    opens(inside, '0.0.0.0/0 > 10.0.0.0/8 : tcp/443'),
    'ACME',
    [
      [3, 'It is open to every address (0.0.0.0/0).'],
      [2, '10.0.0.0/8 is wider than a /16 (65,536 addresses).'],
    ],
  ],
  [
    'another account',
    opens(inside, '10.0.0.0/24 > 10.1.0.0/24 : tcp/443', { into: 'OTHR', to: 'VA1 of OTHR' }),
    'ACME',
    [[2, 'It reaches into another account: VA1 of OTHR.']],
  ],
  [
    'another account, in production',
    opens(inside, '10.0.0.0/24 > 10.1.0.0/24 : tcp/443', { into: 'prod', to: 'VA1 of PROD' }),
    'ACME',
    [
      [2, 'It reaches into another account: VA1 of PROD.'],
      [2, 'PROD is a production account.'],
    ],
  ],
  ['a rule deleted', deletes, 'ACME', [[1, 'A rule is deleted: connections that need it stop working.']]],
  ['a rule that nobody could look at', enables, 'ACME', [[4, 'What rule aa opens could not be looked at.']]],
  [
    'a source that is no range',
    opens(inside, '10.0.0.0/24,elsewhere > 10.1.0.0/24 : tcp/443'),
    'ACME',
    [[4, 'Whom elsewhere lets in could not be made out.']],
  ],
  ['anything in production', undefined, 'prod', [[2, 'PROD is a production account.']]],
])('%s', (_, exposes, account, points) => {
  expect(score({ exposes, account }, policy)).toEqual(points.map(([points, why]) => ({ points, why })));
});

test('a weight of 0 switches its point off', () => {
  const points = { ...defaults.risk.points, remoteAccess: 0 };
  const without: Policy = { ...defaults, risk: { ...defaults.risk, points } };
  const exposes = publicly('203.0.113.0/24', 'tcp/22');
  expect(score({ exposes, account: 'ACME' }, without)).toEqual([]);
});

const weights = fc.record(
  Object.fromEntries(
    Object.keys(defaults.risk.points).map((name) => [name, fc.integer({ min: 0, max: 100 })]),
  ),
);

test('more sources, destinations or ports never give fewer points, whatever the weights', () => {
  const prefix = fc.integer({ min: 0, max: 32 });
  const ports = fc.constantFrom(
    'tcp/443',
    'tcp/22',
    'tcp/20-30',
    'udp/1-65535',
    'tcp/1-65535',
    'icmp',
    'any',
  );
  fc.assert(
    fc.property(weights, fc.ipV4(), prefix, prefix, ports, ports, (chosen, ip, a, b, on, more) => {
      const points = { ...defaults.risk.points, ...chosen };
      const weighed: Policy = { ...policy, risk: { ...policy.risk, points } };
      const total = (text: string) => sum(score({ exposes: opens(inside, text), account: 'PROD' }, weighed));
      const [wide, narrow] = [Math.min(a, b), Math.max(a, b)];
      const before = total(`${ip}/${narrow} > 10.0.0.0/24 : ${on}`);
      expect(total(`${ip}/${wide} > 10.0.0.0/24 : ${on}`)).toBeGreaterThanOrEqual(before);
      expect(total(`${ip}/${narrow} > 10.0.0.0/8 : ${on}`)).toBeGreaterThanOrEqual(before);
      expect(total(`${ip}/${narrow} > 10.0.0.0/24 : ${on} ${more}`)).toBeGreaterThanOrEqual(before);
      expect(total(`${ip}/${narrow},10.0.0.0/8 > 10.0.0.0/24 : ${on}`)).toBeGreaterThanOrEqual(before);
    }),
  );
});
