import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildHere } from './build.ts';
import { type CommandLine, runCommand, UsageError } from './command-line.ts';
import { type Bill, bill, billOfAgents, billOfWatch, type Latencies } from './cost/bill.ts';
import { type Measured, measure } from './cost/measure.ts';
import type { MeasuredCalls } from './cost/measure-calls.ts';
import { type MeasuredWatch, measureWatch } from './cost/measure-watch.ts';
import { between } from './page-marks.ts';
import { updateReadme } from './readme.ts';

const page = path.join(import.meta.dirname, '../docs/cost.md');

/** Commands a month, and which part of them finds no function running. */
const months = [
  [1_000, 1],
  [100_000, 0.1],
  [10_000_000, 0.01],
] as const;

/** Calls of agents a month, likewise. */
const monthsOfAgents = [
  [0, 1],
  [1_000, 1],
  [100_000, 0.1],
] as const;

const dollars = (sum: number): string => (sum >= 100 ? `$${Math.round(sum)}` : `$${sum.toFixed(2)}`);
const count = (number: number): string => number.toLocaleString('en-US', { maximumFractionDigits: 1 });

const row = (name: string, cells: readonly string[]): string => `| ${name} | ${cells.join(' | ')} |`;

/** Bills side by side. `what` is what each counts. */
function columns(bills: readonly Bill[], what: string, heading: string): readonly string[] {
  const [first] = bills;
  return [
    row(
      heading,
      bills.map(({ amount }) => `${amount === 0 ? 'no' : count(amount)} ${what}`),
    ),
    row(
      '---',
      bills.map(() => '---:'),
    ),
    ...Object.keys(first?.parts ?? {}).map((part) =>
      row(
        part,
        bills.map(({ parts }) => dollars(parts[part] ?? 0)),
      ),
    ),
    row(
      '**total**',
      bills.map(({ total }) => `**${dollars(total)}**`),
    ),
  ];
}

/** The bills side by side, and what they were made from. */
export function table(bills: readonly Bill[], measured: Measured, waits: Latencies): string {
  const { receiver, worker, sweeper } = measured;
  return [
    ...columns(bills, 'commands', 'a month with'),
    row(
      'per command',
      bills.map(({ total, amount }) => `$${(total / amount).toFixed(6)}`),
    ),
    '',
    `Measured, one command on average: ${count(receiver.times)} runs of the receiver of ${count(receiver.ms)} ms,`,
    `${count(worker.times)} of the worker of ${count(worker.ms)} ms, ${count(measured.writeUnits)} write and`,
    `${count(measured.readUnits)} read units of the table, ${count(measured.serviceCalls)} calls of the cloud API,`,
    `${count(measured.slackCalls)} of Slack, ${count(measured.logBytes)} bytes of log. Loading takes`,
    `${count(receiver.loadMs)} ms (receiver), ${count(worker.loadMs)} ms (worker) and ${count(sweeper.loadMs)} ms (sweeper). Assumed response times:`,
    `${waits.service} ms for the cloud API, ${waits.slack} ms for Slack, ${waits.aws} ms for AWS.`,
  ].join('\n');
}

/** What agents add, side by side, and what that was made from. */
export function tableOfAgents(bills: readonly Bill[], { mcp, ...measured }: MeasuredCalls): string {
  return [
    ...columns(bills, 'calls', 'agents add, in a month with'),
    '',
    `Measured, one call on average: ${count(mcp.ms)} ms of the function, ${count(measured.writeUnits)} write and`,
    `${count(measured.readUnits)} read units of the table, ${count(measured.serviceCalls)} calls of the cloud API,`,
    `${count(measured.slackCalls)} of Slack, ${count(measured.logBytes)} bytes of log. Loading takes ${count(mcp.loadMs)} ms.`,
  ].join('\n');
}

/** What it adds to watch an account, and what that was made from. */
export function tableOfWatch(bill: Bill, { worker, ...measured }: MeasuredWatch): string {
  return [
    ...columns([bill], 'account', 'watching adds, in a month with'),
    '',
    `Measured, one look on average: ${count(worker.ms)} ms of the worker, ${count(measured.writeUnits)} write and`,
    `${count(measured.readUnits)} read units of the table, ${count(measured.serviceCalls)} calls of the cloud API,`,
    `${count(measured.logBytes)} bytes of log.`,
  ].join('\n');
}

/** @throws UsageError for what is no duration */
function milliseconds(flag: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= 0 && number <= 60_000) return number;
  throw new UsageError(`--${flag} must be a number of milliseconds, at most 60000; it is “${text}”.`);
}

const latency = (of: string, ms: number) =>
  ({
    type: 'string',
    default: String(ms),
    value: 'MS',
    description: `latency of ${of} in milliseconds; default ${ms}`,
  }) as const;

const commandLine = {
  name: 'cost',
  summary: 'Estimates the cost of a month on AWS, from what the built bundles do, and prints it as a table.',
  options: {
    service: latency('the cloud API', 400),
    slack: latency('Slack', 200),
    aws: latency('AWS', 8),
    write: { type: 'boolean', default: false, description: 'also updates docs/cost.md' },
  },
} as const satisfies CommandLine;

if (import.meta.main) {
  await runCommand(commandLine, async ({ values }) => {
    const waits = {
      service: milliseconds('service', values.service),
      slack: milliseconds('slack', values.slack),
      aws: milliseconds('aws', values.aws),
    };
    await buildHere();
    const { commands: measured, calls } = await measure();
    const made = table(
      months.map(([commands, cold]) => bill(commands, cold, measured, waits)),
      measured,
      waits,
    );
    const agents = tableOfAgents(
      monthsOfAgents.map(([number, cold]) => billOfAgents(number, cold, calls, waits)),
      calls,
    );
    const watched = await measureWatch();
    const watch = tableOfWatch(billOfWatch(watched, waits), watched);
    process.stdout.write(`${made}\n\n${agents}\n\n${watch}\n`);
    if (!values.write) return;
    const text = between(await readFile(page, 'utf8'), 'cost', made);
    await writeFile(page, between(between(text, 'agents', agents), 'watch', watch));
    updateReadme();
  });
}
