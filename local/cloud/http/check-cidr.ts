import { isIPv4 } from 'node:net';
import { text } from './body-schema.ts';

/** Whether the text is an IPv4 network such as `10.0.0.0/24`. */
export function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  return rest.length === 0 && isIPv4(address) && /^\d{1,2}$/.test(bits) && Number(bits) <= 32;
}

export const network = text.refine(isCidr, 'The value must be a network in CIDR notation.');
