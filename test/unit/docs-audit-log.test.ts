import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLogIn } from '../../src/aws/sdk/audit-log-store.ts';
import { type AuditEntry, auditEvents } from '../../src/change/model/audit-log.ts';
import { textOf } from '../support/imports.ts';
import { notConnected } from '../support/in-memory/local-cloud.ts';
import { MemoryTable } from '../support/in-memory/memory-table.ts';
import { answerOf, contextOf } from '../support/in-memory/run-line.ts';
import { entryOf } from '../support/made/log-entries.ts';

/*
 * The program on the page of the audit log verifies an export. It is taken from the page, and runs without anything of Skydesk.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'skydesk-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const page = textOf('docs/operations.md');
const [, program = ''] = /^### Verify an export yourself$.*?^```js\n(.*?)^```$/ms.exec(page) ?? [];
const script = path.join(folder, 'verify.mjs');
beforeAll(() => writeFileSync(script, program));

/** Runs the program on a file with this content. Resolves to its exit code and its lines. */
function verified(content: string, ...checkpoint: readonly string[]): Promise<[number, ...string[]]> {
  const file = path.join(folder, 'export.csv');
  writeFileSync(file, content);
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, file, ...checkpoint], (_, out, err) =>
      resolve([child.exitCode ?? -1, ...`${out}${err}`.trim().split('\n')]),
    );
  });
}

/** Logs these entries, and exports them as CSV. */
async function exported(entries: readonly AuditEntry[], line = 'history export'): Promise<string> {
  const auditLog = auditLogIn(new MemoryTable());
  for (const [at, entry] of entries.entries()) await auditLog.append(entry, `job-${at}`);
  const sent: string[] = [];
  const context = contextOf(notConnected, {
    auditLog,
    clock: () => 0,
    profileOf: async () => ({ fullName: 'Ana, "Ferreira"', handle: 'ana' }),
    idOf: async (person) => person,
    send: async ({ content }) => {
      sent.push(content);
    },
  });
  await answerOf(line, context);
  return sent.join('');
}

const digest = 'd1'.repeat(32);
const policy = 'a7'.repeat(32);
const log: readonly AuditEntry[] = [
  entryOf({
    event: 'requested',
    at: 1_700_000_000_000,
    note: 'Nightly backup',
    through: 'Slackbot',
    digest,
    policy,
  }),
  entryOf({ event: 'approved', person: 'U0BEN', note: '=HYPERLINK("x"), “sure”', digest, policy }),
  entryOf({ event: 'started', targets: ['alert-policy/Disk 80', 'server/de1acmeweb01'], digest }),
  entryOf({ event: 'applied', person: 'U0BEN', title: `'=1\r\n;-2,'@x\t"quoted" \u2028 é 🙂`, job: '-7' }),
  entryOf({ targets: ['alert-policy/=1, "two"'], note: '' }),
];

const lastHash = (csv: string): string => /"([0-9a-f]{64})"\r\n/.exec(csv)?.[1] ?? '';

test('an export is verified from the page alone, whatever people wrote', async () => {
  const csv = await exported(log);
  expect(await verified(csv)).toEqual([0, `5 entries, 0 missing, last hash ${lastHash(csv)}`]);
  const ana = await exported(log, 'history export who=@U0ANA');
  expect(await verified(ana)).toEqual([0, `3 entries, 2 missing, last hash ${lastHash(csv)}`]);
});

test('an export names a start that nobody agreed to, unless a part of the log is missing', async () => {
  const [requested, , started, ...others] = log;
  if (!requested || !started) throw new Error('It was started');
  const unapproved = [requested, started, ...others];
  const [code, ...said] = await verified(await exported(unapproved));
  expect([code, said[0]]).toEqual([1, 'Entry 2 starts what nobody agreed to before.']);
  expect((await verified(await exported(unapproved, 'history export who=@U0ANA')))[0]).toBe(0);
});

test('an export of any entries is verified', async () => {
  const pieces = [...`=+-@＝;,|\t\n\r "'\\\u200b\u0000\u007fx`, '""', '\r\n', '\ud83d', '🙂'];
  const words = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join(''));
  const some = fc.option(words, { nil: undefined });
  const entry = fc.record({
    ...{
      account: fc.constant('acme'),
      event: fc.constantFrom(...auditEvents.filter((event) => event !== 'started')),
      at: fc.nat(2 ** 42),
    },
    ...{ person: fc.constantFrom('U0ANA', 'U0BEN'), operation: fc.constant('alert.delete') },
    ...{ request: fc.constantFrom('a1', 'a2'), title: words },
    ...{ targets: fc.array(words, { maxLength: 3 }), job: some, note: some, through: some, digest: some },
    policy: some,
  });
  const entries = fc.sample(entry, 1000);
  const csv = await exported(entries);
  expect(await verified(csv)).toEqual([0, `1000 entries, 0 missing, last hash ${lastHash(csv)}`]);
});

/** The rows of an export, newest first, each with its cells as they are written. */
const rowsOf = (csv: string): string[][] =>
  csv
    .slice(0, -2)
    .split(/(?<=")\r\n(?=")/)
    .map((row) => row.split(/(?<="),(?=")/));
const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('');

const plain = log.slice(0, 3);
const columns =
  'entry time event person account operation change targets request job note through digest policy';

test.each([...columns.split(' '), 'previous', 'hash'])(
  'an entry whose %s was changed is found',
  async (column) => {
    const rows = rowsOf(await exported(plain));
    const at = rows[0]?.indexOf(`"${column}"`) ?? -1;
    const others: Readonly<Record<string, string>> = {
      ...{ entry: '"9"', time: '"2026-11-28T12:00:00.000Z"', targets: '"[""server/x""]"' },
    };
    const changed = rows.map((row, index) => (index === 2 ? row.with(at, others[column] ?? '"other"') : row));
    const [code, ...lines] = await verified(csvOf(changed));
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^Entry (2|9) was changed/);
  },
);

test('an entry that was removed, doubled or moved is found', async () => {
  const [head = [], three = [], two = [], one = []] = rowsOf(await exported(plain));
  const removed = await verified(csvOf([head, three, one]));
  expect(removed).toEqual([0, expect.stringContaining('2 entries, 1 missing')]);
  expect((await verified(csvOf([head, three, two, two, one])))[0]).toBe(1);
  expect((await verified(csvOf([head, three.with(0, '"2"'), two.with(0, '"3"'), one])))[0]).toBe(1);
});

test('a log that was cut off or written again is found with a checkpoint', async () => {
  const csv = await exported(plain);
  const checkpoint = lastHash(csv).slice(0, 16);
  expect((await verified(csv, checkpoint))[0]).toBe(0);
  const [head = [], , ...older] = rowsOf(csv);
  expect(await verified(csvOf([head, ...older]), checkpoint)).toContain('The checkpoint is not there.');
  const again = await exported(
    plain.map((entry, at) => (at === 0 ? { ...entry, note: 'written again' } : entry)),
  );
  expect((await verified(again))[0]).toBe(0);
  expect((await verified(again, checkpoint))[0]).toBe(1);
});
