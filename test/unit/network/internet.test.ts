import { expect, test } from 'vitest';
import { addressesOf } from '../../../src/network/cidr.ts';
import { isEverything, isPrivate, shareOfInternet } from '../../../src/network/internet.ts';

test.each<[string, boolean]>([
  ['10.0.0.0/8', true],
  ['10.0.0.0/7', false],
  ['172.16.0.0/12', true],
  ['172.32.0.0/16', false],
  ['192.168.255.255/32', true],
  ['192.169.0.0/24', false],
  ['203.0.113.0/24', false],
  ['0.0.0.0/0', false],
])('%s private: %s', (text, expected) => expect(addressesOf([text]).every(isPrivate)).toBe(expected));

test.each<[string, readonly string[], boolean]>([
  ['the whole', ['0.0.0.0/0'], true],
  ['its two halves', ['128.0.0.0/1', '0.0.0.0/1'], true],
  ['one half', ['0.0.0.0/1'], false],
  ['nothing', [], false],
])('a set has every address or not: %s', (_, texts, expected) =>
  expect(isEverything(addressesOf(texts))).toBe(expected),
);

test.each<[string, readonly string[], number]>([
  ['everything', ['0.0.0.0/0'], 1],
  ['all addresses that can be on it', ['0.0.0.0/1', '128.0.0.0/2', '192.0.0.0/3'], 1],
  ['private addresses and multicast', ['10.0.0.0/8', '224.0.0.0/3'], 0],
  ['nothing', [], 0],
])('the share of the internet: %s', (_, texts, share) => {
  expect(shareOfInternet(addressesOf(texts))).toBe(share);
});
