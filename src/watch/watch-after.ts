import { orLogged } from '../answer/or-logged.ts';
import type { AuditEntry } from '../change/model/audit-log.ts';
import { isWatchedKind, type WatchedKind } from '../drift/watched-state.ts';
import { operationById } from '../operations/index.ts';
import { type SendWatchesDependencies, watchOf } from './send-watches.ts';

/** Seconds from a change to its watch, so that the steps of a plan are watched together. */
const settling = 15;

/** Events of a step that may have changed something. */
const ran: readonly AuditEntry['event'][] = ['applied', 'ended', 'unknown', 'failed'];

/**
 * Sends the job that reads the changes of Skydesk's own steps in watched accounts, as the base for later changes by others.
 * Never rejects: without it, the next watch reports both.
 */
export async function watchAfter(
  entries: readonly AuditEntry[],
  { policy, queue, clock, log }: Omit<SendWatchesDependencies, 'watches'>,
): Promise<void> {
  const watched = entries.filter(
    ({ account, event }) => ran.includes(event) && policy.watch?.accounts.includes(account.toUpperCase()),
  );
  for (const [account, about] of Map.groupBy(watched, (entry) => entry.account.toUpperCase())) {
    const kinds = [...new Set(about.flatMap(kindsOfEntry))];
    if (kinds.length === 0) continue;
    const sending = queue.send(watchOf(account, clock(), kinds), settling);
    await orLogged(sending, log, 'not watched', { account });
  }
}

/** Returns the kinds that a step changed. For an operation without a snapshot, derives them from its targets. */
function kindsOfEntry({ operation, targets }: AuditEntry): readonly WatchedKind[] {
  const kind = operationById(operation)?.snapshot?.kind;
  if (kind !== undefined) return isWatchedKind(kind) ? [kind] : [];
  return targets.flatMap((target) => kindsByTarget[target.split('/')[0] ?? ''] ?? []);
}

const kindsByTarget: Readonly<Record<string, readonly WatchedKind[]>> = {
  firewall: ['firewall between', 'firewall inside'],
  server: ['public address'],
};
