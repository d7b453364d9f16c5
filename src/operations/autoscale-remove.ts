import { done, line, note } from '../core/answer.ts';
import { Failure } from '../core/failure.ts';
import { ServiceError } from '../service/index.ts';
import { lineIn, operation } from './context.ts';
import { nameOf, server } from './terms/server.ts';

export const autoscaleRemove = operation({
  id: 'autoscale.remove',
  does: 'Take the autoscale policy off a server',
  fields: { server: server({ label: 'Server', at: 0 }) },
  risk: 'disrupts',
  touches: ({ server }) => [`server/${server.id}`],
  says: ({ server }) => `take the autoscale policy off ${nameOf(server)}`,
  warns: ({ server }) => [`${nameOf(server)} keeps the CPUs that it has now, whatever its load.`],
  shows: ({ server }) => `autoscale view ${server.id}`,
  async run({ server }, { service }) {
    try {
      await service.autoscalePolicies.remove(server.id);
    } catch (error) {
      if (!(error instanceof ServiceError && error.kind === 'not-found')) throw error;
      throw new Failure(`${nameOf(server)} has no autoscale policy to take off.`);
    }
  },
  answer: ({ server }, _, context) => [
    done(`${nameOf(server)} has no autoscale policy any more.`),
    note('Put one on it: ', line(lineIn(context, 'autoscale set', server.id, 'POLICY'))),
  ],
});
