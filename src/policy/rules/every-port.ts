import { grouped } from '../../core/answer.ts';
import { isEveryPort, portCount } from '../traffic/port-set.ts';
import type { RiskRule } from './rule.ts';

export const everyPort = {
  kind: 'opening',
  id: 'everyPort',
  points: 1,
  description:
    'All ports are opened, or more than half of the 65,535 ports of a protocol, counting TCP and UDP together.',
  reason({ ports }) {
    if (!isEveryPort(ports)) return undefined;
    if (ports.has('any')) return 'It opens every port.';
    return `It opens ${grouped(portCount(ports))} ports, which counts as every port.`;
  },
} as const satisfies RiskRule;
