import { line } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import { UserError } from '../answer/user-error.ts';
import { existence } from '../change/model/resource.ts';
import { ifFound } from '../cloud/model/cloud-error.ts';
import type { Snapshot, SnapshotSubject } from '../operation/snapshot.ts';
import { stateHash, unreadHash } from '../operation/state-hash.ts';
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

type State = Pick<Snapshot, 'content' | 'unread'>;

/** Returns the hash of the content (`stateHash`); one that can't be compared if a part of it couldn't be read. */
export const fingerprint = ({ content, unread = [] }: State): string =>
  unread.length > 0 ? unreadHash(content) : stateHash(content);

/** Returns the hash of the values of some keys of a resource; nothing else affects it. */
export function fingerprintOf(keys: readonly string[], state: State): string {
  const { content, unread = [] } = state;
  if (keys.includes(existence) || typeof content !== 'object' || content === null) return fingerprint(state);
  return fingerprint({
    content: Object.entries(content).filter(([key]) => keys.includes(key)),
    unread: unread.filter((key) => keys.includes(key)),
  });
}
