import { CloudApiError } from '../../cloud/model/cloud-error.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import type { EvaluatedStep } from '../../evaluate/evaluate.ts';
import { opensAccess } from '../../network/opens-access.ts';
import { addressesOfServer } from '../../operations/servers/server-addresses.ts';
import { describeImpact } from '../../policy/describe-impact.ts';
import { impactLine } from '../../policy/impact-line.ts';
import { countLine, countSentence, countServers, type ServerCount } from '../../policy/server-count.ts';

/** The effect of a change's steps on access: in sentences, and in a few words if there is any. */
interface StepsImpact {
  readonly impact: readonly string[];
  readonly impactLine?: string;
}

/** Upper bound for the short lines; the sentences are complete. */
const maxLines = 6;

/** Keeps references to rules in the traffic, since the impact depends on which rule it is. */
export function impactOfSteps(
  steps: readonly EvaluatedStep[],
  counts: readonly (ServerCount | undefined)[],
): StepsImpact {
  const network = steps.flatMap(({ resolved: { networkChange }, rules }, index) =>
    networkChange ? [{ networkChange, rules, counted: counts[index] }] : [],
  );
  const lines = [
    ...new Set(
      network.flatMap(({ networkChange, rules, counted }) => [
        impactLine(networkChange, rules),
        ...(counted ? [countLine(counted)] : []),
      ]),
    ),
  ];
  const more = lines.length - maxLines;
  return {
    impact: network.flatMap(({ networkChange, rules, counted }) => {
      const [first = '', ...others] = describeImpact(networkChange, rules);
      return [first, ...(counted ? [countSentence(counted)] : []), ...others];
    }),
    ...(lines.length > 0 && {
      impactLine: [...lines.slice(0, maxLines), ...(more > 0 ? [`and ${more} more`] : [])].join('; '),
    }),
  };
}

/** Counts the servers that may reach what each step opens; undefined if it opens nothing or the servers can't be read. */
export const serverCounts = (
  steps: readonly EvaluatedStep[],
): Promise<readonly (ServerCount | undefined)[]> =>
  mapConcurrently(steps, async ({ resolved: { networkChange }, context: { service }, ...policies }) => {
    if (!networkChange || networkChange.scope.kind === 'public' || !opensAccess(networkChange))
      return undefined;
    const servers = await service.servers.all().catch((error: unknown) => {
      if (error instanceof CloudApiError) return [];
      throw error;
    });
    const located = servers.map((server) => ({ ...server, addresses: addressesOfServer(server) }));
    return countServers(networkChange, policies, located);
  });
