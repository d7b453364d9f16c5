import { countsAsEveryone, isEverything, shareOfInternet } from '../../network/internet.ts';
import { largeRange } from './large-range.ts';
import type { RiskRule } from './rule.ts';

export const anySource = {
  kind: 'opening',
  id: 'anySource',
  points: 3,
  atLeast: largeRange,
  description: 'The source is any address (0.0.0.0/0), or at least a quarter of the internet.',
  reason({ sources: { addresses }, isPublic }) {
    if (!countsAsEveryone(addresses)) return undefined;
    const share = shareOfInternet(addresses);
    if (isPublic && share === 1) return 'open to the internet';
    if (isEverything(addresses)) return 'any source';
    return `open to ${Math.floor(share * 100)}% of the internet`;
  },
} as const satisfies RiskRule;
