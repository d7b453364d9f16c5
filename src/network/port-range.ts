/** Ports of one protocol, `from` to `to` inclusive. `icmp` and `any` have no ports. */
export interface PortRange {
  readonly protocol: string;
  readonly from?: number;
  readonly to?: number;
}

/** Formats ports like the cloud API: `tcp/443`, `udp/8000-8010`, `icmp` (service-facts §2.2). */
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

/**
 * Reads ports in the format of the cloud API: any, icmp, tcp/N, udp/N-M, from 0 on (service-facts §2.2). Unknown text becomes a
 * protocol of its own, so it never seems to cover anything.
 */
export const portRangeOf = (text: string): PortRange =>
  readPortRange(text) ?? { protocol: text.toLowerCase() };
