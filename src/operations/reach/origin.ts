import { type Inline, person, type Text, time } from '../../answer/answer.ts';
import type { StoredEntry } from '../../change/model/audit-log.ts';
import { type Change, isWaiting, requestName } from '../../change/model/change.ts';
import { endId, stepOfId } from '../../change/model/ids.ts';
import { endsAtOf, isReversal } from '../../change/model/reversal.ts';
import type { Instant } from '../../core/clock.ts';
import { formatPortRange } from '../../network/port-range.ts';
import { describeIntra } from '../firewall/firewall.ts';
import type { PlacedRule } from './placed-rules.ts';

/** The origin of a policy, as far as Skydesk knows it. */
export interface Origin {
  /** The time at which it was applied. */
  readonly since: Instant;
  /** Slack user id of the requester. */
  readonly requester: string;
  /** The change, if it is still stored. */
  readonly change: Pick<Change, 'id' | 'number' | 'ticket'> | undefined;
  /** The scheduled end, if it ends by itself. */
  readonly endsAt: Instant | undefined;
}

/** Upper bound for the audit log entries that are searched. */
const pageSize = 200;

/**
 * Looks up the origin of a firewall policy: the last change by Skydesk of it, if that opened exactly what it allows. Undefined
 * for any other, and if the latest entries of the audit log don't mention it.
 */
export async function originOf(rule: PlacedRule): Promise<Origin | undefined> {
  const { auditLog, service, changes } = rule.owner;
  if (rule.scope.kind === 'public') return undefined;
  const about = `firewall/${rule.scope.dataCenter.toLowerCase()}`;
  const { entries } = await auditLog.read({ account: service.alias, about, limit: pageSize });
  for (const entry of entries.filter((one) => isAbout(one, rule))) {
    const { change: id, index } = stepOfId(entry.request);
    const change = await changes.get(id);
    if (isCreation(entry)) {
      const created = change?.steps[index]?.outcome?.results?.id;
      if (created !== undefined && created !== rule.id) continue;
    } else if (!isEnabling(entry, rule)) return undefined;
    const end = await changes.get(endId(entry.request));
    return {
      since: entry.at,
      requester: change?.requester ?? entry.person,
      change,
      endsAt: end && isReversal(end) && isWaiting(end) ? endsAtOf(end) : undefined,
    };
  }
  return undefined;
}

/** Events of a step that changed something, or may have. */
const ran: readonly StoredEntry['event'][] = ['applied', 'ended', 'unknown'];

/**
 * Returns whether an entry logs a change of the policy. A change is matched by id, creation by traffic, since the id is assigned
 * later.
 */
const isAbout = (entry: StoredEntry, rule: PlacedRule): boolean =>
  isCreation(entry)
    ? entry.event === 'applied' && entry.title.endsWith(` ${describe(rule)}`)
    : ran.includes(entry.event) && entry.targets.some((target) => target.endsWith(`/${rule.id}`));

const isCreation = ({ operation }: StoredEntry): boolean => operation.endsWith('.create');

/** Returns whether an entry logs that the policy was enabled, with the traffic that it allows now. */
const isEnabling = ({ event, operation, title }: StoredEntry, { summary }: PlacedRule): boolean =>
  event === 'applied' && operation.endsWith('.enable') && title.includes(` ${summary} · `);

function describe({ scope, summary, sources, destinations, ports, into, owner }: PlacedRule): string {
  const { service } = owner;
  if (scope.kind !== 'inside') return summary;
  const traffic = { source: sources, destination: destinations, ports: ports.map(formatPortRange) };
  return describeIntra({ ...traffic, destinationAccount: into ?? service.alias }, scope.dataCenter, service);
}

/** Formats an origin: " · since 12 Oct · requested by @ana in #1017 · OPS-17 · ends in 3 h". */
export function originText(origin: Origin | undefined): readonly Inline[] {
  if (!origin) return [];
  const { since, requester, change, endsAt } = origin;
  const parts: readonly Text[] = [
    ['since ', time(new Date(since), 'day')],
    ['requested by ', person(requester), ...(change ? [` in ${requestName(change)}`] : [])],
    ...(change?.ticket ? [change.ticket] : []),
    ...(endsAt === undefined ? [] : [['ends ', time(new Date(endsAt), 'relative')]]),
  ];
  return parts.flatMap((part) => [' · ', ...[part].flat()]);
}
