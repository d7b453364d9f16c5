import { line, note } from '../core/answer.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { gone } from './shared/removed.ts';
import { nameOf, server } from './shared/server.ts';

export const autoscaleRemove = defineOperation({
  id: 'autoscale.remove',
  summary: 'Take the autoscale policy off a server',
  fields: { server: server({ label: 'Server', at: 0 }) },
  risk: 'disrupts',
  targets: ({ server }) => [`server/${server.id}`],
  title: ({ server }) => `take the autoscale policy off ${nameOf(server)}`,
  warnings: ({ server }) => [`${nameOf(server)} keeps the CPUs that it has now, whatever its load.`],
  statusCommand: ({ server }) => `autoscale view ${server.id}`,
  run: ({ server }, { service }) => service.autoscalePolicies.remove(server.id),
  result: ({ server }, removal, context) => [
    gone(
      removal,
      [`${nameOf(server)} has no autoscale policy any more.`],
      [`${nameOf(server)} had no autoscale policy.`],
    ),
    note('Put one on it: ', line(lineIn(context, 'autoscale set', server.id, 'POLICY'))),
  ],
  inverse({ server }, removal, context) {
    const before = server.details?.cpuAutoscalePolicy?.id;
    if (removal !== 'removed' || !before) return undefined;
    return {
      line: lineIn(context, 'autoscale set', server.id, before),
      subject: { kind: 'autoscale policy on server', server: server.id },
      left: 'none',
    };
  },
});
