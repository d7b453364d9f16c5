import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isChannelId, isGroupId, isUserId } from '../../../src/messaging/slack-ids.ts';
import { formatPortRange, readPortRange } from '../../../src/network/port-range.ts';
import { readCidr } from '../../../src/network/read-cidr.ts';

describe('an IPv4 range', () => {
  test('of any address and prefix is read', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, prefix) => {
        expect(readCidr(`${address}/${prefix}`)).toEqual({ address, prefix });
      }),
    );
  });

  test.each([
    ['10.0.0.0', 'has no prefix'],
    ['10.0.0.0/', 'has an empty prefix'],
    ['10.0.0.0/33', 'has a prefix above 32'],
    ['10.0.0.0/-1', 'has a negative prefix'],
    ['10.0.0.0/2.5', 'has a prefix that is no whole number'],
    ['10.0.0.0/8/8', 'has two prefixes'],
    ['10.0.0/8', 'has three parts'],
    ['256.0.0.0/8', 'has a part above 255'],
    ['::1/128', 'is IPv6'],
    [' 10.0.0.0/8', 'begins with a space'],
    ['web01/32', 'is a name'],
  ])('is not “%s”, which %s', (text) => {
    expect(readCidr(text)).toBeUndefined();
  });
});

describe('ports', () => {
  test('are read as they are written', () => {
    const number = fc.integer({ min: 0, max: 65_535 });
    fc.assert(
      fc.property(fc.constantFrom('tcp', 'udp'), number, number, (protocol, from, to) => {
        const ports = { protocol, from, ...(to !== from && { to }) };
        expect(readPortRange(formatPortRange(ports))).toEqual(ports);
      }),
    );
  });

  test('are read in any case', () => {
    expect(readPortRange('TCP/443')).toEqual({ protocol: 'tcp', from: 443 });
  });

  test.each([
    '',
    'tcp',
    'tcp/',
    'icmp',
    'any',
    'sctp/1',
    'tcp/1-',
    'tcp/-1',
    'tcp/123456',
    'tcp/1-2-3',
    'tcp/1 ',
  ])('are not “%s”', (text) => {
    expect(readPortRange(text)).toBeUndefined();
  });
});

test.each([
  ['U0ANA', [true, false, false]],
  ['W0ANA', [true, false, false]],
  ['S0OPS', [false, true, false]],
  ['C0OPS', [false, false, true]],
  ['G0OPS', [false, false, true]],
  ['D0ANA', [false, false, false]],
  ['*', [false, false, false]],
  ['U', [false, false, false]],
  ['u0ana', [false, false, false]],
  ['U0ANA>', [false, false, false]],
  [`U${'0'.repeat(31)}`, [false, false, false]],
])('%s is the id of a person, a user group, a channel: %j', (id, kinds) => {
  expect([isUserId(id), isGroupId(id), isChannelId(id)]).toEqual(kinds);
});
