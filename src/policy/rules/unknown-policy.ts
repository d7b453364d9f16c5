import { shortList } from '../../core/list.ts';
import { maxNamed } from '../traffic/normal-form.ts';
import type { RiskRule } from './rule.ts';

export const unknownPolicy = {
  kind: 'opening',
  id: 'unknownPolicy',
  points: 4,
  description: 'The firewall policy could not be read, or one of its sources is not an IPv4 range.',
  reason({ unread, sources: { names } }) {
    if (unread !== undefined) return `What rule ${unread} opens could not be looked at.`;
    if (names.size === 0) return undefined;
    return `Whom ${shortList([...names], maxNamed)} lets in could not be made out.`;
  },
} as const satisfies RiskRule;
