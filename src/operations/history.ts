import { code, type Inline, line, note, person, quote, step, steps, table, time } from '../core/answer.ts';
import type { AuditEvent, StoredEntry } from '../core/audit-log.ts';
import { optional } from '../core/field.ts';
import { number } from './fields/index.ts';
import { picked, wantedBy, wordsOf } from './shared/audit-log-query.ts';
import { type Context, defineOperation } from './shared/context.ts';

/** As many as always fit into one table, so that the next page begins where this one really ends. */
const shown = 15;

export const history = defineOperation({
  id: 'history',
  summary: 'Show who asked, decided and changed what',
  example: 'history what=firewall since=7d',
  fields: {
    ...picked,
    before: optional(number({ label: 'Older than entry', example: '120', least: 1, most: 999_999_999 })),
  },
  risk: 'reads',
  roles: [],
  run: (known, context) =>
    context.auditLog.read({ ...wantedBy(known, context), before: known.before, limit: shown }),
  result: (known, { entries, older }, context) => {
    const words = wordsOf(known);
    return [
      entries.length > 0
        ? table({
            caption: `The record of ${context.service.alias}, newest first`,
            columns: [
              { name: 'Entry', align: 'right' },
              { name: 'When' },
              { name: 'Who' },
              { name: 'Event' },
              { name: 'Change' },
              { name: 'Note' },
            ],
            rows: entries.map(row),
          })
        : note(nothing(Object.values(words).some(Boolean), older !== undefined, context)),
      steps(
        older !== undefined && step('Older', context.link('history', { ...words, before: String(older) })),
        entries.length > 0 && step('Send as CSV', context.link('history.export', words)),
      ),
      note('Verify the chain of hashes: ', line(context.link('history.verify'))),
    ];
  },
});

function nothing(picked: boolean, older: boolean, { service }: Context): string {
  if (older) return `Nothing like this is among the newer entries of ${service.alias}.`;
  return `Nothing ${picked ? 'like this ' : ''}is on the record of ${service.alias}.`;
}

const row = ({ seq, at, person: who, event, says, note: why, job }: StoredEntry): readonly Inline[] => [
  String(seq),
  time(new Date(at)),
  person(who),
  { bold: event },
  says,
  why === undefined ? (job ? code(job) : '') : byPeople.includes(event) ? quote(why) : why,
];

/** Their notes are what a person wrote; all others are the bot's words. */
const byPeople: readonly AuditEvent[] = ['requested', 'approved', 'rejected'];
