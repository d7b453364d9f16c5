import { count } from '../../answer/answer.ts';
import { orError } from '../../core/or-error.ts';
import { type Check, type CheckResult, ok, unchecked, warning, wrong } from '../probes/check.ts';
import { CheckFailed, type FailureReason, type TableState } from '../probes/probes.ts';

/** Runs a probe, and reports on its result. `expected` contains the findings for the failures that this check expects. */
export async function unless<State>(
  probe: () => Promise<State>,
  expected: Readonly<Partial<Record<FailureReason, CheckResult | ((failure: CheckFailed) => CheckResult)>>>,
  report: (state: State) => readonly CheckResult[],
): Promise<readonly CheckResult[]> {
  const state = await orError(probe(), CheckFailed);
  if (!(state instanceof CheckFailed)) return report(state);
  const found = expected[state.kind];
  if (!found) throw state;
  return [typeof found === 'function' ? found(state) : found];
}

/** Explains how to read state that the worker’s role can't see. */
export const asEngineer = (...actions: string[]): string =>
  `Run npm run doctor -- --stage STAGE in a terminal with these AWS permissions: ${actions.join(', ')}.`;

export const queue: Check = {
  name: 'Queue',
  system: 'SQS',
  run: (probes) =>
    unless(
      probes.queue,
      {
        missing: wrong(
          'QUEUE_URL points to no queue.',
          'Set QUEUE_URL to the URL that the deployment printed, or deploy again.',
        ),
        denied: unchecked(
          'These AWS credentials can’t read the queue’s settings.',
          asEngineer('sqs:GetQueueAttributes', 'sqs:GetQueueUrl'),
        ),
      },
      ({ dead }) => [
        dead === undefined
          ? warning(
              'It has no dead-letter queue, so a job that always fails is retried for days.',
              'Deploy again: the stack creates one.',
            )
          : dead > 0
            ? wrong(
                `${count(dead, 'job')} failed repeatedly and ${dead === 1 ? 'is' : 'are'} in the dead-letter queue.`,
                'Find the cause in the worker’s log (“job failed”), fix it, then run npm run redrive -- --stage STAGE',
              )
            : ok('The dead-letter queue is empty.'),
      ],
    ),
};

const rightKeys = 'pk S HASH, sk S RANGE';
const expiry = 'ttl';

export const table: Check = {
  name: 'Table',
  system: 'DynamoDB',
  run: (probes) => {
    const { TABLE_NAME = 'NAME' } = probes.environment;
    return unless(
      probes.table,
      {
        missing: wrong(
          'The table that TABLE_NAME names doesn’t exist.',
          'Set TABLE_NAME to the deployment’s table and check AWS_REGION, or deploy again.',
        ),
        denied: unchecked(
          'These AWS credentials can’t read the table’s settings.',
          asEngineer(
            'dynamodb:DescribeTable',
            'dynamodb:DescribeTimeToLive',
            'dynamodb:DescribeContinuousBackups',
          ),
        ),
      },
      (state) => {
        const found = [...wrongWith(state, TABLE_NAME)];
        return found.length > 0 ? found : [ok('Keys, expiry, backups and deletion protection are right.')];
      },
    );
  },
};

function* wrongWith(
  { keys, expiresBy, isProtected, isRecoverable }: TableState,
  name: string,
): Generator<CheckResult> {
  if (keys !== rightKeys)
    yield wrong(
      `Its keys are ${keys || 'unknown'}; Skydesk needs ${rightKeys}.`,
      'Set TABLE_NAME to the deployment’s table. Keys can’t be changed, so this is a different table.',
    );
  if (expiresBy !== expiry)
    yield wrong(
      expiresBy === undefined
        ? 'Items never expire, so the table keeps growing.'
        : `Items expire by ${expiresBy}; Skydesk needs ${expiry}.`,
      `Enable TTL: aws dynamodb update-time-to-live --table-name ${name} --time-to-live-specification Enabled=true,AttributeName=${expiry}`,
    );
  if (isRecoverable === undefined)
    yield unchecked(
      'These AWS credentials can’t see whether the table is backed up.',
      asEngineer('dynamodb:DescribeContinuousBackups'),
    );
  if (isRecoverable === false)
    yield wrong(
      'Its point-in-time recovery is off, so it can’t be restored.',
      `Turn it on: aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
    );
  if (!isProtected)
    yield wrong(
      'Its deletion protection is off, so one call can delete the audit log.',
      `Turn it on: aws dynamodb update-table --table-name ${name} --deletion-protection-enabled`,
    );
}
