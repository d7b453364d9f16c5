import type { Log } from '../core/log.ts';
import { type ArchivedObject, archivedObject, entryAt, type Image } from './archived-object.ts';

/** What DynamoDB's stream says about a write of an item. `NewImage` is missing if the item was removed. */
export interface StreamRecord {
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly dynamodb: { readonly Keys: Image; readonly NewImage?: Image };
}

export interface ArchiveDependencies {
  /** Stores an object, unless there is one under its key. */
  readonly put: (object: ArchivedObject) => Promise<void>;
  readonly log: Log;
}

/**
 * Archives the entry that a record of the stream is about. Entries are added to the table, and never changed or removed: if one is, that
 * is logged, and what replaced it is archived, too. Rejects if the object could not be stored; safe to repeat.
 */
export async function archiveRecord(
  { eventName, dynamodb: { Keys, NewImage } }: StreamRecord,
  { put, log }: ArchiveDependencies,
): Promise<void> {
  const entry = entryAt(Keys);
  if (!entry) return;
  if (eventName !== 'INSERT')
    log('entry overwritten', { account: entry.account, seq: Number(entry.number), write: eventName });
  const object = NewImage && archivedObject(NewImage);
  if (object) await put(object);
}
