import { isDeepStrictEqual } from 'node:util';
import type { WatchedKind } from '../drift/watched-state.ts';
import { canonicalAddresses, canonicalPorts } from '../network/canonical-lists.ts';
import { orAnywhere } from '../operations/public-ips/public-ip.ts';

/**
 * Returns whether the content of a resource has the values that steps have set, in whatever form the cloud API stores them. It
 * may also have opened ICMP on a public IP (docs/cloud-api.md, Public IP addresses).
 */
export const isAsSet = (kind: WatchedKind, content: unknown, set: unknown): boolean =>
  isObject(content) &&
  isObject(set) &&
  Object.entries(set).every(([name, value]) => hasMeaning(kind, name, content[name], value));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function hasMeaning(kind: WatchedKind, name: string, value: unknown, set: unknown): boolean {
  const [is, was] = [textsIn(value), textsIn(set)];
  if (!is || !was) return isDeepStrictEqual(value, set);
  switch (name) {
    case 'ports':
      return [was, ...(kind === 'public address' ? [[...was, 'icmp']] : [])].some((ports) =>
        isDeepStrictEqual(canonicalPorts(is), canonicalPorts(ports)),
      );
    case 'from':
      return isDeepStrictEqual(canonicalAddresses(orAnywhere(is)), canonicalAddresses(orAnywhere(was)));
    case 'source':
    case 'destination':
    case 'sourceCidr':
    case 'destinationCidr':
      return isDeepStrictEqual(canonicalAddresses(is), canonicalAddresses(was));
    default:
      return isDeepStrictEqual(lowerCase(is), lowerCase(was));
  }
}

/** Returns a text or a list of texts as a list; undefined for anything else. */
function textsIn(value: unknown): readonly string[] | undefined {
  const texts = [value].flat();
  return texts.every((text) => typeof text === 'string') ? texts : undefined;
}

const lowerCase = (texts: readonly string[]): readonly string[] => texts.map((text) => text.toLowerCase());
