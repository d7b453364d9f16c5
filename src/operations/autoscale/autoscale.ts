import { type Inline, line, time } from '../../answer/answer.ts';
import type { AutoscalePolicy, Server } from '../../cloud/index.ts';
import { isUnread } from '../../cloud/model/partly.ts';
import type { Clock } from '../../core/clock.ts';
import type { SnapshotReader } from '../../operation/snapshot.ts';
import type { Context } from '../context/context.ts';

/** Describes a policy: "2 to 6 CPUs, +1 at CPU ≥ 85% for 15 min, down at ≤ 15%". */
export const describe = (policy: AutoscalePolicy): string =>
  [cpus(policy), scalesUp(policy), `down at ≤ ${shown(policy.scaleDownThreshold)}%`].join(', ');

/** Formats a number of the cloud API; a question mark if it can't be read. */
export const shown = (number: number | undefined): string => String(number ?? '?');

/** Formats the range: "2 to 6 CPUs". */
const cpus = ({ range: { min, max } }: AutoscalePolicy): string => `${shown(min)} to ${shown(max)} CPUs`;

/** Formats when it scales up: "+1 at CPU ≥ 85% for 15 min". */
export const scalesUp = ({
  scaleUpIncrement,
  scaleUpThreshold,
  thresholdPeriodMinutes,
}: AutoscalePolicy): string =>
  `+${shown(scaleUpIncrement)} at CPU ≥ ${shown(scaleUpThreshold)}% for ${shown(thresholdPeriodMinutes)} min`;

/** Formats the daily window for scaling down in the reader's time zone. The policy has it as HH:MM in UTC. */
export function window({ scaleDownWindow: { start, end } }: AutoscalePolicy, clock: Clock): Inline[] {
  const today = new Date(clock()).toISOString().slice(0, 10);
  // Shown as it is in any other form.
  const at = (text = '?'): Inline =>
    /^([01]?\d|2[0-3]):[0-5]\d$/.test(text) ? time(`${today}T${text.padStart(5, '0')}:00Z`, 'clock') : text;
  return [at(start), ' to ', at(end)];
}

/** The key that stands for the autoscale policy of a server. */
export const cpuAutoscale = 'cpu autoscale policy';

/** Replaces the id of the autoscale policy for a server without one. */
export const none = 'none';

/** Returns the id of the server's autoscale policy, as last read; undefined if the server doesn't show that. */
export const policySetOn = (server: Pick<Server, 'details' | 'unread'>): string | undefined =>
  isUnread(server, 'details.cpuAutoscalePolicy.id')
    ? undefined
    : server.details && (server.details.cpuAutoscalePolicy?.id ?? none);

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
