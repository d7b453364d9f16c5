import { expect, test } from 'vitest';
import { publicIpContent } from '../../../../src/operations/public-ips/public-ip.ts';

/* The ports of a public IP, as the cloud API writes them. */

test.each([
  [{ protocol: 'TCP', port: 443 }, 'tcp/443'],
  [{ protocol: 'udp', port: 53, portTo: 54 }, 'udp/53-54'],
  [{ protocol: 'ICMP', port: 0 }, 'icmp'],
  [{ protocol: 'icmp', port: 8, portTo: 255 }, 'icmp'],
  [{ protocol: 'ANY', port: 0 }, 'any'],
  [{ protocol: 'Any', port: 0, portTo: 65_535 }, 'any'],
])('%j is %s', (port, words) => {
  const content = publicIpContent({ ports: [port], sourceRestrictions: [] });
  expect(content.ports).toEqual([words]);
});
