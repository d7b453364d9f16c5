import type { Change } from '../../../src/change/model/change.ts';
import type { DueDependencies } from '../../../src/lifecycle/notify/lifecycle-dependencies.ts';
import { type ByJob, settleOrLog } from '../../../src/lifecycle/reconcile/settle.ts';

/** Does about a change what the job does that has closed it. */
export async function settled(
  { id, closed }: Change,
  deps: DueDependencies,
  more: Omit<ByJob, 'job'> = {},
): Promise<void> {
  await settleOrLog(id, { job: closed?.job ?? 'j1', ...more }, deps);
}
