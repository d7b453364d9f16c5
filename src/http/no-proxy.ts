import { BlockList, isIP } from 'node:net';

type Matches = (host: string) => boolean;

/**
 * Parses NO_PROXY: hosts, separated by commas or blanks, that are reached without the proxy. The rules are those that curl and Go
 * have in common and, where they differ, the one that names more: `example.com`, `.example.com` and `*.example.com` stand for that
 * name and all names below it; `10.0.0.0/8` for addresses, since no name is looked up; `*` for all. A port limits any of them. What
 * is none of these matches nothing.
 */
export function parseNoProxy(list: string): (url: URL) => boolean {
  const rules = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(ruleOf);
  return (url) => rules.some((matches) => matches(url));
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** Without the brackets of an IPv6 address and the point of an absolute name. */
const bare = (host: string): string => host.replace(/^\[|\]$|\.$/g, '');

function ruleOf(entry: string): (url: URL) => boolean {
  if (entry === '*') return () => true;
  const [, host = entry, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  const matches = hostRule(bare(host));
  return (url) => (port === undefined || port === portOf(url)) && matches(bare(url.hostname));
}

function hostRule(given: string): Matches {
  const [address = '', bits] = given.split('/');
  const family = isIP(address);
  if (family === 0) {
    const name = given.replace(/^\*?\./, '');
    return (host) => host === name || host.endsWith(`.${name}`);
  }
  const most = family === 4 ? 32 : 128;
  const length = bits === undefined ? most : Number(/^\d+$/.exec(bits)?.[0] ?? Number.NaN);
  if (!(length <= most)) return () => false;
  const range = new BlockList();
  range.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
  return (host) => isIP(host) !== 0 && range.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}
