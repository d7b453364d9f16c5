import { grouped } from '../../core/answer.ts';
import { isEveryPort, portCount } from '../traffic/port-set.ts';
import { riskyServices } from '../traffic/services.ts';
import { remoteAccess } from './remote-access.ts';
import type { RiskRule } from './rule.ts';

export const everyPort = {
  kind: 'opening',
  id: 'everyPort',
  points: 1,
  includes: remoteAccess,
  description:
    'All ports are opened, or more than half of the 65,535 ports of a protocol, counting TCP and UDP together.',
  reason({ ports }) {
    if (!isEveryPort(ports)) return undefined;
    const all = ports.has('any') ? 'all ports' : `${grouped(portCount(ports))} ports`;
    const worst = riskyServices(ports).slice(0, 2);
    return worst.length === 0 ? all : `${all} incl. ${worst.join(', ')}`;
  },
} as const satisfies RiskRule;
