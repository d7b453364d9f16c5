import { orLogged } from '../answer/or-logged.ts';
import type { AuditEntry } from '../change/model/audit-log.ts';
import { isWatchedKind, type WatchedKind } from '../drift/watched-state.ts';
import { operationById } from '../operations/index.ts';
import { type SendWatchesDependencies, watchOf } from './send-watches.ts';

/** Seconds from a change until it is looked at: the steps of a plan are looked at together. */
const settling = 15;

/** Events of a step that may have changed something. */
const ran: readonly AuditEntry['event'][] = ['applied', 'ended', 'unknown', 'failed'];

/**
 * Sends the job that reads what steps of Skydesk have changed in watched accounts, so that what others change there later is compared with
 * how these left it. Never rejects: without it, the next watch tells both.
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

/** The kinds of what a step changed. An operation without a snapshot tells by its targets. */
function kindsOfEntry({ operation, targets }: AuditEntry): readonly WatchedKind[] {
  const kind = operationById(operation)?.snapshot?.kind;
  if (kind !== undefined) return isWatchedKind(kind) ? [kind] : [];
  return targets.flatMap((target) => kindsByTarget[target.split('/')[0] ?? ''] ?? []);
}

const kindsByTarget: Readonly<Record<string, readonly WatchedKind[]>> = {
  firewall: ['firewall between', 'firewall inside'],
  server: ['public address'],
};
