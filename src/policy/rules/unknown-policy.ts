import { list, shortList } from '../../core/list.ts';
import { unknown } from '../../core/unknown-text.ts';
import type { RiskRule } from './rule.ts';

export const unknownPolicy = {
  kind: 'opening',
  id: 'unknownPolicy',
  points: 4,
  description:
    'The firewall policy, or a part of its sources, destinations or ports, can’t be read. It then also counts as the most that this may mean.',
  reason({ unread, sources, destinations, ports, isPublic }) {
    if (unread !== undefined) return `firewall policy ${unread.slice(0, 8)} can’t be read`;
    // The name of a server stands for the destination of a public IP.
    const parts = [
      ...named('source', sources),
      ...(isPublic ? [] : named('destination', destinations)),
      ...named('ports', ports),
    ];
    return parts.length > 0 ? `unknown ${list(parts)}` : undefined;
  },
} as const satisfies RiskRule;

/** Formats the texts of a list that can't be read: "source web", or "source" if there is no text. */
function named(noun: string, { names }: { readonly names: ReadonlySet<string> }): readonly string[] {
  const texts = [...names].filter((name) => name !== unknown);
  return names.size === 0 ? [] : [[noun, shortList(texts, 2)].filter(Boolean).join(' ')];
}
