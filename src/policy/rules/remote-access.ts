import { shortList } from '../../core/list.ts';
import { maxNamed } from '../traffic/normal-form.ts';
import { servicesThatLetIn } from '../traffic/services.ts';
import type { RiskRule } from './rule.ts';

export const remoteAccess = {
  kind: 'opening',
  id: 'remoteAccess',
  points: 2,
  description:
    'A service for remote access or data is opened, such as SSH, Remote Desktop, SMB, VNC, WinRM, Docker, Kubernetes or a database.',
  reason({ ports }) {
    const services = servicesThatLetIn(ports);
    if (services.length === 0) return undefined;
    const some = services.length === 1 ? 'a service that lets' : 'services that let';
    return `It opens ${some} others in: ${shortList(services, maxNamed)}.`;
  },
} as const satisfies RiskRule;
