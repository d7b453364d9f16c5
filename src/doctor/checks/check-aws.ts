import { count } from '../../core/answer.ts';
import { type Check, type Found, ok, unchecked, warning, wrong } from '../probes/check.ts';
import { CheckFailed, type FailureReason } from '../probes/probes.ts';

/** Runs a probe, and reports on its result. `expected` has the findings for the failures that this check expects. */
async function unless<State>(
  probe: () => Promise<State>,
  expected: Readonly<Partial<Record<FailureReason, Found>>>,
  report: (state: State) => readonly Found[],
): Promise<readonly Found[]> {
  try {
    return report(await probe());
  } catch (error) {
    const found = error instanceof CheckFailed && expected[error.kind];
    if (!found) throw error;
    return [found];
  }
}

const asEngineer = (...actions: string[]): string =>
  `Run npm run doctor in a terminal whose AWS login may: ${actions.join(', ')}.`;

export const queue: Check = {
  name: 'Queue',
  system: 'SQS',
  run: (probes) =>
    unless(
      probes.queue,
      {
        missing: wrong(
          'There is no queue at the address in QUEUE_URL.',
          'Set QUEUE_URL to the address that the deployment printed, or deploy again.',
        ),
        denied: unchecked(
          'Whoever runs this may not look into the queue’s settings.',
          asEngineer('sqs:GetQueueAttributes', 'sqs:GetQueueUrl'),
        ),
      },
      ({ dead }) => [
        dead === undefined
          ? warning(
              'It has no dead-letter queue: a job that always fails would come again for days.',
              'Deploy again: the stack makes one.',
            )
          : dead > 0
            ? wrong(
                `${count(dead, 'job')} failed every time and ${dead === 1 ? 'lies' : 'lie'} in the dead-letter queue.`,
                'Read why in the worker’s log (“job failed”), mend it, then send them on: npm run redrive',
              )
            : ok('It is there, and its dead-letter queue is empty.'),
      ],
    ),
};

const rightKeys = 'pk S HASH, sk S RANGE';
const expiry = 'ttl';

export const table: Check = {
  name: 'Table',
  system: 'DynamoDB',
  run: (probes) =>
    unless(
      probes.table,
      {
        missing: wrong(
          'There is no table of the name in TABLE_NAME.',
          'Set TABLE_NAME to the table of the deployment, or deploy again. Look at AWS_REGION, too.',
        ),
        denied: unchecked(
          'Whoever runs this may not look at the table’s settings.',
          asEngineer('dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive'),
        ),
      },
      ({ keys, expiresBy }) => {
        const found = [
          ...(keys === rightKeys
            ? []
            : [
                wrong(
                  `Its keys are not what the bot writes: ${keys || 'none'} instead of ${rightKeys}.`,
                  'Set TABLE_NAME to the table of the deployment: keys cannot be changed, so this is another one.',
                ),
              ]),
          ...(expiresBy === expiry
            ? []
            : [
                wrong(
                  expiresBy === undefined
                    ? 'Nothing in it ever expires, so it grows without end.'
                    : `It expires items by ${expiresBy}; the bot writes ${expiry}.`,
                  `Switch it on: aws dynamodb update-time-to-live --table-name "$TABLE_NAME" --time-to-live-specification Enabled=true,AttributeName=${expiry}`,
                ),
              ]),
        ];
        return found.length > 0 ? found : [ok('It is there, with the right keys, and items expire.')];
      },
    ),
};
