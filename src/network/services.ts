import { shortList } from '../core/list.ts';
import type { PortRange } from './port-range.ts';
import { includesPort, isWhole, type PortSet, portRanges } from './port-set.ts';

/** The usual service of a port, mostly for TCP. */
export const wellKnown: Readonly<Record<number, string>> = {
  20: 'FTP data',
  21: 'FTP',
  22: 'SSH',
  23: 'Telnet',
  25: 'SMTP',
  53: 'DNS',
  69: 'TFTP',
  80: 'HTTP',
  110: 'POP3',
  111: 'rpcbind',
  123: 'NTP',
  135: 'Windows RPC',
  139: 'NetBIOS',
  143: 'IMAP',
  161: 'SNMP',
  389: 'LDAP',
  443: 'HTTPS',
  445: 'SMB',
  465: 'SMTPS',
  512: 'rexec',
  513: 'rlogin',
  514: 'rsh',
  587: 'mail submission',
  623: 'IPMI',
  636: 'LDAPS',
  873: 'rsync',
  993: 'IMAPS',
  995: 'POP3S',
  1433: 'SQL Server',
  1521: 'Oracle',
  2049: 'NFS',
  2181: 'ZooKeeper',
  2222: 'SSH alternative',
  2375: 'Docker',
  2376: 'Docker over TLS',
  2379: 'etcd',
  3306: 'MySQL',
  3389: 'RDP',
  5432: 'PostgreSQL',
  5601: 'Kibana',
  5672: 'AMQP',
  5900: 'VNC',
  5901: 'VNC',
  5984: 'CouchDB',
  5985: 'WinRM',
  5986: 'WinRM over TLS',
  6000: 'X11',
  6379: 'Redis',
  6443: 'Kubernetes',
  8080: 'HTTP alternative',
  8086: 'InfluxDB',
  8443: 'HTTPS alternative',
  8500: 'Consul',
  9000: 'PHP-FPM',
  9042: 'Cassandra',
  9092: 'Kafka',
  9200: 'Elasticsearch',
  9300: 'Elasticsearch nodes',
  10250: 'kubelet',
  11211: 'Memcached',
  15672: 'RabbitMQ management',
  27017: 'MongoDB',
};

/** The usual service of a UDP port, if it differs from TCP's. */
const wellKnownOfUdp: Readonly<Record<number, string>> = { 514: 'Syslog' };

/**
 * Services for administrators or for other servers, which allow logging in, running commands, or reading and writing data,
 * often with only a password or none. The most harmful come first.
 */
const risky: readonly (readonly ['tcp' | 'udp', ...ports: number[]])[] = [
  ['tcp', 22, 3389, 445, 5900, 5985, 2375, 6443, 3306, 5432, 1433, 1521, 6379, 9200, 27017, 23, 5986, 5901],
  ['tcp', 2376, 10250, 2379, 11211, 135, 139, 2049, 111, 873, 389, 636, 6000, 5984, 8086, 8500, 9042, 9092],
  ['tcp', 9300, 2181, 5672, 2222, 512, 513, 514, 5601, 9000, 15672],
  ['udp', 3389, 161, 623, 2049, 111, 11211, 69, 389],
];

/** Returns the distinct names of the services for remote access or data among these ports, the most harmful first. */
export const riskyServices = (ports: PortSet): readonly string[] => [
  ...new Set(
    risky.flatMap(([protocol, ...numbers]) =>
      numbers.flatMap((port) => (includesPort(ports, protocol, port) ? (wellKnown[port] ?? []) : [])),
    ),
  ),
];

/** Formats ports: "HTTPS (443)", "ports 8000–8010", "UDP 5000", "ping (ICMP)", "all ports"; at most the first twelve. */
export const portsInWords = (ports: PortSet): string => shortList(portWords(ports), 12);

/** Returns each range of ports in these words. */
export const portWords = (ports: PortSet): readonly string[] => portRanges(ports).map(inWords);

function inWords(range: PortRange): string {
  const { protocol, from = 0, to = from } = range;
  if (protocol === 'any') return 'all ports';
  if (protocol === 'icmp') return 'ping (ICMP)';
  if (protocol !== 'tcp' && protocol !== 'udp') return protocol;
  if (isWhole(range)) return `all ${protocol.toUpperCase()} ports`;
  const kind = protocol === 'tcp' ? '' : `${protocol.toUpperCase()} `;
  if (to !== from) return `${kind || 'ports '}${from}–${to}`;
  const name = (protocol === 'udp' ? wellKnownOfUdp[from] : undefined) ?? wellKnown[from];
  return name ? `${name} (${kind}${from})` : `${kind || 'port '}${from}`;
}
