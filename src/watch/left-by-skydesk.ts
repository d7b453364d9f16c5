import { resourceId } from '../change/model/resource.ts';
import type { Finding } from '../drift/findings.ts';
import type { Watched, WatchedResources } from '../drift/watched-state.ts';

/** A snapshot with what Skydesk has changed since: what others opened beside is compared with that. */
export function leftBySkydesk(
  before: WatchedResources,
  findings: readonly Finding[],
  account: string,
): WatchedResources {
  const left = new Map<string, Watched | undefined>(Object.entries(before));
  for (const { subject, after, by } of findings)
    if (by.kind === 'skydesk') left.set(resourceId(account, subject), after && { subject, ...after });
  return Object.fromEntries([...left].flatMap(([id, watched]) => (watched ? [[id, watched] as const] : [])));
}
