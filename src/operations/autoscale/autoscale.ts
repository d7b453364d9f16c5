import { type Inline, line, time } from '../../answer/answer.ts';
import type { AutoscalePolicy, Server } from '../../cloud/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { SnapshotReader } from '../../operation/snapshot.ts';
import type { Context } from '../context/context.ts';

/** "2 to 6 CPUs, +1 at CPU ≥ 85% for 15 min, down at ≤ 15%". */
export const describe = (policy: AutoscalePolicy): string =>
  [
    `${policy.range.min} to ${policy.range.max} CPUs`,
    `+${policy.scaleUpIncrement} at CPU ≥ ${policy.scaleUpThreshold}% for ${policy.thresholdPeriodMinutes} min`,
    `down at ≤ ${policy.scaleDownThreshold}%`,
  ].join(', ');

/** The daily window in which a server is scaled down, in the reader's time zone; stored as HH:MM in UTC. */
export function window({ scaleDownWindow: { start, end } }: AutoscalePolicy, clock: Clock): Inline[] {
  const today = new Date(clock()).toISOString().slice(0, 10);
  const at = (hour: string): Inline => time(`${today}T${hour}:00Z`, 'clock');
  return [at(start), ' to ', at(end)];
}

/** The key of a server that has its autoscale policy. */
export const cpuAutoscale = 'cpu autoscale policy';

/** Stands for the id of the autoscale policy of a server that has none. */
export const none = 'none';

/** The id of the autoscale policy of a server, as that was read; undefined for a server that shows no details. */
export const policySetOn = ({ details }: Pick<Server, 'details'>): string | undefined =>
  details && (details.cpuAutoscalePolicy?.id ?? none);

/** The autoscale policy of a server. */
export const autoscaleAssignment: SnapshotReader<{ readonly server: string }, Context> = {
  kind: 'autoscale policy on server',
  async read({ server }, { service, link }) {
    const set = await service.autoscalePolicies.view(server);
    const now = `${server.toUpperCase()} has ${set ? 'another autoscale policy' : 'no autoscale policy'} now.`;
    return {
      content: set?.id ?? none,
      description: [`${now} See `, line(link('autoscale.view', { server }))],
    };
  },
  listCommand: ({ server }, { link }) => link('server.show', { server }),
};
