import type { IpAddress } from './servers.ts';

/**
 * The public address that a finished `add` brought, found by comparing `addresses` from before and after, which is the
 * only way to learn it (service-facts T19).
 */
export function newAddress(before: IpAddress[], after: IpAddress[]): IpAddress | undefined {
  const known = new Set(before.map((each) => each.public));
  return after.find((each) => each.public !== undefined && !known.has(each.public));
}
