import { shortList } from '../../core/list.ts';
import type { RiskRule } from './rule.ts';

export const unknownPolicy = {
  kind: 'opening',
  id: 'unknownPolicy',
  points: 4,
  description: 'The firewall policy couldn’t be read, or one of its sources is not an IPv4 range.',
  reason({ unread, sources: { names } }) {
    if (unread !== undefined) return `firewall policy ${unread.slice(0, 8)} can’t be read`;
    if (names.size === 0) return undefined;
    return `unknown source ${shortList([...names], 2)}`;
  },
} as const satisfies RiskRule;
