/** Ports of one protocol, `from` to `to` inclusive. `icmp` and `any` have no ports. */
export interface Ports {
  readonly protocol: string;
  readonly from?: number;
  readonly to?: number;
}

export const writePorts = ({ protocol, from, to }: Ports): string =>
  [protocol, from === undefined ? '' : `/${from}`, to === undefined || to === from ? '' : `-${to}`].join('');
