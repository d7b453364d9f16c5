import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError, runCommand } from './command-line.ts';

const help = `The deep run of the tests that attack and break the built bundles: every operation, every call, many more orders.
The tests count what they try; when all of them pass, their figures are written to docs/reliability.md.

  npm run chaos:deep         with the usual seed
  npm run chaos:deep -- 7    with another seed; no figures are written
`;

const root = path.join(import.meta.dirname, '..');
const page = path.join(root, 'docs/reliability.md');
const marks = ['<!-- figures -->', '<!-- /figures -->'] as const;

/** What each file of tests counted, by its name. */
export type Counted = Readonly<Record<string, Readonly<Record<string, number>>>>;

const amount = (count: number): string => count.toLocaleString('en-US');

/** The figures as a table, one row for each thing that was counted. */
export function tableOf(counted: Counted): string {
  const rows = Object.entries(counted)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([part, figures]) =>
      Object.entries(figures)
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([what, count]) => `| ${part} | ${what} | ${amount(count)} |`),
    );
  return ['| suite | what was counted | how many |', '|---|---|--:|', ...rows].join('\n');
}

/** The page with these figures in place of those in it. @throws Error when its marks are gone */
export function withFigures(text: string, counted: Counted, about: string): string {
  const [start, end] = marks.map((mark) => text.indexOf(mark));
  if (start === undefined || end === undefined || start < 0 || end < start)
    throw new Error('docs/reliability.md lost its marks');
  return `${text.slice(0, start + marks[0].length)}\n${about}\n\n${tableOf(counted)}\n${text.slice(end)}`;
}

/** @returns the exit code */
function run(seed: string | undefined): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'skydesk-figures-'));
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const begun = Date.now();
  const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/chaos'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHAOS: 'deep',
      CHAOS_FIGURES: folder,
      ...(seed !== undefined && { CHAOS_SEED: seed }),
    },
  });
  const counted: Counted = Object.fromEntries(
    readdirSync(folder).map((file) => [
      path.basename(file, '.json'),
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
    ]),
  );
  rmSync(folder, { recursive: true });
  process.stdout.write(`${tableOf(counted)}\n`);
  if (status !== 0 || seed !== undefined) return status ?? 1;
  const took = Math.round((Date.now() - begun) / 60_000);
  const about = `Of ${new Date().toISOString().slice(0, 10)}, in ${took} minutes:`;
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), counted, about));
  return 0;
}

if (import.meta.main) {
  await runCommand({ name: 'chaos:deep', help, options: {}, allowPositionals: true }, ({ positionals }) => {
    const [seed, ...more] = positionals;
    if (more.length > 0 || (seed !== undefined && !/^\d{1,9}$/.test(seed))) {
      throw new CommandError('The seed has to be one whole number of at most nine digits.');
    }
    return run(seed);
  });
}
