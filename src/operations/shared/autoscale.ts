import type { AutoscalePolicy } from '../../cloud/index.ts';
import { type Inline, time } from '../../core/answer.ts';
import type { Clock } from '../../core/clock.ts';

/** "up by 1 at 85 % for 15 min, down at 15 %, 2 to 6 CPUs". */
export const describe = (policy: AutoscalePolicy): string =>
  [
    `up by ${policy.scaleUpIncrement} at ${policy.scaleUpThreshold} % for ${policy.thresholdPeriodMinutes} min`,
    `down at ${policy.scaleDownThreshold} %`,
    `${policy.range.min} to ${policy.range.max} CPUs`,
  ].join(', ');

/** The daily window in which a server is scaled down, in the reader's own time: kept as HH:MM in UTC. */
export function window({ scaleDownWindow: { start, end } }: AutoscalePolicy, clock: Clock): Inline[] {
  const today = new Date(clock()).toISOString().slice(0, 10);
  const at = (hour: string): Inline => time(`${today}T${hour}:00Z`, 'clock');
  return [at(start), ' to ', at(end)];
}
