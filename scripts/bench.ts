import { readFile, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { auditLogWriters } from './bench/audit-log-speed.ts';
import { buildBaselines, ours } from './bench/baselines.ts';
import { type Budget, budgetTable } from './bench/budgets.ts';
import { confirmToResult, manySteps, sweepAmong } from './bench/change-runs.ts';
import {
  coldReceivers,
  coldReceiversOverTls,
  coldWorkers,
  comparison,
  field,
  names,
  timeRatio,
} from './bench/cold.ts';
import { crowd } from './bench/crowd.ts';
import { firstAnswer } from './bench/first-answer.ts';
import { compareInvoiceWithParse, growth } from './bench/growth.ts';
import { lateness } from './bench/moments.ts';
import { policySpeed } from './bench/policy-speed.ts';
import { type StandIns, startStandIns } from './bench/stand-ins.ts';
import { loginsOf, memory, throughput, warmAcks } from './bench/warm.ts';
import { buildHere } from './build.ts';
import { type CommandLine, runCommand } from './command-line/command-line.ts';
import { costs } from './cost/costs.ts';
import { between } from './derived/page-marks.ts';
import { updateReadme } from './derived/readme.ts';

const docs = path.join(import.meta.dirname, '../docs');

/** Number of runs of each measurement. */
const sizes = {
  whole: {
    fresh: 31,
    field: 11,
    rounds: 10,
    batches: 40,
    seconds: 30,
    grown: 7,
    crowd: [1, 10, 100, 1_000],
    changes: 11,
    steps: 50,
    waiting: 5_000,
    bursts: 15,
  },
  quick: {
    fresh: 3,
    field: 2,
    rounds: 2,
    batches: 5,
    seconds: 4,
    grown: 3,
    crowd: [1, 10],
    changes: 2,
    steps: 5,
    waiting: 20,
    bursts: 2,
  },
} as const;

const commandLine = {
  name: 'bench',
  summary: 'Compares Skydesk with baselines in under six minutes, and writes docs/performance.md.',
  options: {
    quick: { type: 'boolean', default: false, description: 'under one minute; writes nothing' },
    endurance: {
      type: 'boolean',
      default: false,
      description: 'sends 100,000 commands through one worker and measures its memory: about ten minutes',
    },
    hour: {
      type: 'boolean',
      default: false,
      description: 'waits for an hour in which changes start and end, and measures how late they come',
    },
    cost: {
      type: 'boolean',
      default: false,
      description: 'estimates a month on AWS from what the built bundles do, and writes docs/cost.md',
    },
  },
} as const satisfies CommandLine;

/** Measures something, and prints how long the measurement took. */
async function measured<Result>(what: string, measure: () => Result | Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await measure();
  process.stderr.write(`${what}: ${Math.round((performance.now() - started) / 1000)} s\n`);
  return result;
}

/** Yields the sections of the page by name, each as soon as it is measured. The budgets come last. */
async function* sections(much: (typeof sizes)['whole' | 'quick']): AsyncGenerator<readonly [string, string]> {
  const budgets: Budget[] = [];
  yield ['machine', machine(much.fresh)];
  const standIns = await startStandIns();
  try {
    const receivers = await measured('receivers', () => coldReceivers(standIns, much.fresh));
    yield ['receiver', comparison(receivers, names.receiver)];
    const overTls = await measured('receivers over TLS', () =>
      inTls((tls) => coldReceiversOverTls(tls, much.fresh)),
    );
    yield ['receiver-tls', comparison(overTls, names.receiver)];
    const workers = await measured('workers', () => coldWorkers(standIns, much.fresh));
    yield ['worker', comparison(workers, names.worker)];
    const inField = await measured('workers in the field', () => coldWorkers(standIns, much.field, field));
    yield ['worker-field', comparison(inField, names.worker)];
    const warm = await measured('warm', () => warmAcks(standIns, much.rounds));
    yield ['warm', warm.text];
    yield ['throughput', await measured('throughput', () => throughput(standIns, much.batches))];
    yield ['memory', await measured('memory', () => memory(standIns, { seconds: much.seconds }))];
    yield ['growth', await measured('growth', () => growth(standIns, much.grown))];
    const invoice = compareInvoiceWithParse();
    yield ['invoice', invoice.text];
    const judged = policySpeed();
    yield ['judging', judged.text];
    const logins = await loginsOf(50, standIns);
    const { size } = await stat(ours('receiver'));
    budgets.push(
      {
        what: 'Receiver, cold, against Bolt’s Lambda example, which only acknowledges',
        measured: timeRatio(receivers, names.receiver, names.example),
        bar: 0.2,
      },
      {
        what: 'Receiver, cold, against slack-edge, which only acknowledges',
        measured: timeRatio(receivers, names.receiver, names.edge),
        bar: 1,
      },
      {
        what: 'Receiver, cold, over TLS, against Bolt and the SDK, which do the same work',
        measured: timeRatio(overTls, names.receiver, names.queue),
        bar: 0.25,
      },
      { what: 'Receiver, warm, against Bolt’s receiver and the SDK’s queue', measured: warm.ratio, bar: 0.5 },
      { what: 'Receiver, size of its bundle', measured: size / 1024, bar: 160, unit: 'KB' },
      {
        what: 'Worker, cold, with realistic latencies, against Skydesk without its start during init',
        measured: timeRatio(inField, names.worker, names.late),
        bar: 0.8,
      },
      {
        what: 'Worker, cold, against the same work written plainly with Bolt and the SDK',
        measured: timeRatio(workers, names.worker, names.plain),
        bar: 0.6,
      },
      { what: 'Logins for 50 commands at once on a cold worker', measured: logins, bar: 1, unit: '' },
      { what: 'Invoice of 10,000 lines, against `JSON.parse` of it', measured: invoice.ratio, bar: 2 },
      {
        what: 'Evaluating a change against a firewall policy of 4,000 ranges',
        measured: judged.ms,
        bar: 50,
        unit: 'ms',
      },
      {
        what: 'What 5,000 firewall policies leave of two /16',
        measured: judged.reachMs,
        bar: 1_000,
        unit: 'ms',
      },
    );
  } finally {
    await standIns.close();
  }
  yield ['crowd', await measured('a crowd', () => crowd(much.crowd))];
  yield ['change', await measured('a change', () => confirmToResult(much.changes))];
  yield ['steps', await measured('many steps', () => manySteps(much.steps, 25))];
  yield ['sweep', await measured('a sweep', () => sweepAmong(much.waiting, 10))];
  const log = await measured('the audit log', () => auditLogWriters(much.bursts));
  yield ['audit-log', log.text];
  budgets.push({
    what: 'Time for 60 entries of an account’s audit log, by 25 jobs in five workers while agents call',
    measured: 60 / log.perSecond,
    bar: 1,
    unit: 's',
  });
  const first = await measured('first answers', () => firstAnswer(much.changes));
  yield ['first-answer', first.text];
  budgets.push({
    what: 'First answer of the day, receiver and worker kept warm, against the calls in a row that it takes',
    measured: first.ratio,
    bar: 1.15,
  });
  const late = await measured('an hour', () => lateness('setForward'));
  yield ['moments', late.text];
  budgets.push({
    what: 'A start, an end or a notice, after its time, with realistic latencies',
    measured: late.seconds,
    bar: 3,
    unit: 's',
  });
  yield ['budgets', budgetTable(budgets)];
}

async function inTls<Result>(measure: (standIns: StandIns) => Promise<Result>): Promise<Result> {
  const standIns = await startStandIns({ tls: true });
  try {
    return await measure(standIns);
  } finally {
    await standIns.close();
  }
}

async function* endurance(): AsyncGenerator<readonly [string, string]> {
  const standIns = await startStandIns();
  try {
    yield ['endurance', await measured('endurance', () => memory(standIns, { commands: 100_000 }))];
  } finally {
    await standIns.close();
  }
}

async function* hour(): AsyncGenerator<readonly [string, string]> {
  const { text } = await measured('an hour', () => lateness('waitedFor'));
  yield ['hour', text];
}

/** Returns the measurements that the flags select. */
function chosen({ quick, endurance: isLong, hour: isHour, cost }: Record<Mode, boolean>) {
  if (isLong) return endurance();
  if (isHour) return hour();
  if (cost) return costs();
  return sections(quick ? sizes.quick : sizes.whole);
}

type Mode = keyof typeof commandLine.options;

function machine(runs: number): string {
  const load = os.loadavg()[0]?.toFixed(1);
  const [cpu] = os.cpus();
  return `Measured with Node ${process.versions.node} on ${os.cpus().length} cores (${cpu?.model.trim()}), ${runs} fresh processes of each; the machine’s load was ${load} at the start.`;
}

await runCommand(commandLine, async ({ values }) => {
  await measured('building', async () => {
    await buildHere();
    await buildBaselines();
  });
  const page = path.join(docs, values.cost ? 'cost.md' : 'performance.md');
  for await (const [name, text] of chosen(values)) {
    process.stdout.write(`${text}\n\n`);
    if (!values.quick) await writeFile(page, between(await readFile(page, 'utf8'), name, text));
  }
  if (!values.quick) updateReadme();
});
