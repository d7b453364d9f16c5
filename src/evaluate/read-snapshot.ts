import { line } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import { UserError } from '../answer/user-error.ts';
import { existence } from '../change/model/resource.ts';
import { ifFound } from '../cloud/model/cloud-error.ts';
import type { Snapshot, SnapshotSubject } from '../operation/snapshot.ts';
import { stateHash } from '../operation/state-hash.ts';
import type { Context } from '../operations/context/context.ts';
import { operations } from '../operations/index.ts';

/** The snapshot readers by kind of resource. */
export const readers = new Map(
  operations.flatMap(({ snapshot }) => (snapshot ? [[snapshot.kind, snapshot] as const] : [])),
);

/**
 * Reads the current state of a changed resource. A deleted resource also has a state. Rejects with a `UserError` for a kind of
 * resource that this version doesn't know, and with a `CloudApiError` if the cloud API fails.
 */
export async function readSnapshot(subject: SnapshotSubject, context: Context): Promise<Snapshot> {
  const reader = readers.get(subject.kind);
  if (!reader) {
    throw new UserError(changedInNewVersion('Undo'), {
      next: 'See how things stand, and type what you want to change.',
    });
  }
  const found = await ifFound(reader.read(subject, context));
  if (found) return found;
  const list = line(reader.listCommand(subject, context));
  return { content: 'gone', description: ['It is not there any more. See ', list] };
}

/** Returns the hash of the content (`stateHash`). */
export const fingerprint = ({ content }: Pick<Snapshot, 'content'>): string => stateHash(content);

/** Returns the hash of the values of some keys of a resource; other changes don't affect it. */
export const fingerprintOf = (keys: readonly string[], { content }: Pick<Snapshot, 'content'>): string =>
  stateHash(
    keys.includes(existence) || typeof content !== 'object' || content === null
      ? content
      : Object.entries(content).filter(([key]) => keys.includes(key)),
  );
