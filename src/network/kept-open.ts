import { addressesOf, cidrsOf } from './cidr.ts';
import type { RuleLists, Update } from './network-change.ts';
import { portRanges, portSet, setOfPorts } from './port-set.ts';
import { common } from './ranges.ts';

/**
 * Returns an update that supersedes the ends of others, for its evaluation. Access that these ends would close isn't permanent
 * yet, so the update is compared with what is allowed both now and after them. `ended`: the updates whose ends it supersedes,
 * each of lists that this update also replaces.
 */
export function keptOpen(update: Update, ended: readonly Update[]): Update {
  const { before } = update;
  const restored = ended.map(({ before: was, sets }) =>
    Object.fromEntries(sets.map((name) => [name, was[name]])),
  );
  return { ...update, before: { ...before, ...inCommon(before, Object.assign({}, ...restored)) } };
}

/** Returns the intersections of two sets of lists, for each list of the second one. What can't be read is in none. */
function inCommon(
  lists: RuleLists,
  { sources, destinations, ports }: Partial<RuleLists>,
): Partial<RuleLists> {
  const addresses = (one: readonly string[], other: readonly string[]) =>
    cidrsOf(common(addressesOf(one), addressesOf(other)));
  const onPorts = (one: RuleLists['ports'], other: RuleLists['ports']) =>
    portRanges(setOfPorts(common(portSet(one).numbers, portSet(other).numbers)));
  return {
    ...(sources && { sources: addresses(lists.sources, sources) }),
    ...(destinations && { destinations: addresses(lists.destinations, destinations) }),
    ...(ports && { ports: onPorts(lists.ports, ports) }),
  };
}
