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

/** Rejects with `NewerTable` if a newer version has written to the table. */
export async function refuseNewer({ isNewerTable }: VersionedTable): Promise<void> {
  if (await isNewerTable?.()) throw new NewerTable('the table is of a newer version');
}

/** What people read then. */
export const newerTable: Answer = [
  failed(
    'This is an older version of Skydesk: its table belongs to a newer version of Skydesk already. Nothing was changed.',
  ),
  note(`Ask ${admin} to deploy the newer version again.`),
];
