/** Ports of one protocol, `from` to `to` inclusive. `icmp` and `any` have no ports. */
export interface PortRange {
  readonly protocol: string;
  readonly from?: number;
  readonly to?: number;
}

/** Formats ports like the cloud API: `tcp/443`, `udp/8000-8010`, `icmp`. */
export const formatPortRange = ({ protocol, from, to }: PortRange): string =>
  [protocol, from === undefined ? '' : `/${from}`, to === undefined || to === from ? '' : `-${to}`].join('');

/**
 * Reads `tcp/443` or `udp/8000-8010`, in any case; undefined for anything else, including a protocol without ports. Does not
 * validate: numbers may be outside of 0 to 65535, and `to` may be below `from`.
 */
export function readPortRange(text: string): (Required<Omit<PortRange, 'to'>> & PortRange) | undefined {
  const [, protocol, from, to] = /^(tcp|udp)\/(\d{1,5})(?:-(\d{1,5}))?$/i.exec(text) ?? [];
  if (protocol === undefined || from === undefined) return undefined;
  return {
    protocol: protocol.toLowerCase(),
    from: Number(from),
    ...(to !== undefined && { to: Number(to) }),
  };
}

/** Protocols that are complete without ports. */
const withoutPorts = ['any', 'icmp', 'tcp', 'udp'];

/** The highest port of TCP and UDP. */
export const highestPort = 65_535;

/**
 * Reads ports in the format of the cloud API (docs/cloud-api.md, Firewall policies inside a data center): any, icmp, tcp/N,
 * udp/N-M; and also tcp and udp alone. Port 0 carries no traffic. A text that can't be read becomes a protocol of its own, which
 * may mean any port.
 */
export function portRangeOf(text: string): PortRange {
  const plain = text.trim().toLowerCase();
  if (withoutPorts.includes(plain)) return { protocol: plain };
  const range = readPortRange(plain);
  const { from = 0, to = from } = range ?? {};
  return range && Math.max(from, 1) <= to && to <= highestPort ? range : { protocol: plain };
}
