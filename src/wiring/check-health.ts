import type { Finding } from '../answer/finding.ts';
import type { Log } from '../core/log.ts';

/** Event of the schedule that checks the health of the deployment. */
export interface HealthCheck {
  readonly healthCheck: true;
}

export const isHealthCheck = (event: object): event is HealthCheck => 'healthCheck' in event;

/**
 * Runs the health check of `/cloud doctor`, and logs the names of the checks that found a problem. The number of problems is a
 * metric, whose alarm reports a revoked token, for example, before people run into it.
 */
export async function checkHealth({
  runChecks,
  log,
}: {
  readonly runChecks: () => Promise<readonly Finding[]>;
  readonly log: Log;
}): Promise<void> {
  const wrong = (await runChecks()).filter(({ state }) => state === 'wrong');
  for (const { check } of wrong) log('health problem', { check });
  log('health checked', { problems: wrong.length });
}
