import { line } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import { UserError } from '../answer/user-error.ts';
import { existence } from '../change/model/resource.ts';
import { ifFound } from '../cloud/model/cloud-error.ts';
import { sha256 } from '../core/sha256.ts';
import type { Snapshot, SnapshotSubject } from '../operation/snapshot.ts';
import type { Context } from '../operations/context/context.ts';
import { operations } from '../operations/index.ts';

/** The readers of all kinds of resources, by kind. */
export const readers = new Map(
  operations.flatMap(({ snapshot }) => (snapshot ? [[snapshot.kind, snapshot] as const] : [])),
);

/**
 * Reads the present state of the thing that a change has changed. Rejects with a `UserError` for a kind of thing that this version
 * doesn't know, and with a `CloudApiError` if the cloud API fails. A deleted thing has a state, too.
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

/** SHA-256 over the content, in hex. */
export const fingerprint = ({ content }: Pick<Snapshot, 'content'>): string => sha256(content);

/** SHA-256 over what some keys of a resource have, in hex: what else is changed there makes no difference. */
export const fingerprintOf = (keys: readonly string[], { content }: Pick<Snapshot, 'content'>): string =>
  sha256(
    keys.includes(existence) || typeof content !== 'object' || content === null
      ? content
      : Object.entries(content).filter(([key]) => keys.includes(key)),
  );
