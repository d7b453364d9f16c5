import { addressesOf } from './cidr.ts';
import { common, includes, minus, type Range, total, type United } from './ranges.ts';

/** All IPv4 addresses. */
export const everything: United = addressesOf(['0.0.0.0/0']);

/** Returns whether these are all IPv4 addresses. */
export const isEverything = (addresses: United): boolean => includes(addresses, everything);

/** The private addresses (RFC 1918, section 3), which are in data centers. */
export const privateAddresses: United = addressesOf(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']);

/** All other addresses, from which traffic reaches a public IP. */
export const publicAddresses: United = minus(everything, privateAddresses);

/** Returns whether a range is private. */
export const isPrivate = (range: Range): boolean => includes(privateAddresses, [range]);

/** Addresses of no host on the internet: IANA's registry of special-purpose addresses, and multicast. */
const notOnInternet: United = addressesOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

/** Returns the share of the internet's addresses among these, from 0 to 1. */
export const shareOfInternet = (addresses: United): number => onInternet(addresses) / onInternet(everything);

/** Returns whether these count as everyone: at least a quarter of the internet. Each /2 has that many, and only one country. */
export const countsAsEveryone = (addresses: United): boolean => shareOfInternet(addresses) >= 1 / 4;

const onInternet = (addresses: United): number => total(addresses) - total(common(addresses, notOnInternet));
