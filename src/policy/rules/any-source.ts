import { countsAsEveryone, isEverything, shareOfInternet } from '../traffic/cidr.ts';
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
    if (isPublic && share === 1) return 'It is open to the whole internet.';
    if (isEverything(addresses)) return 'It is open to every address (0.0.0.0/0).';
    return `It is open to ${Math.floor(share * 100)}% of all public addresses, which counts as everyone.`;
  },
} as const satisfies RiskRule;
