import type { Approval } from '../../core/approval.ts';
import { errorName } from '../../core/failure.ts';
import type { Execute } from '../job.ts';
import type { Ports } from '../ports.ts';

/** The job that does a granted request; its id is the same however often it is sent. */
export const toExecute = ({ id, team, place }: Approval): Execute => ({
  kind: 'execute',
  id: `${id}:run`,
  team,
  place,
  approval: id,
});

/** Hands a granted request to the worker. If the queue does not take it, the sweeper sends it later. */
export async function handOver(approval: Approval, ports: Ports): Promise<void> {
  try {
    await ports.queue.send(toExecute(approval));
  } catch (error) {
    ports.log('granted, not queued', { approval: approval.id, error: errorName(error) });
  }
}
