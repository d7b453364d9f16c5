import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { respelled } from '../../../local/cloud/http/respell.ts';
import { canonicalAddresses, canonicalPorts } from '../../../src/network/canonical-lists.ts';

const dotted = (value: number): string =>
  [2 ** 24, 2 ** 16, 2 ** 8, 1].map((unit) => Math.floor(value / unit) % 256).join('.');

interface Block {
  readonly prefix: number;
  readonly first: number;
}

/** Blocks of a small space, so that many touch and overlap. */
const block = fc
  .record({ prefix: fc.integer({ min: 26, max: 32 }), at: fc.integer({ min: 0, max: 255 }) })
  .map(({ prefix, at }): Block => ({ prefix, first: 0x0a_00_00_00 + at - (at % 2 ** (32 - prefix)) }));
const blocks = fc.array(block, { minLength: 1, maxLength: 8 });

const write = ({ prefix, first }: Block): string => `${dotted(first)}/${prefix}`;
const numbersIn = ({ prefix, first }: Block): readonly number[] =>
  Array.from({ length: 2 ** (32 - prefix) }, (_, at) => first + at);
const membersOf = (all: readonly Block[]): readonly number[] =>
  [...new Set(all.flatMap(numbersIn))].sort((one, other) => one - other);

/** A policy as the emulator spells it in another way, several times over. */
const inOtherWords = (source: readonly string[], ports: readonly string[], times: number) => {
  let policy: unknown = { source, ports };
  for (let time = 0; time < times; time += 1) policy = respelled(policy);
  return policy as { readonly source: readonly string[]; readonly ports: readonly string[] };
};

describe('addresses', () => {
  test('are equal in every spelling, in never more entries', () => {
    fc.assert(
      fc.property(blocks, fc.integer({ min: 1, max: 3 }), (given, times) => {
        const { source } = inOtherWords(given.map(write), [], times);
        const canonical = canonicalAddresses(source);
        expect(canonical).toEqual(canonicalAddresses(given.map(write)));
        expect(canonical.length).toBeLessThanOrEqual(given.length);
        expect(canonicalAddresses(canonical)).toEqual(canonical);
      }),
    );
  });

  test('are equal if and only if they are the same addresses', () => {
    fc.assert(
      fc.property(blocks, blocks, (one, other) => {
        const [first, second] = [one, other].map((given) => canonicalAddresses(given.map(write)).join());
        expect(first === second).toBe(membersOf(one).join() === membersOf(other).join());
      }),
    );
  });

  test.each([
    [['all'], ['0.0.0.0/0']],
    [[], ['0.0.0.0/0']],
    [['2001:db8::/32'], []],
    [['10.0.0.9-10.0.0.1'], ['10.0.0.1-10.0.0.9']],
    [['10.0.0.1-9'], ['10.0.0.1-10.0.0.9']],
    [['10.0.0.1-10.0.0.9-10.0.0.12'], ['10.0.0.1-10.0.0.12']],
    [['10.0.0.0/30-10.0.0.9'], ['10.0.0.0-10.0.0.9']],
    [['10.0.0.0/24', 'web'], ['10.0.0.0/24']],
    [['010.0.0.1/32'], ['10.0.0.1/32']],
    [['10.0.0.0/255.255.255.0'], ['10.0.0.0/24']],
    [['$1.address'], ['$2.address']],
  ])('%j, which can’t all be read, is not %j', (one, other) => {
    expect(canonicalAddresses(one)).not.toEqual(canonicalAddresses(other));
  });
});

test.each([
  [['any'], ['0.0.0.0/0']],
  [['10.0.0.0/24', 'Any'], ['0.0.0.0/0']],
  [['10.0.0.1-10.0.0.9'], ['10.0.0.1/32', '10.0.0.2/31', '10.0.0.4/30', '10.0.0.8/31']],
  [[' 10.0.0.4 - 10.0.0.7 '], ['10.0.0.4/30']],
  [['10.0.0.7-10.0.0.7'], ['10.0.0.7']],
  [['0.0.0.0-255.255.255.255'], ['any']],
])('%j are %j', (one, other) => expect(canonicalAddresses(one)).toEqual(canonicalAddresses(other)));

describe('ports', () => {
  const range = fc
    .tuple(fc.constantFrom('tcp', 'udp'), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 40 }))
    .map(([protocol, from, more]) => `${protocol}/${from}${more > 0 ? `-${from + more}` : ''}`);
  const ports = fc.array(fc.oneof({ weight: 6, arbitrary: range }, fc.constantFrom('icmp', 'any', 'gre')));

  test('are equal in every spelling', () => {
    fc.assert(
      fc.property(ports, fc.integer({ min: 1, max: 3 }), (given, times) => {
        const canonical = canonicalPorts(inOtherWords([], given, times).ports);
        expect(canonical).toEqual(canonicalPorts(given));
        expect(canonicalPorts(canonical)).toEqual(canonical);
      }),
    );
  });

  test.each([
    [['TCP/443', 'tcp/443-443'], ['tcp/443']],
    [['tcp/80-90', 'tcp/91'], ['tcp/80-91']],
    [['any', 'tcp/443'], ['ANY']],
    [['tcp/0-65535'], ['tcp/1-65535']],
    [['tcp'], ['tcp/1-65535']],
  ])('%j are %j', (one, other) => expect(canonicalPorts(one)).toEqual(canonicalPorts(other)));

  test.each([
    [['all'], ['any']],
    [['all'], ['tcp/1-65535', 'udp/1-65535', 'icmp']],
    [['tcp/1-65535', 'udp/1-65535', 'icmp'], ['any']],
    [['tcp/0'], []],
    [['tcp/70000'], []],
  ])('%j are not %j', (one, other) => expect(canonicalPorts(one)).not.toEqual(canonicalPorts(other)));
});
