import { type Answer, buttons, commandButton, note } from '../core/answer.ts';
import type { UndoStore } from '../core/undo.ts';
import { commandWords } from '../operations/shared/command-link.ts';
import type { Context } from '../operations/shared/context.ts';
import { type Change, latestChanges, told } from '../operations/shared/latest-changes.ts';
import { may, type Person } from '../policy/people.ts';
import type { Policy } from '../policy/policy.ts';
import type { HomeOpened } from '../requests/job.ts';
import { undoButton } from '../undo/offer.ts';

/** Upper bound for the changes in the section. */
const maxShown = 6;
/** Number of audit log entries to search for recent changes: a change has about four. */
const searchedEntries = 60;

/** What it takes to see which changes can still be undone. */
export interface OpenUndoDependencies {
  readonly undoStore: Pick<UndoStore, 'check'>;
  readonly policy: Policy;
}

/** Recent changes of the account, with Undo buttons where this person can still undo them. */
export async function changes(
  { auditLog, service }: Pick<Context, 'auditLog' | 'service'>,
  person: Person,
  job: HomeOpened,
  deps: OpenUndoDependencies,
): Promise<Answer> {
  const { entries } = await auditLog.read({ account: service.alias, limit: searchedEntries });
  const latest = latestChanges(entries, maxShown);
  if (latest.length === 0) {
    const where = entries.length > 0 ? 'among the newest entries on the record' : 'on the record';
    return [note(`No change is ${where} of ${service.alias}.`)];
  }
  const open = await Promise.all(latest.map((change) => isOpen(change, person, job, deps)));
  return [
    ...latest.flatMap((change, at) => [
      told(change),
      ...(open[at] ? [buttons(undoButton(change.request))] : []),
    ]),
    buttons(commandButton('The whole record', commandWords('history'))),
  ];
}

/** Whether this person can still undo a change. The policy is checked again when Undo is pressed. */
async function isOpen(
  { request, event }: Change,
  person: Person,
  job: HomeOpened,
  { undoStore, policy }: OpenUndoDependencies,
): Promise<boolean> {
  if (event !== 'applied') return false;
  const offered = await undoStore.check(request, job.id);
  return 'undo' in offered && may('change', person, offered.undo.step.account, policy);
}
