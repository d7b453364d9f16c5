import { addressesOf, cidrsOf } from './cidr.ts';
import type { RuleLists, Update } from './network-change.ts';
import { portRanges, portSet } from './port-set.ts';
import { common } from './ranges.ts';

/**
 * An update that takes the place of the ends of others, as it is judged: what they would close again isn’t open for good yet. So it is
 * compared with what is allowed both now and after them. `ended`: those updates, each of lists that this one replaces, too.
 */
export function keptOpen(update: Update, ended: readonly Update[]): Update {
  const { before } = update;
  const restored = ended.map(({ before: was, sets }) =>
    Object.fromEntries(sets.map((name) => [name, was[name]])),
  );
  return { ...update, before: { ...before, ...inCommon(before, Object.assign({}, ...restored)) } };
}

/** What two lists of a kind both have, for each kind that the second one has. */
function inCommon(
  lists: RuleLists,
  { sources, destinations, ports }: Partial<RuleLists>,
): Partial<RuleLists> {
  const addresses = (one: readonly string[], other: readonly string[]) =>
    cidrsOf(common(addressesOf(one), addressesOf(other)));
  return {
    ...(sources && { sources: addresses(lists.sources, sources) }),
    ...(destinations && { destinations: addresses(lists.destinations, destinations) }),
    ...(ports && { ports: portRanges(common(portSet(lists.ports), portSet(ports))) }),
  };
}
