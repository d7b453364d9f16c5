import { shortList } from '../../core/list.ts';
import { riskyServices } from '../../network/services.ts';
import type { RiskRule } from './rule.ts';

export const remoteAccess = {
  kind: 'opening',
  id: 'remoteAccess',
  points: 2,
  description:
    'A service for remote access or data is opened, such as SSH, Remote Desktop, SMB, VNC, WinRM, Docker, Kubernetes or a database.',
  reason({ ports }) {
    const services = riskyServices(ports);
    return services.length === 0 ? undefined : `opens ${shortList(services, 3)}`;
  },
} as const satisfies RiskRule;
