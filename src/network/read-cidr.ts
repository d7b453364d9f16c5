import { isIPv4 } from 'node:net';

/** An IPv4 range as it is written: the address can be anywhere in the range. */
export interface Cidr {
  readonly address: string;
  /** Number of leading bits that the addresses of the range share, 0 to 32. */
  readonly prefix: number;
}

/** Reads an IPv4 range in CIDR notation, such as `10.0.0.7/24`; undefined for anything else, including a bare address. */
export function readCidr(text: string): Cidr | undefined {
  const [, address = '', prefix = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(text) ?? [];
  return isIPv4(address) && Number(prefix) <= 32 ? { address, prefix: Number(prefix) } : undefined;
}
