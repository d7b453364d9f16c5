import { line, note } from '../core/answer.ts';
import { lineIn, operation } from './shared/context.ts';
import { gone } from './shared/removed.ts';
import { nameOf, server } from './shared/server.ts';

export const autoscaleRemove = operation({
  id: 'autoscale.remove',
  does: 'Take the autoscale policy off a server',
  fields: { server: server({ label: 'Server', at: 0 }) },
  risk: 'disrupts',
  touches: ({ server }) => [`server/${server.id}`],
  says: ({ server }) => `take the autoscale policy off ${nameOf(server)}`,
  warns: ({ server }) => [`${nameOf(server)} keeps the CPUs that it has now, whatever its load.`],
  shows: ({ server }) => `autoscale view ${server.id}`,
  run: ({ server }, { service }) => service.autoscalePolicies.remove(server.id),
  answer: ({ server }, removal, context) => [
    gone(
      removal,
      [`${nameOf(server)} has no autoscale policy any more.`],
      [`${nameOf(server)} had no autoscale policy.`],
    ),
    note('Put one on it: ', line(lineIn(context, 'autoscale set', server.id, 'POLICY'))),
  ],
  undo({ server }, removal, context) {
    const before = server.details?.cpuAutoscalePolicy?.id;
    if (removal !== 'removed' || !before) return undefined;
    return {
      line: lineIn(context, 'autoscale set', server.id, before),
      subject: { kind: 'autoscale policy on server', server: server.id },
      left: 'none',
    };
  },
});
