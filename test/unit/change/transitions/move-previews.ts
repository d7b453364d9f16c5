import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { seenDigest } from '../../../../src/change/model/digest.ts';
import { MemoryTable } from '../../../support/in-memory/memory-table.ts';
import { noon, previewOf } from '../../../support/made/requests.ts';
import { type Facts, noFacts, type Row } from './move-facts.ts';

/*
 * A preview is an item of its own, on which one conditional write decides: its moves are conditions of the table, and not functions in
 * src/change/transitions. So they are tried on a table in memory.
 */

export const previews: Readonly<Record<string, Omit<Row, 'tries'>>> = {
  'preview-items.putPreview': {
    who: 'A person types a change, submits its form or presses a button; an agent asks for it.',
    logs: 'previewed',
  },
  'preview-items.decidePreview': {
    who: 'Its requester confirms or cancels it, once.',
    logs: 'withdrawn, if it is cancelled; for a confirmed one see the next table',
  },
};

const preview = previewOf();
const { id, requester, expires } = preview;

/** Tries to preview and to decide, before and after each other, as others, too late, and with a digest of something else. */
export async function previewFacts(): Promise<Readonly<Record<string, Facts>>> {
  const [put, decided] = [noFacts(), noFacts()];
  for (const first of [undefined, 'confirm', 'cancel'] as const)
    for (const then of ['confirm', 'cancel'] as const)
      for (const by of [requester, 'U0BEN'])
        for (const now of [noon, expires])
          for (const seen of [seenDigest(preview), 'else']) {
            const table = new MemoryTable();
            const store = changesIn(table, () => now);
            const unknown = await store.decide(id, by, then, 'j-then', seen);
            if ('refused' in unknown) decided.refusals.add(unknown.refused);
            await store.preview(preview);
            note(put, `new → ${preview.status}`, table);
            if (first) await changesIn(table, () => noon).decide(id, requester, first, 'j-first');
            if (!(await store.preview(preview))) put.refusals.add('decided before');
            const decision = await store.decide(id, by, then, 'j-then', seen);
            if ('refused' in decision) decided.refusals.add(decision.refused);
            else note(decided, `${preview.status} → ${(await store.previewed(id))?.status}`, table);
          }
  return { 'preview-items.putPreview': put, 'preview-items.decidePreview': decided };
}

function note(facts: Facts, status: string, table: MemoryTable): void {
  facts.statuses.add(status);
  facts.writes += 1;
  for (const { pk } of table.items.values()) {
    const item = `\`${String(pk).replace(/#.*/, '')}\``;
    facts.items.set(item, (facts.items.get(item) ?? 0) + 1);
  }
}
