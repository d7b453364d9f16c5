import {
  bold,
  buttons,
  code,
  commandButton,
  line,
  note,
  type Part,
  person,
  quote,
  context as smallPrint,
  time,
} from '../../answer/answer.ts';
import type { AuditEvent, StoredEntry } from '../../change/model/audit-log.ts';
import { throughText } from '../../change/model/titles.ts';
import { optional } from '../../operation/field.ts';
import { type Context, defineOperation } from '../context/context.ts';
import { number } from '../fields/index.ts';
import { auditFilterFields, auditQueryFrom, wordsOf } from './audit-log-query.ts';

/** Number of entries that always fit into one message: the next page starts after the last of them. */
const shown = 15;

export const history = defineOperation({
  id: 'history',
  summary: 'Show the audit log: who requested, approved and changed what',
  example: 'history what=firewall since=7d',
  fields: {
    ...auditFilterFields,
    before: optional(number({ label: 'Before entry #', example: '120', min: 1, max: 999_999_999 })),
  },
  risk: 'reads',
  roles: [],
  run: (args, context) =>
    context.auditLog.read({ ...auditQueryFrom(args, context), before: args.before, limit: shown }),
  result: (args, { entries, older }, context) => {
    const words = wordsOf(args);
    return [
      ...(entries.length > 0
        ? [note(bold(`Audit log of ${context.service.alias}`), ', newest first'), ...entries.map(entryLine)]
        : [note(nothing(Object.values(words).some(Boolean), older !== undefined, context))]),
      buttons(
        older !== undefined &&
          commandButton('Show Older', context.link('history', { ...words, before: String(older) })),
        entries.length > 0 && commandButton('Send CSV', context.link('history.export', words)),
      ),
      smallPrint('Verify that no entry was changed or removed: ', line(context.link('history.verify'))),
    ];
  },
});

function nothing(picked: boolean, older: boolean, { service }: Context): string {
  if (older) return `No newer entry in the audit log of ${service.alias} matches.`;
  return picked
    ? `No entry in the audit log of ${service.alias} matches.`
    : `The audit log of ${service.alias} is empty. Requests, approvals and changes appear here.`;
}

/** Formats an entry as one line. A table would cut off its columns on a phone. */
function entryLine({ seq, at, person: who, event, title, note: why, job, through }: StoredEntry): Part {
  const more = why ?? job;
  return note(
    code(String(seq)),
    ' ',
    time(new Date(at)),
    ' · ',
    person(who),
    ...throughText({ through }),
    ' ',
    bold(event),
    `: ${title}`,
    ...(more === undefined
      ? []
      : [' · ', why === undefined ? code(more) : byPeople.includes(event) ? quote(why) : why]),
  );
}

/** Events with a note by a person; Skydesk writes the others. */
const byPeople: readonly AuditEvent[] = ['previewed', 'requested', 'approved', 'rejected'];
