import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { seenDigest } from '../../../../src/change/model/digest.ts';
import { cancel, confirm } from '../../../../src/change/transitions/click.ts';
import { MemoryTable } from '../../../support/in-memory/memory-table.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { noon, previewOf } from '../../../support/made/requests.ts';
import { type Facts, noFacts, type Row } from './move-facts.ts';

/* A preview is an item of its own, so its moves are tried on a store of previews. */

export const previews: Readonly<Record<string, Omit<Row, 'tries'>>> = {
  'beginning.previewed': {
    who: 'A person types a change, submits its form or presses a button; an agent asks for it.',
    logs: 'previewed',
  },
  'click.confirm': {
    who: 'Its requester confirms it, once.',
    logs: 'that of what is stored then: see the next table',
  },
  'click.cancel': { who: 'Its requester cancels it, once.', logs: 'withdrawn' },
};

const target = { noun: 'server', name: 'DE1ACMEWEB01' };
const preview = previewOf({ steps: [stepOf({ target }), stepOf({ target })] });
const { id, requester, expires } = preview;
const decisions = { confirm, cancel };

/** Tries to preview and to decide: before and after each other, as others, too late, as something else was shown, and with nothing ticked. */
export async function previewFacts(): Promise<Readonly<Record<string, Facts>>> {
  const put = noFacts();
  const decided = { confirm: noFacts(), cancel: noFacts() };
  for (const first of [undefined, 'confirm', 'cancel'] as const)
    for (const then of ['confirm', 'cancel'] as const)
      for (const by of [requester, 'U0BEN'])
        for (const now of [noon, expires])
          for (const seen of [seenDigest(preview), 'else'])
            for (const excluded of then === 'confirm' ? [undefined, [0, 1]] : [undefined]) {
              const table = new MemoryTable();
              const store = changesIn(table, () => now);
              const decide = (how: 'confirm' | 'cancel', job: string, at: number, more = {}) => {
                const click = { by: requester, job, seen: seenDigest(preview), ...more };
                return store.decide(id, (found) => decisions[how](found, click, at));
              };
              const later = () => decide(then, 'j-then', now, { by, seen, excluded });
              const unknown = await later();
              if ('refused' in unknown) decided[then].refusals.add(unknown.refused);
              await store.preview(preview);
              note(put, `new → ${preview.status}`, table);
              if (first) await decide(first, 'j-first', noon);
              if (!(await store.preview(preview))) put.refusals.add('decided before');
              const decision = await later();
              if ('refused' in decision) decided[then].refusals.add(decision.refused);
              else note(decided[then], `${preview.status} → ${(await store.previewed(id))?.status}`, table);
            }
  return {
    'beginning.previewed': put,
    'click.confirm': decided.confirm,
    'click.cancel': decided.cancel,
  };
}

function note(facts: Facts, status: string, table: MemoryTable): void {
  facts.statuses.add(status);
  facts.writes += 1;
  for (const { pk } of table.items.values()) {
    const item = `\`${String(pk).replace(/#.*/, '')}\``;
    facts.items.set(item, (facts.items.get(item) ?? 0) + 1);
  }
}
