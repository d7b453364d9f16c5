import type { PublicIpDraft } from '../../cloud/index.ts';
import { type Ports, writePorts } from '../../core/port-range.ts';

type WirePort = PublicIpDraft['ports'][number];

/** `tcp/8080-8081` as the service takes it; ICMP goes with port 0 (service-facts 2.4). */
export const onWire = ({ protocol, from = 0, to }: Ports): WirePort => ({
  protocol: protocol.toUpperCase(),
  port: from,
  ...(to !== undefined && { portTo: to }),
});

export const describePorts = (ports: readonly WirePort[]): string =>
  ports
    .map(({ protocol, port, portTo }) =>
      writePorts({
        protocol: protocol.toLowerCase(),
        ...(protocol.toLowerCase() !== 'icmp' && { from: port }),
        ...(portTo && { to: portTo }),
      }),
    )
    .join(', ') || 'no ports';
