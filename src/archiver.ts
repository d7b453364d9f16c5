import { archiveRecord, type StreamRecord } from './audit-log/archive-record.ts';
import { required } from './aws/lambda/environment.ts';
import { jsonLog } from './aws/lambda/json-log.ts';
import { putNewObjectIn } from './aws/signed/put-new-object.ts';

const deps = { put: putNewObjectIn(required('ARCHIVE_BUCKET')), log: jsonLog('archiver') };

/** Lambda handler of the table's stream: archives each entry of the audit log. If one fails, Lambda repeats the batch. */
export async function handler({ Records }: { readonly Records: readonly StreamRecord[] }): Promise<void> {
  await Promise.all(Records.map((record) => archiveRecord(record, deps)));
}
