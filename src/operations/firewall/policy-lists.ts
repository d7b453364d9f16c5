import { ports } from '../fields/index.ts';
import { differing } from '../fields/updated-lists.ts';

/** What a policy inside a data center allows, in the words of the cloud API. */
export type PolicyLists = Readonly<Record<'ports' | 'source' | 'destination', readonly string[]>>;

/** The lists of it that an update sets. */
type GivenLists = { readonly [Name in keyof PolicyLists]: PolicyLists[Name] | undefined };

/** What a command takes as the ports of such a policy. */
export const policyPorts = ports({ label: 'Ports', bare: ['icmp', 'any'] });

/** The arguments that set again what was replaced; undefined if nothing was, or if a port can’t be written in a command. */
export function toRestore(
  before: PolicyLists,
  now: GivenLists,
): { readonly [Name in keyof PolicyLists]?: string } | undefined {
  const replaced = differing(before, now);
  if (replaced.length === 0) return undefined;
  const words = {
    ports: before.ports.join(' '),
    source: before.source.join(','),
    destination: before.destination.join(','),
  };
  if (replaced.includes('ports') && 'problem' in policyPorts.read(words.ports)) return undefined;
  return Object.fromEntries(replaced.map((name) => [name, words[name]]));
}
