import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { auditLogWriters } from './bench/audit-log-speed.ts';
import { buildBaselines } from './bench/baselines.ts';
import { type Budget, budgetTable, type Section } from './bench/budgets.ts';
import { confirmToResult, firstAnswer, manySteps, sweepAmong } from './bench/change-runs.ts';
import { coldReceivers, coldReceiversOverTls, coldWorkers, coldWorkersInField } from './bench/cold.ts';
import { growth } from './bench/growth.ts';
import { type StandIns, startStandIns } from './bench/stand-ins.ts';
import { callsOfFlows } from './bench/virtual/flows.ts';
import { loggedWrites } from './bench/virtual/logged-writes.ts';
import { manyStepsInVirtualTime } from './bench/virtual/many-steps.ts';
import { memory, warmAcks } from './bench/warm.ts';
import { build } from './build.ts';
import { type CommandLine, runCommand } from './command-line/command-line.ts';
import { costs } from './cost/costs.ts';
import { between } from './derived/page-marks.ts';
import { updateReadme } from './derived/readme.ts';

const commandLine = {
  name: 'bench',
  summary: 'Compares Skydesk with baselines in under six minutes, and writes docs/performance.md.',
  options: {
    quick: { type: 'boolean', default: false, description: 'under one minute; writes nothing' },
    cost: {
      type: 'boolean',
      default: false,
      description: 'estimates a month on AWS from what the built bundles do, and writes docs/cost.md',
    },
  },
} as const satisfies CommandLine;

type Measurement = readonly [section: string, measure: () => Promise<Section>];

/** Returns the measurements of the page. `often` chooses how often to measure, in a whole and in a quick run. */
const measurements = (
  standIns: StandIns,
  overTls: StandIns,
  often: (whole: number, quick: number) => number,
): readonly Measurement[] => [
  ['machine', async () => ({ text: machine(often(31, 3)) })],
  ['receiver', () => coldReceivers(standIns, often(31, 3))],
  ['receiver-tls', () => coldReceiversOverTls(overTls, often(31, 3))],
  ['worker', () => coldWorkers(standIns, often(31, 3))],
  ['worker-field', () => coldWorkersInField(standIns, often(11, 2))],
  ['warm', () => warmAcks(standIns, often(10, 2))],
  ['memory', () => memory(standIns, often(30, 4))],
  ['growth', () => growth(standIns, often(7, 3))],
  ['change', () => confirmToResult(often(11, 2))],
  ['steps', () => manySteps(often(50, 5))],
  ['flows', () => callsOfFlows()],
  ['virtual-steps', () => manyStepsInVirtualTime(often(50, 5))],
  ['sweep', () => sweepAmong(often(5_000, 20))],
  ['audit-log', () => auditLogWriters(often(15, 2))],
  ['logged-writes', () => loggedWrites(200)],
  ['first-answer', () => firstAnswer(often(11, 2))],
];

function machine(runs: number): string {
  const [cpu] = os.cpus();
  return `Measured with Node ${process.versions.node} on ${os.cpus().length} cores (${cpu?.model.trim()}), ${runs} fresh processes of each; the machine’s load was ${os.loadavg()[0]?.toFixed(1)} at the start.`;
}

/** Yields the sections of the page by name, each as soon as it is measured. The budgets come last. */
async function* performancePage(isQuick: boolean): AsyncGenerator<readonly [string, string]> {
  await buildBaselines();
  const budgets: Budget[] = [];
  const [standIns, overTls] = [await startStandIns(), await startStandIns({ tls: true })];
  try {
    const often = (whole: number, quick: number): number => (isQuick ? quick : whole);
    for (const [name, measure] of measurements(standIns, overTls, often)) {
      const started = performance.now();
      const { text, budgets: checked = [] } = await measure();
      process.stderr.write(`${name}: ${Math.round((performance.now() - started) / 1000)} s\n`);
      budgets.push(...checked);
      yield [name, text];
    }
  } finally {
    await Promise.all([standIns.close(), overTls.close()]);
  }
  yield ['budgets', budgetTable(budgets)];
}

await runCommand(commandLine, async ({ values: { quick, cost } }) => {
  await build();
  const page = path.join(import.meta.dirname, '../docs', cost ? 'cost.md' : 'performance.md');
  for await (const [name, text] of cost ? costs() : performancePage(quick)) {
    process.stdout.write(`${text}\n\n`);
    if (!quick) await writeFile(page, between(await readFile(page, 'utf8'), name, text));
  }
  if (!quick) updateReadme();
});
