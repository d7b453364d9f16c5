import { toAscii } from '../core/ascii.ts';
import { wellKnown } from './services.ts';

/** Names that people use beside those that Skydesk shows, and the services that aren't TCP alone. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  web: ['tcp/80', 'tcp/443'],
  tls: ['tcp/443'],
  dns: ['tcp/53', 'udp/53'],
  ping: ['icmp'],
  icmp: ['icmp'],
  ntp: ['udp/123'],
  snmp: ['udp/161'],
  tftp: ['udp/69'],
  ipmi: ['udp/623'],
  syslog: ['udp/514'],
  'remote desktop': ['tcp/3389'],
  pg: ['tcp/5432'],
  postgres: ['tcp/5432'],
  mariadb: ['tcp/3306'],
  mssql: ['tcp/1433'],
  mongo: ['tcp/27017'],
  elastic: ['tcp/9200'],
  k8s: ['tcp/6443'],
  rabbitmq: ['tcp/5672'],
};

/** The ports of each service by its name in lower case. Of two ports with one name, the lower is its usual one. */
export const services: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(wellKnown)
    .toReversed()
    .map(([port, name]): [string, readonly string[]] => [name.toLowerCase(), [`tcp/${port}`]]),
  ...Object.entries(alsoCalled),
]);

const portShape = /^(?:(tcp|udp)[/:])?(\d{1,5}(?:-\d{1,5})?)(?:\/(tcp|udp))?$/;

/**
 * Returns the ports that a person names by a number, a range or a service, such as `tcp/443` for “443”, “443/tcp” and “https”;
 * undefined for anything else. A number without a protocol is TCP's. Doesn't validate: a number may be no port.
 */
export function portsNamed(words: string): readonly string[] | undefined {
  const named = toAscii(words).toLowerCase();
  const [, before, numbers, after] = portShape.exec(named) ?? [];
  if (numbers === undefined) return services.get(named);
  return before !== undefined && after !== undefined ? undefined : [`${before ?? after ?? 'tcp'}/${numbers}`];
}
