import { admin } from '../../answer/admin.ts';
import { type Answer, failed, note } from '../../answer/answer.ts';

/** What knows whether a newer version of Skydesk has written to the table: its records can't be read here. */
export interface VersionedTable {
  /** Asks the table once. Rejects if it does not answer. */
  readonly isNewerTable?: (() => Promise<boolean>) | undefined;
}

/** A newer version of Skydesk has written to the table, so nothing is done here. */
export class NewerTable extends Error {
  override readonly name = 'NewerTable';
}

/** What people read then. */
export const newerTable: Answer = [
  failed('The table belongs to a newer version of Skydesk. Nothing was changed.'),
  note(`Ask ${admin} to deploy that version again.`),
];
