import { type ChangeStep, loggedAs } from '../../change/model/step.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { lastsOf } from '../../time/timing.ts';

/**
 * Logs that a step is sent now, and when it is to end. The function's log outlives the table: after a restore it lists what the
 * table doesn't know (scripts/after-restore.ts).
 */
export function logStarted(
  changeStep: ChangeStep,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): void {
  const { account, operation } = changeStep.step;
  const now = clock();
  const lasts = lastsOf(changeStep.step, now);
  log('started', {
    entry: 'started',
    account,
    request: loggedAs(changeStep),
    operation,
    ...(lasts !== undefined && { ends: new Date(now + lasts).toISOString() }),
  });
}
