import type { Ports } from '../core/fields/network.ts';

/** What usually listens on a port. Mostly TCP; the names of UDP services that differ are not worth a second list. */
const wellKnown: Readonly<Record<number, string>> = {
  20: 'FTP data',
  21: 'FTP',
  22: 'SSH',
  23: 'Telnet',
  25: 'SMTP',
  53: 'DNS',
  80: 'HTTP',
  110: 'POP3',
  123: 'NTP',
  135: 'Windows RPC',
  139: 'NetBIOS',
  143: 'IMAP',
  161: 'SNMP',
  389: 'LDAP',
  443: 'HTTPS',
  445: 'SMB',
  465: 'SMTPS',
  514: 'Syslog',
  587: 'mail submission',
  636: 'LDAPS',
  993: 'IMAPS',
  995: 'POP3S',
  1433: 'SQL Server',
  1521: 'Oracle',
  2049: 'NFS',
  2375: 'Docker',
  3306: 'MySQL',
  3389: 'Remote Desktop',
  5432: 'PostgreSQL',
  5672: 'AMQP',
  5900: 'VNC',
  5985: 'WinRM',
  5986: 'WinRM over TLS',
  6379: 'Redis',
  6443: 'Kubernetes',
  8080: 'HTTP alternative',
  8443: 'HTTPS alternative',
  9092: 'Kafka',
  9200: 'Elasticsearch',
  11211: 'Memcached',
  27017: 'MongoDB',
};

const highest = 65_535;

/** Whether these are all ports of TCP, or of every protocol. */
export const isEveryPort = ({ protocol, from, to }: Ports): boolean =>
  protocol === 'any' || (protocol === 'tcp' && from !== undefined && from <= 1 && to === highest);

/** Whether a TCP port is among these. */
export function includesPort({ protocol, from, to = from }: Ports, port: number): boolean {
  if (protocol === 'any') return true;
  return protocol === 'tcp' && from !== undefined && to !== undefined && from <= port && port <= to;
}

/** First and last port; a protocol without ports has them all. */
const ends = ({ from, to = from }: Ports) => ({ from: from ?? 0, to: to ?? highest });

/** Whether everything on `inner` is also on `outer`. */
export function includesPorts(outer: Ports, inner: Ports): boolean {
  if (outer.protocol === 'any') return true;
  const [a, b] = [ends(outer), ends(inner)];
  return outer.protocol === inner.protocol && a.from <= b.from && b.to <= a.to;
}

/** The ports that are on both; undefined where none is. */
export function commonPorts(a: Ports, b: Ports): Ports | undefined {
  if (includesPorts(a, b)) return b;
  if (includesPorts(b, a)) return a;
  if (a.protocol !== b.protocol) return undefined;
  const from = Math.max(ends(a).from, ends(b).from);
  const to = Math.min(ends(a).to, ends(b).to);
  return from <= to ? { protocol: a.protocol, from, to } : undefined;
}

/** Ports in words: "HTTPS (443)", "8000 to 8010", "UDP 5000", "ping (ICMP)", "every port". */
export function portsInWords(ports: readonly Ports[]): string {
  if (ports.some(({ protocol }) => protocol === 'any')) return 'every port';
  return list(ports.map(inWords));
}

function inWords(ports: Ports): string {
  const { protocol, from, to = from } = ports;
  if (protocol === 'icmp') return 'ping (ICMP)';
  if (from === undefined) return protocol;
  const kind = protocol === 'tcp' ? '' : `${protocol.toUpperCase()} `;
  if (isEveryPort(ports)) return 'every TCP port';
  if (to !== from) return `${kind}${from} to ${to}`;
  const name = wellKnown[from];
  return name ? `${name} (${kind}${from})` : `${kind || 'port '}${from}`;
}

/** "a", "a and b", "a, b and c". */
export function list(items: readonly string[]): string {
  return [items.slice(0, -1).join(', '), ...items.slice(-1)].filter(Boolean).join(' and ');
}
