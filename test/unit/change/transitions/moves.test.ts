import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { between } from '../../../../scripts/derived/page-marks.ts';
import { births, decisions } from './move-decisions.ts';
import { diagramsOf } from './move-diagram.ts';
import { type Facts, factsOf, type Row } from './move-facts.ts';
import { messages, parts } from './move-messages.ts';
import { refusalTable, tableOf } from './move-page.ts';
import { previewFacts, previews } from './move-previews.ts';
import { reversals, runs } from './move-runs.ts';
import { moments, samples } from './move-samples.ts';

/*
 * The page of moves, and the picture of the statuses, is what the functions make of sample changes. `npx vitest run --project unit moves.test.ts -u` writes it again. Who makes
 * a move is written by hand, and what is logged of one that closes no change; all else is computed.
 */

const root = path.join(import.meta.dirname, '../../../..');
const page = path.join(root, 'docs/moves.md');
const architecture = path.join(root, 'docs/architecture.md');
const folder = path.join(root, 'src/change/transitions');

type Named = readonly [name: string, row: Omit<Row, 'tries'>, facts: Facts];

const tried = (rows: Readonly<Record<string, Row>>, on = samples): readonly Named[] =>
  Object.entries(rows).map(([name, row]) => [name, row, factsOf(row.tries, on, moments)]);

const ofPreviews = await previewFacts();
const tables = {
  previews: Object.entries(previews).flatMap(([name, row]): readonly Named[] => {
    const facts = ofPreviews[name];
    return facts ? [[name, row, facts]] : [];
  }),
  births: tried(births, samples.slice(0, 1)),
  decisions: tried(decisions),
  runs: tried(runs),
  reversals: tried(reversals),
  messages: tried(messages),
};

test('the page has each move, with what it makes of changes in every status', async () => {
  const withTables = Object.entries(tables).reduce(
    (text, [name, rows]) => between(text, name, tableOf(rows)),
    readFileSync(page, 'utf8'),
  );
  await expect(between(withTables, 'refusals', refusalTable())).toMatchFileSnapshot(page);
});

test('the picture of the statuses is drawn from the moves', async () => {
  const moves = Object.values(tables).flatMap((rows) =>
    rows.map(([name, , facts]) => [name, facts] as const),
  );
  const text = readFileSync(architecture, 'utf8');
  await expect(between(text, 'statuses', diagramsOf(moves))).toMatchFileSnapshot(architecture);
});

test('each function of src/change/transitions has a row, or is a part of others', async () => {
  const files = globSync('*.ts', { cwd: folder });
  const exported = await Promise.all(
    files.map(async (file) => {
      const module: object = await import(path.join(folder, file));
      return Object.entries(module).flatMap(([name, one]) =>
        typeof one === 'function' ? [`${path.basename(file, '.ts')}.${name}`] : [],
      );
    }),
  );
  const rows = Object.values(tables).flatMap((table) => table.map(([name]) => name));
  expect([...rows, ...Object.keys(parts)].toSorted()).toEqual(exported.flat().toSorted());
});

test('each move was made, and each refusal in the code was met', () => {
  const all = Object.values(tables).flat();
  expect(all.filter(([, , { writes }]) => writes === 0).map(([name]) => name)).toEqual([]);
  const met = new Set(all.flatMap(([, , { refusals }]) => [...refusals]));
  const code = globSync('*.ts', { cwd: folder }).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const words = [
    ...code.join('\n').matchAll(/refused:\s+'([A-Z][^']+)'|^(?:export )?const \w+ = '([A-Z][^']+\.)';/gm),
  ];
  const refusals = words.map(([, one, constant]) => one ?? constant ?? '');
  expect(refusals.length).toBeGreaterThan(25);
  expect([...new Set(refusals)].filter((one) => !met.has(one))).toEqual([]);
});
