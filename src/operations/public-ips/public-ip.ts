import { line } from '../../answer/answer.ts';
import type { PublicIp, PublicIpDraft } from '../../cloud/index.ts';
import { isUnread, type Partly } from '../../cloud/model/partly.ts';
import { canonicalAddresses, canonicalPorts } from '../../network/canonical-lists.ts';
import { addressesOf } from '../../network/cidr.ts';
import { publicAddresses } from '../../network/internet.ts';
import { formatPortRange, type PortRange } from '../../network/port-range.ts';
import { includes } from '../../network/ranges.ts';
import type { SnapshotReader } from '../../operation/snapshot.ts';
import type { Context } from '../context/context.ts';
import { withUnread } from '../firewall/firewall-state.ts';

type WirePort = PublicIpDraft['ports'][number];

/** Formats a port such as `tcp/8080-8081` for the cloud API; ICMP has port 0 (docs/cloud-api.md, Public IP addresses). */
export const onWire = ({ protocol, from = 0, to }: PortRange): WirePort => ({
  protocol: protocol.toUpperCase(),
  port: from,
  ...(to !== undefined && { portTo: to }),
});

/** Reads ports from the cloud API's format. ICMP has none; `any` from port 0 means all. */
export const portsOf = (ports: readonly WirePort[]): readonly PortRange[] =>
  ports.map(({ protocol: written, port, portTo }) => {
    const protocol = written.trim().toLowerCase();
    return protocol === 'icmp' || (protocol === 'any' && port === 0)
      ? { protocol }
      : { protocol, from: port, ...(portTo && { to: portTo }) };
  });

/** Replaces the ports of a public IP that allows no inbound traffic. */
export const noPorts = 'no ports';

/** The range of all sources: a public IP without restrictions allows them. */
export const anywhere = '0.0.0.0/0';

/** Returns the sources that these restrictions allow; without any, anywhere. */
export const orAnywhere = (restrictions: readonly string[]): readonly string[] =>
  restrictions.length > 0 ? restrictions : [anywhere];

/** Returns a warning if these sources are everyone. */
export const warnIfEveryone = (from: readonly string[]): readonly string[] =>
  includes(addressesOf(from), publicAddresses)
    ? ['Anyone on the internet can reach it. Limit that with from=CIDR.']
    : [];

/** Returns the restrictions that allow these sources. */
export const restrictionsFor = (from: readonly string[]): { cidr: string }[] =>
  from.includes(anywhere) ? [] : from.map((cidr) => ({ cidr }));

/** The cloud API writes the same in two ways: no restriction, or one to every address. */
const withoutAnywhere = (from: readonly string[]): readonly string[] =>
  from.length === 1 && from.includes(anywhere) ? [] : from;

/**
 * Returns the content of a public IP in canonical form: private address, ports, and source ranges; no ranges mean anywhere.
 * `unknown` stands for what can't be read of a list.
 */
export function publicIpContent(publicIp: PublicIp) {
  const { internalIPAddress, ports, sourceRestrictions } = publicIp;
  const open = withUnread(canonicalPorts(portsOf(ports).map(formatPortRange)), publicIp, 'ports');
  const from = canonicalAddresses(sourceRestrictions.map(({ cidr }) => cidr));
  return {
    internal: internalIPAddress || null,
    ports: open.length > 0 ? open : [noPorts],
    from: withoutAnywhere(withUnread(from, publicIp, 'sourceRestrictions')),
  };
}

/** Returns the keys of the content that couldn't be read. */
const unreadOfPublicIp = (publicIp: Partly): readonly string[] =>
  Object.entries({ internal: 'internalIPAddress', ports: 'ports', from: 'sourceRestrictions' }).flatMap(
    ([key, field]) => (isUnread(publicIp, field) ? [key] : []),
  );

/** Formats sources: "10.0.0.0/24", "anywhere". */
export const sourcesInWords = (from: readonly string[]): string => from.join(', ') || 'anywhere';

/** Reads the target and the allowed sources of a server’s public IP. */
export const publicIpState: SnapshotReader<{ readonly server: string; readonly address: string }, Context> = {
  kind: 'public address',
  async read({ server, address }, { service, link }) {
    const found = await service.publicIps.get(server, address);
    const content = publicIpContent(found);
    const { ports, from } = content;
    const now = `${address} now allows ${ports.join(', ')} from ${sourcesInWords(from)}.`;
    return {
      content,
      unread: unreadOfPublicIp(found),
      description: [`${now} See `, line(link('ip.show', { server }))],
    };
  },
  listCommand: ({ server }, { link }) => link('server.show', { server }),
};
