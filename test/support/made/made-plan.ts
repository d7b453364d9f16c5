import type { LocalCloud } from '../../../local/cloud/index.ts';
import { isReversal, type Reversal } from '../../../src/change/model/reversal.ts';
import type { Step } from '../../../src/change/model/step.ts';
import { execute } from '../../../src/lifecycle/run/execute.ts';
import type { Timing } from '../../../src/time/timing.ts';
import { connected } from '../in-memory/local-cloud.ts';
import { changesInMemory, memory } from '../in-memory/memory.ts';
import { executionsOf } from './executions.ts';
import { approvedPlan } from './prepared-plan.ts';
import { noon } from './requests.ts';
import { settled } from './settled.ts';

/**
 * A plan that has created an alert policy, for as long as `timings` say, and has assigned it to DE1ACMEWEB04. Its last step
 * deletes another policy; if it `fails`, somebody has deleted that meanwhile.
 */
export async function madePlan(
  { url }: Pick<LocalCloud, 'url'>,
  name: string,
  timings: readonly Timing[] = [],
  { fails = false } = {},
) {
  const service = connected({ url });
  const account = service.account('ACME');
  const doomed = await account.alertPolicies.create({
    name: 'Doomed',
    actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
    triggers: [{ metric: 'cpu', duration: '00:05:00', threshold: 90 }],
  });
  const raw = {
    commands: `alert create "${name}" cpu=90 to=ops@example.com\nalert assign $1.id DE1ACMEWEB04\nalert delete ${doomed.id}`,
    'all-or-nothing': 'yes',
  };
  const { deps } = memory({ service, clock: () => noon });
  const asked = await approvedPlan(raw, timings, deps);
  const { kept, changes, logged } = changesInMemory(asked);
  const world = memory({ service, changes });
  world.state.now = noon;
  const now = (id = asked.id) => kept.get(id) ?? asked;
  if (fails) await account.alertPolicies.delete(doomed.id);
  for (let jobs = executionsOf(now(), noon); jobs.length > 0; jobs = executionsOf(now(), noon))
    for (const job of jobs) {
      await execute(job, world.deps);
      // Each step is done after the one before, and so are their ends.
      world.state.now += 1000;
    }

  /** Runs the due work of the change with this id, and delivers its messages; resolves to how its steps ended. */
  const end = async (id: string): Promise<readonly Step['outcome'][]> => {
    for (const job of executionsOf(now(id), world.state.now)) await execute(job, world.deps);
    const change = now(id);
    if (isReversal(change)) await settled(change, world.deps);
    return change.steps.map(({ outcome }) => outcome);
  };
  const ending = (id: string): Reversal => {
    const change = now(id);
    if (!isReversal(change)) throw new Error('It undoes by itself');
    return change;
  };
  /** What jobs append to the audit log, and what the writes of changes log. */
  const inLog = () => [...world.recorded, ...logged];
  return { ...world, kept, now, end, ending, inLog };
}
