import type { Finding } from '../answer/finding.ts';
import { errorName } from '../answer/user-error.ts';
import { capitalize } from '../core/capitalize.ts';
import { TimeoutError, withTimeout } from '../evaluate/with-timeout.ts';
import { agents } from './checks/check-agents.ts';
import { queue, table } from './checks/check-aws.ts';
import { clock } from './checks/check-clock.ts';
import { login, roles } from './checks/check-cloud.ts';
import { environment } from './checks/check-environment.ts';
import { approvers, people } from './checks/check-people.ts';
import { policy } from './checks/check-policy.ts';
import { serviceSecret, signingSecret, tokenSecret } from './checks/check-secrets.ts';
import { approvalsChannel, scopes, token, workspace } from './checks/check-slack.ts';
import { type Check, type CheckResult, unchecked, wrong } from './probes/check.ts';
import { CheckFailed, type Probes, Skipped } from './probes/probes.ts';
import { type SharedProbes, shareProbes } from './probes/shared-probes.ts';

/** All checks, in the order of their findings. */
const checks: readonly Check[] = [
  environment,
  policy,
  signingSecret,
  tokenSecret,
  token,
  scopes,
  workspace,
  approvalsChannel,
  people,
  approvers,
  serviceSecret,
  login,
  roles,
  queue,
  table,
  agents,
  clock,
];

const defaultTimeoutMs = 10_000;

/**
 * Runs all checks in parallel. A check that fails or times out does not affect the others. `timeoutMs` overrides the timeout of
 * each check, by the check's name. The findings of `additional` checks come last. Never rejects.
 */
export async function runChecks(
  given: Probes,
  {
    timeoutMs,
    additional = [],
  }: { readonly timeoutMs?: (check: string) => number; readonly additional?: readonly Check[] } = {},
): Promise<readonly Finding[]> {
  const probes = shareProbes(given);
  const found = await Promise.all(
    [...checks, ...additional].map((check) => runCheck(check, probes, timeoutMs?.(check.name))),
  );
  return found.flat();
}

async function runCheck(
  check: Check,
  probes: SharedProbes,
  override: number | undefined,
): Promise<readonly Finding[]> {
  const limit = override ?? check.timeoutMs ?? defaultTimeoutMs;
  const named = (found: CheckResult): Finding => ({ check: check.name, ...found });
  try {
    return (await withTimeout(limit, check.run(probes))).map(named);
  } catch (error) {
    return [named(failed(error, check, limit))];
  }
}

const checkNetwork = 'Check the network, then run this again.';

/** Returns the finding for a failed check. Shows only the class of an unexpected error. */
function failed(error: unknown, { system }: Check, limit: number): CheckResult {
  if (error instanceof Skipped) return unchecked(`“${error.by}” must pass first.`);
  if (error instanceof TimeoutError)
    return wrong(`${capitalize(system)} didn’t respond within ${limit / 1000} seconds.`, checkNetwork);
  if (error instanceof CheckFailed) return hindered(error, system);
  return wrong(`The check itself failed (${errorName(error)}).`, 'Report this line.');
}

function hindered({ kind, message }: CheckFailed, asks: string): CheckResult {
  switch (kind) {
    case 'unreachable':
    case 'no such method':
      return wrong(`Couldn’t reach ${asks}.`, checkNetwork);
    case 'no credentials':
      return wrong(
        'No valid AWS credentials found.',
        'Log in to AWS in this terminal (aws sso login, or AWS_PROFILE=…) and run this again.',
      );
    case 'wrong clock':
      return wrong(
        `${capitalize(asks)} rejected the time of this request’s signature.`,
        'Synchronize the clock (NTP), then run this again.',
      );
    case 'missing':
      return wrong('It doesn’t exist.', 'Check its name.');
    case 'denied':
      return wrong('Access was denied.', 'Grant access to these AWS credentials.');
    case 'throttled':
      return unchecked(`${capitalize(asks)}’s rate limit was reached.`, 'Run this again in a minute.');
    case 'malformed':
    case 'refused':
      return wrong(message, 'Run this again. If this keeps happening, report this line.');
  }
}
