import { orLogged } from '../../answer/or-logged.ts';
import type { Changes } from '../../change/model/changes.ts';
import { resourceOfRow } from '../../change/model/open-row.ts';
import type { RowPlace } from '../../change/model/row-place.ts';
import { type ChangeStep, idOfStep, type StepOutcome } from '../../change/model/step.ts';
import type { Log } from '../../core/log.ts';
import type { ResultingState } from '../../operation/leaves.ts';
import type { SnapshotSubject } from '../../operation/snapshot.ts';

/** What is known of a step that was done: the state in which it left its resource, and what undoes it. */
interface Done {
  readonly leaves: ResultingState | undefined;
  readonly subject: SnapshotSubject | undefined;
}

/**
 * Finds what was listed as open on the resource of a step that was done, and is not by that any more: the step removed or disabled it,
 * undid what opened it, or opened it again. What only narrows it, or ends by itself, leaves its row, and so does a step whose end still
 * comes. The places are stored with the outcome, whose write takes these rows away. Never rejects: a row that stays is shown as closed
 * once the cloud API is asked.
 */
export async function closedRows(
  changeStep: ChangeStep,
  { leaves, subject }: Done,
  { changes, log }: { readonly changes: Pick<Changes, 'openRows'>; readonly log: Log },
): Promise<Pick<StepOutcome, 'closes'>> {
  const { step } = changeStep;
  const resource = resourceOfRow(step, subject);
  const isClosed = leaves?.existence === false || leaves?.enabled === false;
  const isNew = step.resource === undefined;
  if (resource === undefined || !(isClosed || step.opened || step.undoes) || (step.ends && !isNew)) return {};
  let found: readonly RowPlace[] = [];
  const look = async (): Promise<void> => {
    const rows = await changes.openRows(step.account, resource);
    found = rows.filter(
      ({ id, endsAt }) =>
        endsAt === undefined &&
        id !== idOfStep(changeStep) &&
        (isClosed || step.opened || id === step.undoes?.id),
    );
  };
  await orLogged(look(), log, 'open rows not read', { request: idOfStep(changeStep) });
  return found.length > 0 ? { closes: found.map(({ accounts, key }) => ({ accounts, key })) } : {};
}
