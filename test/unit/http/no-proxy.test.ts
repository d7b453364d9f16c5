import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseNoProxy } from '../../../src/http/no-proxy.ts';

const bypasses = (list: string, host: string): boolean => parseNoProxy(list)(new URL(`https://${host}/v2`));

test.each([
  ['example.com', 'example.com'],
  ['example.com', 'api.example.com'],
  ['.example.com', 'api.example.com'],
  ['.example.com', 'example.com'],
  ['*.example.com', 'api.example.com'],
  ['EXAMPLE.com', 'Api.Example.COM'],
  ['example.com', 'api.example.com.'],
  ['example.com:8443', 'example.com:8443'],
  ['example.com:443', 'example.com'],
  ['*', 'example.com'],
  ['10.1.2.3', '10.1.2.3'],
  ['10.0.0.0/8', '10.1.2.3'],
  ['10.1.2.3:443', '10.1.2.3'],
  ['fd00::/8', '[fd12::1]'],
  ['::1', '[::1]'],
  ['[::1]', '[::1]'],
  ['[::1]:443', '[::1]'],
  ['a.example, b.example c.example', 'c.example'],
  ['wrong/8,10.0.0.0/99, ,b.example', 'b.example'],
])('NO_PROXY=%s names %s', (list, host) => {
  expect(bypasses(list, host)).toBe(true);
});

test.each([
  ['', 'example.com'],
  ['example.com', 'badexample.com'],
  ['example.com', 'example.com.evil'],
  ['api.example.com', 'example.com'],
  ['example.com:8443', 'example.com'],
  ['10.0.0.0/8', '11.1.2.3'],
  ['10.0.0.0/8', '10.example.com'],
  ['10.0.0.0/99', '10.1.2.3'],
  ['10.0.0.0/', '10.1.2.3'],
  ['fd00::/8', '10.1.2.3'],
  ['.', 'example.com'],
  ['ex*', 'example.com'],
])('NO_PROXY=%s doesn’t name %s', (list, host) => {
  expect(bypasses(list, host)).toBe(false);
});

const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
);

test('whatever is in NO_PROXY, it is read, and its order and what else it names change nothing', () => {
  const entry = fc.oneof(
    fc.string(),
    host,
    fc.tuple(fc.ipV4(), fc.nat(40)).map((parts) => parts.join('/')),
  );
  fc.assert(
    fc.property(fc.array(entry), host, (entries, host) => {
      const alone = entries.some((one) => bypasses(one, host));
      expect(bypasses(entries.join(','), host)).toBe(alone);
      expect(bypasses(entries.toReversed().join(' '), host)).toBe(alone);
    }),
  );
});

test('a name stands for all names below it, with or without a point before it', () => {
  fc.assert(
    fc.property(fc.domain(), fc.domain(), (name, below) => {
      for (const given of [name, `.${name}`, `*.${name}`])
        expect(bypasses(given, `${below}.${name}`)).toBe(true);
      expect(bypasses(name, `x${name}`)).toBe(false);
    }),
  );
});

test('a range of addresses names those in it', () => {
  const asNumber = (address: string): number =>
    address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (range, address, bits) => {
      const size = 2 ** (32 - bits);
      const isIn = Math.floor(asNumber(range) / size) === Math.floor(asNumber(address) / size);
      expect(bypasses(`${range}/${bits}`, address)).toBe(isIn);
    }),
  );
});
