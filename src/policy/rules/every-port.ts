import { grouped } from '../../core/grouped.ts';
import { countsAsEveryone } from '../../network/internet.ts';
import { isAnyPort, isEveryPort, portCount } from '../../network/port-set.ts';
import { riskyServices } from '../../network/services.ts';
import { remoteAccess } from './remote-access.ts';
import type { RiskRule } from './rule.ts';

/** No service that anybody may reach needs this many ports. */
const many = 1000;

export const everyPort = {
  kind: 'opening',
  id: 'everyPort',
  points: 1,
  includes: remoteAccess,
  description: `All ports are opened, or more than half of the 65,535 ports of a protocol, counting TCP and UDP together. For any source, ${grouped(many)} ports are enough.`,
  reason({ ports, sources: { addresses } }) {
    const opened = portCount(ports);
    if (!isEveryPort(ports) && !(opened >= many && countsAsEveryone(addresses))) return undefined;
    const all = isAnyPort(ports) ? 'all ports' : `${grouped(opened)} ports`;
    const worst = riskyServices(ports).slice(0, 2);
    return worst.length === 0 ? all : `${all} incl. ${worst.join(', ')}`;
  },
} as const satisfies RiskRule;
