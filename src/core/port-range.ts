/** Ports of one protocol, `from` to `to` inclusive. `icmp` and `any` have no ports. */
export interface PortRange {
  readonly protocol: string;
  readonly from?: number;
  readonly to?: number;
}

export const formatPortRange = ({ protocol, from, to }: PortRange): string =>
  [protocol, from === undefined ? '' : `/${from}`, to === undefined || to === from ? '' : `-${to}`].join('');
