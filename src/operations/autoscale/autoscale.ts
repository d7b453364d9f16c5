import { type Inline, line, time } from '../../answer/answer.ts';
import type { AutoscalePolicy, Server } from '../../cloud/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { SnapshotReader } from '../../operation/snapshot.ts';
import type { Context } from '../context/context.ts';

/** Describes a policy: "2 to 6 CPUs, +1 at CPU ≥ 85% for 15 min, down at ≤ 15%". */
export const describe = (policy: AutoscalePolicy): string =>
  [
    `${policy.range.min} to ${policy.range.max} CPUs`,
    `+${policy.scaleUpIncrement} at CPU ≥ ${policy.scaleUpThreshold}% for ${policy.thresholdPeriodMinutes} min`,
    `down at ≤ ${policy.scaleDownThreshold}%`,
  ].join(', ');

/** Formats the daily window for scaling down in the reader's time zone. The policy has it as HH:MM in UTC. */
export function window({ scaleDownWindow: { start, end } }: AutoscalePolicy, clock: Clock): Inline[] {
  const today = new Date(clock()).toISOString().slice(0, 10);
  // Shown as it is in any other form.
  const at = (text: string): Inline =>
    /^([01]?\d|2[0-3]):[0-5]\d$/.test(text) ? time(`${today}T${text.padStart(5, '0')}:00Z`, 'clock') : text;
  return [at(start), ' to ', at(end)];
}

/** The key that stands for the autoscale policy of a server. */
export const cpuAutoscale = 'cpu autoscale policy';

/** Replaces the id of the autoscale policy for a server without one. */
export const none = 'none';

/** Returns the id of the server's autoscale policy, as last read; undefined if the server shows no details. */
export const policySetOn = ({ details }: Pick<Server, 'details'>): string | undefined =>
  details && (details.cpuAutoscalePolicy?.id ?? none);

/** Reads the autoscale policy of a server. */
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
