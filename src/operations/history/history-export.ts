import { count, done, note, context as smallPrint, warning } from '../../answer/answer.ts';
import type { StoredEntry } from '../../change/model/audit-log.ts';
import { orError } from '../../core/or-error.ts';
import { labelInWords, labelsOf, type PersonLabel, type Profile } from '../../messaging/person-label.ts';
import { type Context, defineOperation } from '../context/context.ts';
import { allEntries } from './all-entries.ts';
import { type AuditFilter, auditFilterFields, auditQueryFrom } from './audit-log-query.ts';
import { csv } from './csv.ts';

/** About 25 MB, which takes seconds to read. */
const maxExported = 50_000;
const pageSize = 1000;

/** All that the hash of an entry covers (docs/operations.md, Verify an export yourself), and the name of its person. */
const columns = [
  'entry',
  'time',
  'event',
  'person',
  'name',
  'account',
  'operation',
  'change',
  'targets',
  'request',
  'job',
  'note',
  'through',
  'digest',
  'policy',
  'previous',
  'hash',
];

export const historyExport = defineOperation({
  id: 'history.export',
  summary: 'Send you the audit log as a CSV file',
  example: 'history export since=4w',
  fields: auditFilterFields,
  risk: 'reads',
  forPeople: true,
  isPrivate: true,
  roles: [],
  async run(args, context) {
    const { entries, cut } = await collect(args, context);
    const names = await labelsIn(entries, context);
    if (entries.length > 0) {
      const { alias } = context.service;
      const day = new Date(context.clock()).toISOString().slice(0, 10);
      await context.send({
        name: `skydesk-audit-log-${alias}-${day}.csv`,
        title: `Audit log of ${alias}, ${day}`,
        content: csv([columns, ...rowsOf(entries, names)]),
      });
    }
    const unnamed = new Set(entries.map(({ person }) => person)).size - names.size;
    return { amount: entries.length, cut, unnamed };
  },
  result: (_, { amount, cut, unnamed }, { service }) =>
    amount === 0
      ? [note(`No entry in the audit log of ${service.alias} matches, so no file was sent.`)]
      : [
          done(`Sent you ${count(amount, 'entry')} from the audit log of ${service.alias}.`),
          ...(cut ? [warning('Older entries are not in the file. Pick a period with since=.')] : []),
          ...(unnamed > 0
            ? [note(`${count(unnamed, 'name')} couldn’t be looked up: the file has the user ids.`)]
            : []),
          smallPrint('The file is in your direct messages with Skydesk.'),
        ],
});

async function collect(
  args: AuditFilter,
  context: Context,
): Promise<{ entries: StoredEntry[]; cut: boolean }> {
  const wanted = { ...auditQueryFrom(args, context), limit: pageSize };
  const entries: StoredEntry[] = [];
  for await (const entry of allEntries(context.auditLog, wanted)) {
    if (entries.length === maxExported) return { entries, cut: true };
    entries.push(entry);
  }
  return { entries, cut: false };
}

/** Returns the label of each person who could be looked up. */
async function labelsIn(
  entries: readonly StoredEntry[],
  { profileOf }: Context,
): Promise<ReadonlyMap<string, PersonLabel>> {
  const profiles = new Map<string, Profile | undefined>();
  for (const person of new Set(entries.map((entry) => entry.person))) {
    const look = await orError(profileOf(person), Error);
    if (!(look instanceof Error)) profiles.set(person, look);
  }
  return labelsOf(profiles);
}

function rowsOf(entries: readonly StoredEntry[], labels: ReadonlyMap<string, PersonLabel>): string[][] {
  const nameOf = (person: string): string => {
    const label = labels.get(person);
    return label ? labelInWords(label) : '';
  };
  return entries.map((entry) => [
    String(entry.seq),
    new Date(entry.at).toISOString(),
    entry.event,
    entry.person,
    nameOf(entry.person),
    entry.account,
    entry.operation,
    entry.title,
    JSON.stringify(entry.targets),
    entry.request,
    entry.job ?? '',
    entry.note ?? '',
    entry.through ?? '',
    entry.digest ?? '',
    entry.policy ?? '',
    entry.previous,
    entry.hash,
  ]);
}
