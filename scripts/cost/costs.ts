import { type Bill, bill, billOfAgents, billOfWatch, latencies } from './bill.ts';
import { type Measured, measure } from './measure.ts';
import type { MeasuredCalls } from './measure-calls.ts';
import { type MeasuredWatch, measureWatch } from './measure-watch.ts';

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
export function table(bills: readonly Bill[], measured: Measured): string {
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
    `${latencies.service} ms for the cloud API, ${latencies.slack} ms for Slack, ${latencies.aws} ms for AWS.`,
  ].join('\n');
}

/** What agents add, side by side, and what that was made from. */
function tableOfAgents(bills: readonly Bill[], { mcp, ...measured }: MeasuredCalls): string {
  return [
    ...columns(bills, 'calls', 'agents add, in a month with'),
    '',
    `Measured, one call on average: ${count(mcp.ms)} ms of the function, ${count(measured.writeUnits)} write and`,
    `${count(measured.readUnits)} read units of the table, ${count(measured.serviceCalls)} calls of the cloud API,`,
    `${count(measured.slackCalls)} of Slack, ${count(measured.logBytes)} bytes of log. Loading takes ${count(mcp.loadMs)} ms.`,
  ].join('\n');
}

/** What it adds to watch an account, and what that was made from. */
function tableOfWatch(bill: Bill, { worker, ...measured }: MeasuredWatch): string {
  return [
    ...columns([bill], 'account', 'watching adds, in a month with'),
    '',
    `Measured, one look on average: ${count(worker.ms)} ms of the worker, ${count(measured.writeUnits)} write and`,
    `${count(measured.readUnits)} read units of the table, ${count(measured.serviceCalls)} calls of the cloud API,`,
    `${count(measured.logBytes)} bytes of log.`,
  ].join('\n');
}

/** What the built bundles cost in a month on AWS: the sections of docs/cost.md by name. */
export async function* costs(): AsyncGenerator<readonly [string, string]> {
  const { commands: measured, calls } = await measure();
  yield [
    'cost',
    table(
      months.map(([commands, cold]) => bill(commands, cold, measured, latencies)),
      measured,
    ),
  ];
  const bills = monthsOfAgents.map(([number, cold]) => billOfAgents(number, cold, calls, latencies));
  yield ['agents', tableOfAgents(bills, calls)];
  const watched = await measureWatch();
  yield ['watch', tableOfWatch(billOfWatch(watched, latencies), watched)];
}
