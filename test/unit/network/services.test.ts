import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PortRange } from '../../../src/network/port-range.ts';
import {
  everyPort,
  includesPort,
  isEveryPort,
  type PortSet,
  portCount,
  portRanges,
  portSet,
  setOfPorts,
} from '../../../src/network/port-set.ts';
import { minus } from '../../../src/network/ranges.ts';
import { portsInWords, riskyServices } from '../../../src/network/services.ts';
import { portsOf } from '../policy/ways.ts';

const ports = (words: string): PortSet => portSet(portsOf(words));

test.each([
  ['tcp/443', 'HTTPS (443)'],
  ['tcp/22 tcp/3389', 'SSH (22) and RDP (3389)'],
  ['tcp/3306 tcp/5432 icmp', 'MySQL (3306), PostgreSQL (5432) and ping (ICMP)'],
  ['tcp/8000-8010', 'ports 8000–8010'],
  ['tcp/7777', 'port 7777'],
  ['udp/53', 'DNS (UDP 53)'],
  ['udp/7777', 'UDP 7777'],
  ['udp/5000-5010', 'UDP 5000–5010'],
  ['tcp/1-65535', 'all TCP ports'],
  ['tcp/32768-65535 tcp/1-32767', 'all TCP ports'],
  ['udp/53 tcp/8005-8010 tcp/443 tcp/8000-8004', 'HTTPS (443), ports 8000–8010 and DNS (UDP 53)'],
  [
    'tcp/1 tcp/3 tcp/5 tcp/7 tcp/9 tcp/11 tcp/13 tcp/15 tcp/17 tcp/19 tcp/27 tcp/29 tcp/31 tcp/33',
    'port 1, port 3, port 5, port 7, port 9, port 11, port 13, port 15, port 17, port 19, port 27, port 29 and 2 more',
  ],
  ['tcp/443 any', 'all ports'],
])('%s is written as %s', (typed, said) => expect(portsInWords(ports(typed))).toBe(said));

const number = fc.integer({ min: 1, max: 12 });
const some: fc.Arbitrary<PortRange> = fc.oneof(
  fc.constantFrom<PortRange>({ protocol: 'any' }, { protocol: 'icmp' }),
  fc
    .tuple(fc.constantFrom('tcp', 'udp'), number, number)
    .map(([protocol, a, b]) =>
      a === b ? { protocol, from: a } : { protocol, from: Math.min(a, b), to: Math.max(a, b) },
    ),
);

const somePorts = fc.array(some, { maxLength: 4 });

test('ports of TCP and UDP are counted, and more than half of a protocol counts as every port', () => {
  const port = fc.integer({ min: 0, max: 65_535 });
  const range = fc
    .tuple(fc.constantFrom('tcp', 'udp'), port, port)
    .map(([protocol, a, b]) => ({ protocol, from: Math.min(a, b), to: Math.max(a, b) }));
  fc.assert(
    fc.property(fc.array(range, { maxLength: 4 }), (all) => {
      const open = new Set<string>();
      for (const { protocol, from, to } of all)
        for (let one = Math.max(from, 1); one <= to; one += 1) open.add(`${protocol}/${one}`);
      expect(portCount(portSet(all))).toBe(open.size);
      expect(isEveryPort(portSet(all))).toBe(open.size > 32_768);
    }),
    { numRuns: 30 },
  );
});

test('ports are written as they were read, also of a protocol without ports', () => {
  const name = fc
    .stringMatching(/^[a-z][a-z0-9]{0,9}$/)
    .filter((word) => !['any', 'tcp', 'udp'].includes(word));
  fc.assert(
    fc.property(somePorts, name, (read, protocol) => {
      const set = portSet([...read, { protocol }]);
      expect(portSet(portRanges(set))).toEqual(set);
    }),
  );
});

test.each<[string, PortRange, PortRange]>([
  ['the reserved port 0 changes nothing', { protocol: 'tcp', from: 0, to: 65_535 }, { protocol: 'tcp' }],
  ['ports above 65535 do not exist', { protocol: 'udp', from: 1, to: 99_999 }, { protocol: 'udp' }],
])('%s', (_, read, same) => expect(portSet([read])).toEqual(portSet([same])));

test('all ports but one are written out, not as any', () => {
  expect(portsInWords(setOfPorts(minus(everyPort, ports('tcp/22 icmp').numbers)))).toBe(
    'ports 1–21, ports 23–65535, all UDP ports and other protocols',
  );
});

test.each([
  ['any', true, true],
  ['tcp/1-65535', true, true],
  ['udp/1-65535', false, true],
  ['tcp/2-65534', true, true],
  ['tcp/32768-65535', false, false],
  ['tcp/32767-65535', false, true],
  ['tcp/49152-65535 udp/49152-65535', false, false],
  ['tcp/20-25', true, false],
  ['tcp/2222', false, false],
  ['udp/22', false, false],
  ['icmp', false, false],
])('%s holds SSH: %s, counts as every port: %s', (typed, ssh, every) => {
  expect(includesPort(ports(typed), 'tcp', 22)).toBe(ssh);
  expect(isEveryPort(ports(typed))).toBe(every);
});

test.each([
  ['tcp/443 tcp/80 udp/53 icmp', []],
  ['tcp/22', ['SSH']],
  ['tcp/5900-5901', ['VNC']],
  ['tcp/20-25', ['SSH', 'Telnet']],
  ['tcp/445 tcp/5985 tcp/5900', ['SMB', 'VNC', 'WinRM']],
  ['tcp/2375 tcp/6443 tcp/10250', ['Docker', 'Kubernetes', 'kubelet']],
  ['tcp/5432 tcp/6379 tcp/9200', ['PostgreSQL', 'Redis', 'Elasticsearch']],
  ['udp/161 udp/3389', ['RDP', 'SNMP']],
])('%s opens %j', (typed, services) => {
  expect(riskyServices(ports(typed))).toEqual(services);
});
