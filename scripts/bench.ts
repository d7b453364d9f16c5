import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { cold } from './bench/cold.ts';
import { buildContestants } from './bench/contestants.ts';
import { crowd } from './bench/crowd.ts';
import { growth, invoiceBesideParse } from './bench/growth.ts';
import { judging } from './bench/judging.ts';
import { memory, throughput, warmAcks } from './bench/warm.ts';
import { startWorld } from './bench/world.ts';
import { buildHere } from './build.ts';
import { runCommand } from './command-line.ts';
import { between } from './page-marks.ts';

const page = path.join(import.meta.dirname, '../docs/performance.md');

const help = `Measures Skydesk beside what one would use instead, and writes docs/performance.md.

  npm run bench                  under five minutes
  npm run bench -- --quick       under one minute; writes nothing
  npm run bench -- --endurance   100,000 commands through one worker, and what it then holds: about ten minutes
`;

/** How much is measured. */
const measures = {
  whole: {
    fresh: 31,
    rounds: 10,
    batches: 40,
    seconds: 30,
    grown: 7,
    crowd: [1, 10, 100, 1_000],
  },
  quick: { fresh: 3, rounds: 2, batches: 5, seconds: 4, grown: 3, crowd: [1, 10] },
} as const;

const options = {
  quick: { type: 'boolean', default: false },
  endurance: { type: 'boolean', default: false },
} as const;

/** Measures one thing, and tells that it is being measured. */
async function measured<Result>(what: string, measure: () => Result | Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await measure();
  process.stderr.write(`${what}: ${Math.round((performance.now() - started) / 1000)} s\n`);
  return result;
}

/** The parts of the page by name, each as soon as it is measured. */
async function* sections(
  much: (typeof measures)['whole' | 'quick'],
): AsyncGenerator<readonly [string, string]> {
  const world = await startWorld();
  try {
    yield ['machine', machine(much.fresh)];
    const { receiver, worker } = await measured('fresh processes', () => cold(world, much.fresh));
    yield ['receiver', receiver];
    yield ['worker', worker];
    yield ['warm', await measured('warm', () => warmAcks(world, much.rounds))];
    yield ['throughput', await measured('throughput', () => throughput(world, much.batches))];
    yield ['memory', await measured('memory', () => memory(world, { seconds: much.seconds }))];
    yield ['growth', await measured('growth', () => growth(world, much.grown))];
    yield ['invoice', invoiceBesideParse()];
    yield ['judging', judging()];
  } finally {
    await world.close();
  }
  yield ['crowd', await measured('a crowd', () => crowd(much.crowd))];
}

async function* endurance(): AsyncGenerator<readonly [string, string]> {
  const world = await startWorld();
  try {
    yield ['endurance', await measured('endurance', () => memory(world, { commands: 100_000 }))];
  } finally {
    await world.close();
  }
}

function machine(runs: number): string {
  const load = os.loadavg()[0]?.toFixed(1);
  const [cpu] = os.cpus();
  return `Measured with Node ${process.versions.node} on ${os.cpus().length} cores (${cpu?.model.trim()}), ${runs} fresh processes of each; the machine’s load was ${load} at the start.`;
}

await runCommand({ name: 'bench', help, options, allowPositionals: false }, async ({ values }) => {
  await measured('building', async () => {
    await buildHere();
    await buildContestants();
  });
  const made = values.endurance ? endurance() : sections(values.quick ? measures.quick : measures.whole);
  for await (const [name, text] of made) {
    process.stdout.write(`${text}\n\n`);
    if (!values.quick) await writeFile(page, between(await readFile(page, 'utf8'), name, text));
  }
});
