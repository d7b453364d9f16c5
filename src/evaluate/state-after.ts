import type { Watched, WatchedKind } from '../drift/watched-state.ts';
import type { ResultingState } from '../operation/leaves.ts';
import { cpuAutoscale, none } from '../operations/autoscale/autoscale.ts';
import { anywhere } from '../operations/public-ips/public-ip.ts';

/**
 * Kinds whose values the cloud API may store in another form. It may also open ICMP on a public IP
 * (docs/cloud-api.md, Public IP addresses).
 */
const rewritten: readonly WatchedKind[] = ['firewall inside', 'public address'];

/**
 * The state of a watched resource after a step has set some values of it; undefined where that can’t be told. `gone`: it isn’t there.
 * `isCertain` is false where the cloud API may write what it was sent in another way, so that another state proves nothing.
 */
export function stateAfter(
  { kind }: Pick<Watched['subject'], 'kind'>,
  content: unknown,
  leaves: ResultingState,
): { readonly content: unknown; readonly isCertain: boolean } | 'gone' | undefined {
  if (kind === 'autoscale policy on server') {
    const { [cpuAutoscale]: policy } = leaves;
    if (typeof policy !== 'string') return undefined;
    return policy === none ? 'gone' : { content: policy, isCertain: true };
  }
  const isKnown = (key: string): boolean => typeof content === 'object' && content !== null && key in content;
  if (!Object.keys(leaves).every(isKnown)) return undefined;
  const isOnlySwitched = Object.keys(leaves).join() === 'enabled';
  return {
    content: { ...(content as object), ...asStored(leaves) },
    isCertain: isOnlySwitched || !rewritten.includes(kind),
  };
}

/** Converts values to their stored form: a public IP that allows every source is stored without sources. */
const asStored = (leaves: object): object =>
  'from' in leaves && Array.isArray(leaves.from) && leaves.from.includes(anywhere)
    ? { ...leaves, from: [] }
    : leaves;
