import type { Part, Tone } from '../../core/answer.ts';
import { person, time } from '../../core/answer.ts';
import type { AuditEvent, StoredEntry } from '../../core/audit-log.ts';

/** How far a change got that was begun, by the event that says so. */
const stages = {
  started: ['waiting', 'Begun'],
  applied: ['done', 'Done'],
  failed: ['failed', 'Failed'],
  unknown: ['warning', 'Nobody knows whether it was done'],
} as const satisfies Partial<Record<AuditEvent, readonly [Tone, string]>>;

type Stage = keyof typeof stages;

/** A change on record, as it stands. */
export interface Change extends Pick<StoredEntry, 'request' | 'person' | 'title' | 'at'> {
  readonly event: Stage;
}

const isChange = (entry: StoredEntry): entry is StoredEntry & Change => entry.event in stages;

/**
 * At most `most` changes out of entries that stand newest first: of each request the newest entry that says how far it
 * got. A word of approval may come on record behind the change that it allowed, and does not count.
 */
export function latestChanges(entries: readonly StoredEntry[], max: number): readonly Change[] {
  const byRequest = new Map<string, Change>();
  for (const entry of entries.filter(isChange)) {
    if (!byRequest.has(entry.request)) byRequest.set(entry.request, entry);
  }
  return [...byRequest.values()].slice(0, max);
}

/** Who, what, how it ended, and when. */
export function told({ person: who, title, event, at }: Change): Part {
  const [tone, words] = stages[event];
  return {
    kind: 'notice',
    tone,
    text: [person(who), `: ${title}. ${words}, `, time(new Date(at)), '.'],
  };
}
