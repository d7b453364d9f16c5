import { admin } from '../../answer/admin.ts';
import { type Answer, failed, note } from '../../answer/answer.ts';

/** Detects that a newer version of Skydesk has written to the table, whose records this version can't read. */
export interface VersionedTable {
  /** Queries the table once. Rejects if it does not answer. */
  readonly isNewerTable?: (() => Promise<boolean>) | undefined;
}

/** A newer version of Skydesk has written to the table, so this version does nothing. */
export class NewerTable extends Error {
  override readonly name = 'NewerTable';
}

/** The answer to people in that case. */
export const newerTable: Answer = [
  failed('The table belongs to a newer version of Skydesk. Nothing was changed.'),
  note(`Ask ${admin} to deploy that version again.`),
];
