import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exposure } from '../../../src/core/network-change.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { score, sum } from '../../../src/policy/risk.ts';
import { parseCidr } from '../../../src/policy/traffic/cidr.ts';
import { between, inside, opens, publicly } from './ways.ts';

const policy: Policy = { ...defaults, accounts: { PROD: { production: true } } };
const deletes: Exposure = { change: 'deletes', place: between, way: { rule: 'aa' } };
const enables: Exposure = { change: 'enables', place: between, way: { rule: 'aa' } };

const login =
  'It opens services that let others in: SSH (22), Remote Desktop (3389), SMB (445), VNC (5900) and 41 more.';
const ssh = 'It opens a service that lets others in: SSH (22).';
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
  ['SSH within a range of ports', publicly('203.0.113.0/24', 'tcp/20-22'), 'ACME', [[2, ssh]]],
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
    [[2, '10.0.0.0/15 is wider than a /16 (65,536 addresses).']],
  ],
  [
    'ranges that are wide together',
    opens(inside, '10.0.0.0/16,10.2.0.0/16 > 10.128.0.0/9 : tcp/443'),
    'ACME',
    [[2, '10.0.0.0/16 and 10.2.0.0/16 and 10.128.0.0/9 are wider than a /16 (65,536 addresses).']],
  ],
  [
    'every address that exists on the internet',
    publicly('0.0.0.0/1,128.0.0.0/2,192.0.0.0/3', 'tcp/443'),
    'ACME',
    [[3, internet]],
  ],
  [
    'a quarter of the internet',
    publicly('64.0.0.0/2', 'tcp/443'),
    'ACME',
    [[3, 'It is open to 28% of all public addresses, which counts as everyone.']],
  ],
  [
    'an eighth of the internet',
    publicly('64.0.0.0/3', 'tcp/443'),
    'ACME',
    [[2, '64.0.0.0/3 is wider than a /16 (65,536 addresses).']],
  ],
  [
    'every port of UDP',
    publicly('203.0.113.0/24', 'udp/1-65535'),
    'ACME',
    [
      [
        2,
        'It opens services that let others in: Remote Desktop (UDP 3389), SNMP (UDP 161), IPMI (UDP 623), NFS (UDP 2049) and 4 more.',
      ],
      [1, 'It opens 65,535 ports, which counts as every port.'],
    ],
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

test('what is open to a quarter of the internet is open to everyone, however it is written', () => {
  const range = fc
    .tuple(fc.ipV4(), fc.integer({ min: 1, max: 6 }))
    .map(([address, prefix]) => `${address}/${prefix}`);
  /** The oracle: every /16 of the internet, one by one; smaller special ranges are less than it can tell. */
  const isOnInternet = (block: number): boolean => {
    const [a, b] = [block >> 8, block & 255];
    const isSpecial =
      [0, 10, 127].includes(a) ||
      a >= 224 ||
      (a === 100 && b >= 64 && b < 128) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && b === 168) ||
      (a === 198 && (b === 18 || b === 19));
    return !isSpecial;
  };
  const blocks = Array.from({ length: 2 ** 16 }, (_, block) => block).filter(isOnInternet);
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 5 }), (texts) => {
      const ranges = texts.flatMap((text) => parseCidr(text) ?? []);
      const open = blocks.filter((block) =>
        ranges.some(({ first, last }) => first <= block * 2 ** 16 && block * 2 ** 16 <= last),
      );
      const points = score({ exposes: publicly(texts.join(), 'tcp/443'), account: 'ACME' }, policy);
      expect(sum(points)).toBe(open.length / blocks.length >= 0.25 ? 3 : 2);
    }),
  );
});
