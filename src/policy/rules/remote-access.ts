import { shortList } from '../../core/list.ts';
import { maxNamed } from '../traffic/normal-form.ts';
import { servicesThatLetIn } from '../traffic/services.ts';
import type { RiskRule } from './rule.ts';

export const remoteAccess = {
  kind: 'opening',
  id: 'remoteAccess',
  points: 2,
  description:
    'A service that lets others in is opened: SSH, Remote Desktop, SMB, VNC, WinRM, Docker, Kubernetes, a database and the like.',
  reason({ ports }) {
    const services = servicesThatLetIn(ports);
    if (services.length === 0) return undefined;
    const some = services.length === 1 ? 'a service that lets' : 'services that let';
    return `It opens ${some} others in: ${shortList(services, maxNamed)}.`;
  },
} as const satisfies RiskRule;
