import type { Assessment } from '../../change/model/basis.ts';
import type { Change } from '../../change/model/change.ts';
import { compressed, parseContent } from './content.ts';
import type { Table } from './dynamodb.ts';
import { itemsIn, putIfAbsent, ttlAfter } from './items.ts';
import { proofDays } from './kept-days.ts';

/** Upper bound for the content of one item, in bytes: an item holds 400 KB. 5,000 firewall policies take about 260 KB. */
const maxBytes = 300_000;

const partitionOf = (id: string): string => `assessment#${id}`;

/** Stores an assessment as gzip of its JSON, in as many items as needed, each once. It is read while its request is open. */
export async function putAssessment(
  table: Table,
  { id, expires }: Pick<Change, 'id' | 'expires'>,
  assessment: Assessment,
): Promise<void> {
  const bytes = compressed(assessment);
  const parts = Math.ceil(bytes.length / maxBytes);
  for (let part = 0; part < parts; part += 1) {
    const content = bytes.subarray(part * maxBytes, (part + 1) * maxBytes);
    const place = { pk: partitionOf(id), sk: String(part).padStart(3, '0') };
    await putIfAbsent(table, { ...place, parts, content, ttl: ttlAfter(expires, proofDays) });
  }
}

/** Reads an assessment; undefined if an item of it is missing. */
export async function readAssessment(table: Table, id: string): Promise<Assessment | undefined> {
  const contents: Uint8Array[] = [];
  let expected = 1;
  for await (const { content, parts } of itemsIn(table, partitionOf(id))) {
    if (content instanceof Uint8Array) contents.push(content);
    expected = Number(parts);
  }
  return contents.length === expected ? parseContent(Buffer.concat(contents)) : undefined;
}
