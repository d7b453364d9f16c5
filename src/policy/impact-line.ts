import { compact } from '../core/compact.ts';
import { isEverything } from '../network/internet.ts';
import type { NetworkChange, Rule } from '../network/network-change.ts';
import { inShort, type Side } from '../network/normal-form.ts';
import { total } from '../network/ranges.ts';
import { isOne, isWholeInternet, publicEnd, verbs } from './describe-impact.ts';
import { type AccessChange, type Impact, impactsOf } from './impact.ts';

/**
 * Returns the impact of a network change in a few words, to be joined with others: "16.8 M addresses gain access to 256", "no
 * access is lost". `rules` are the current policies of its scope.
 */
export function impactLine(networkChange: NetworkChange, rules: readonly Rule[]): string {
  const impacts = impactsOf(networkChange, rules);
  return impacts.length === 0
    ? 'no access is gained or lost'
    : impacts.map((impact) => inFewWords(impact, networkChange)).join('; ');
}

function inFewWords(impact: Impact, networkChange: NetworkChange): string {
  switch (impact.kind) {
    case 'missing':
      return 'the firewall policy no longer exists';
    case 'enabled already':
      return 'already enabled';
    case 'inactive already':
      return networkChange.change === 'updates'
        ? 'no access changes until it is active'
        : 'no access is lost';
    case 'gained':
      return impact.allowedBy.length > 0 ? 'no access is added' : access(impact, networkChange, 'gain');
    case 'lost':
      return impact.allowedBy.length > 0 ? 'no access is lost' : access(impact, networkChange, 'lose');
  }
}

function access(
  { traffic, affected: { sources, destinations } }: AccessChange,
  { scope }: NetworkChange,
  verb: 'gain' | 'lose',
): string {
  const isPublic = scope.kind === 'public';
  const who = isPublic && isWholeInternet(sources) ? 'the whole internet' : named(sources);
  const what = isPublic ? publicEnd(traffic) : amount(destinations);
  return `${who} ${isOne(sources, scope) ? verbs[verb] : verb} access to ${what}`;
}

function named(end: Side): string {
  const addresses = total(end.addresses);
  if (isEverything(end.addresses) || addresses === 0) return amount(end);
  return `${amount(end)} ${addresses === 1 ? 'address' : 'addresses'}`;
}

/** Returns the amount of an end after the other one: "256". */
function amount(end: Side): string {
  if (isEverything(end.addresses)) return 'every address';
  const addresses = total(end.addresses);
  return addresses === 0 ? inShort(end) : compact(addresses);
}
