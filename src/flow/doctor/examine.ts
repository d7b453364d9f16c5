import type { Finding } from '../../core/finding.ts';
import { NotInTime, within } from '../within.ts';
import { type Check, type Found, unchecked, wrong } from './check.ts';
import { queue, table } from './checks/aws.ts';
import { clock } from './checks/clock.ts';
import { environment } from './checks/environment.ts';
import { messages } from './checks/messages.ts';
import { approvers, people } from './checks/people.ts';
import { policy } from './checks/policy.ts';
import { serviceSecret, slackSecret } from './checks/secrets.ts';
import { login, roles } from './checks/service.ts';
import { approvalsChannel, scopes, token, workspace } from './checks/slack.ts';
import { begin, type Exam } from './exam.ts';
import { Blocked, type Hindrance, type Instruments, Obstacle } from './instruments.ts';

/** All that is looked at, in the order in which it is told. */
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

const usualPatience = 10_000;

/**
 * Looks at everything at once. A check that fails, or that takes longer than its time, never stops the others.
 * `patience` in milliseconds takes the place of every check's own.
 */
export async function examine(
  instruments: Instruments,
  { patience }: { readonly patience?: number } = {},
): Promise<readonly Finding[]> {
  const exam = begin(instruments);
  const found = await Promise.all(checks.map((check) => carryOut(check, exam, patience)));
  return found.flat();
}

async function carryOut(check: Check, exam: Exam, most: number | undefined): Promise<readonly Finding[]> {
  const limit = most ?? check.patience ?? usualPatience;
  const named = (found: Found): Finding => ({ check: check.name, ...found });
  try {
    return (await within(limit, check.examine(exam))).map(named);
  } catch (error) {
    return [named(failed(error, limit))];
  }
}

const hindered: Readonly<Record<Exclude<Hindrance, 'malformed'>, Found>> = {
  'no credentials': wrong(
    'AWS has no credentials to go by here.',
    'Log in to AWS in this terminal (aws sso login, or AWS_PROFILE=…) and run this again.',
  ),
  unreachable: wrong(
    'It cannot be reached.',
    'See whether the network lets this machine reach it, then run this again.',
  ),
  missing: wrong('It is not there.', 'See whether its name is right.'),
  denied: wrong('It may not be looked at.', 'Allow that to whoever runs this.'),
  throttled: unchecked('It asks to wait.', 'Run this again in a minute.'),
};

/** Nothing of an unforeseen error is told but what kind it is. */
function failed(error: unknown, limit: number): Found {
  if (error instanceof Blocked) return unchecked(`“${error.by}” has to be right first.`);
  if (error instanceof Obstacle) {
    return error.kind === 'malformed'
      ? wrong(error.message, 'Run this again. If it stays so, report it with this line.')
      : hindered[error.kind];
  }
  if (error instanceof NotInTime) {
    return wrong(
      `There was no answer within ${limit / 1000} seconds.`,
      'See whether the network lets this machine reach it, then run this again.',
    );
  }
  return wrong(
    `The check itself failed (${error instanceof Error ? error.name : typeof error}).`,
    'Report it with this line.',
  );
}
