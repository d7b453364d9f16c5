import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ports } from '../../../src/core/fields/index.ts';
import { ports as portsField } from '../../../src/core/fields/index.ts';
import {
  commonPorts,
  includesPort,
  includesPorts,
  isEveryPort,
  portsInWords,
} from '../../../src/policy/services.ts';
import { shared, within } from './sets.ts';

const field = portsField({ label: 'Ports', bare: ['icmp', 'any'] });

function ports(words: string): readonly Ports[] {
  const reading = field.read(words);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.value;
}

test.each([
  ['tcp/443', 'HTTPS (443)'],
  ['tcp/22 tcp/3389', 'SSH (22) and Remote Desktop (3389)'],
  ['tcp/3306 tcp/5432 icmp', 'MySQL (3306), PostgreSQL (5432) and ping (ICMP)'],
  ['tcp/8000-8010', '8000 to 8010'],
  ['tcp/7777', 'port 7777'],
  ['udp/53', 'DNS (UDP 53)'],
  ['udp/7777', 'UDP 7777'],
  ['udp/5000-5010', 'UDP 5000 to 5010'],
  ['tcp/1-65535', 'every TCP port'],
  ['tcp/443 any', 'every port'],
])('%s is said as %s', (typed, said) => expect(portsInWords(ports(typed))).toBe(said));

const number = fc.integer({ min: 1, max: 12 });
const some: fc.Arbitrary<Ports> = fc.oneof(
  fc.constantFrom<Ports>({ protocol: 'any' }, { protocol: 'icmp' }),
  fc
    .tuple(fc.constantFrom('tcp', 'udp'), number, number)
    .map(([protocol, a, b]) =>
      a === b ? { protocol, from: a } : { protocol, from: Math.min(a, b), to: Math.max(a, b) },
    ),
);

/** The oracle: everything a small range lets through, one by one; ICMP stands for all that has no port. */
function listed({ protocol, from, to = from }: Ports): Set<string> {
  const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
  if (protocol === 'icmp') return new Set(['icmp']);
  if (protocol === 'any')
    return new Set(['icmp', 'other', ...numbers.flatMap((one) => [`tcp/${one}`, `udp/${one}`])]);
  return new Set(
    numbers.filter((one) => (from ?? 0) <= one && one <= (to ?? 0)).map((one) => `${protocol}/${one}`),
  );
}

describe('as if every port were listed', () => {
  test('some ports include others', () => {
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(includesPorts(a, b)).toBe(within(listed(b), listed(a)));
      }),
    );
  });

  test('some ports are common to both', () => {
    fc.assert(
      fc.property(some, some, (a, b) => {
        const both = commonPorts(a, b);
        expect(both ? listed(both) : new Set()).toEqual(shared(listed(a), listed(b)));
      }),
    );
  });
});

test.each([
  ['any', true, true],
  ['tcp/1-65535', true, true],
  ['tcp/20-25', true, false],
  ['tcp/2222', false, false],
  ['udp/22', false, false],
  ['icmp', false, false],
])('%s holds SSH: %s, is every port: %s', (typed, ssh, every) => {
  const read = ports(typed);
  expect(read.some((one) => includesPort(one, 22))).toBe(ssh);
  expect(read.some(isEveryPort)).toBe(every);
});
