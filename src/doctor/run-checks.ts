import type { Finding } from '../core/finding.ts';
import { errorName } from '../core/user-error.ts';
import { inTime, NotInTime } from '../requests/with-timeout.ts';
import { queue, table } from './checks/check-aws.ts';
import { clock } from './checks/check-clock.ts';
import { login, roles } from './checks/check-cloud.ts';
import { environment } from './checks/check-environment.ts';
import { messages } from './checks/check-messages.ts';
import { approvers, people } from './checks/check-people.ts';
import { policy } from './checks/check-policy.ts';
import { serviceSecret, slackSecret } from './checks/check-secrets.ts';
import { approvalsChannel, scopes, token, workspace } from './checks/check-slack.ts';
import { type Check, type Found, unchecked, wrong } from './probes/check.ts';
import { Blocked, type Instruments, Obstacle } from './probes/probes.ts';
import { begin, type Exam } from './probes/shared-probes.ts';

/** All checks, in the order of their findings. */
const checks: readonly Check[] = [
  environment,
  policy,
  slackSecret,
  token,
  scopes,
  workspace,
  approvalsChannel,
  people,
  approvers,
  messages,
  serviceSecret,
  login,
  roles,
  queue,
  table,
  clock,
];

const defaultTimeoutMs = 10_000;

/**
 * Runs all checks in parallel. A check that fails or times out does not affect the others. `patience` overrides the timeout
 * of every check, in milliseconds. Never rejects.
 */
export async function examine(
  instruments: Instruments,
  { patience }: { readonly patience?: number } = {},
): Promise<readonly Finding[]> {
  const exam = begin(instruments);
  const found = await Promise.all(checks.map((check) => runCheck(check, exam, patience)));
  return found.flat();
}

async function runCheck(check: Check, exam: Exam, override: number | undefined): Promise<readonly Finding[]> {
  const limit = override ?? check.patience ?? defaultTimeoutMs;
  const named = (found: Found): Finding => ({ check: check.name, ...found });
  try {
    return (await inTime(limit, check.examine(exam))).map(named);
  } catch (error) {
    return [named(failed(error, check, limit))];
  }
}

const checkNetwork = 'See whether the network lets this machine reach it, then run this again.';

/** The finding for a failed check. Of an unexpected error only the class is shown. */
function failed(error: unknown, { asks }: Check, limit: number): Found {
  if (error instanceof Blocked) return unchecked(`“${error.by}” has to be right first.`);
  if (error instanceof NotInTime)
    return wrong(`${asks} gave no answer within ${limit / 1000} seconds.`, checkNetwork);
  if (error instanceof Obstacle) return hindered(error, asks);
  return wrong(`The check itself failed (${errorName(error)}).`, 'Report it with this line.');
}

function hindered({ kind, message }: Obstacle, asks: string): Found {
  switch (kind) {
    case 'unreachable':
      return wrong(`${asks} cannot be reached.`, checkNetwork);
    case 'no credentials':
      return wrong(
        'There are no valid AWS credentials here.',
        'Log in to AWS in this terminal (aws sso login, or AWS_PROFILE=…) and run this again.',
      );
    case 'wrong clock':
      return wrong(
        `${asks} refuses the time at which this was signed.`,
        'Let this machine set its clock by the network (NTP), then run this again.',
      );
    case 'missing':
      return wrong('It is not there.', 'See whether its name is right.');
    case 'denied':
      return wrong('It may not be looked at.', 'Allow that to whoever runs this.');
    case 'throttled':
      return unchecked(`${asks} asks to wait.`, 'Run this again in a minute.');
    case 'malformed':
    case 'refused':
      return wrong(message, 'Run this again. If it stays so, report it with this line.');
  }
}
