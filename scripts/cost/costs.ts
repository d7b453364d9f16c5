import { table } from '../derived/figures.ts';
import { type Bill, bill, billOfAgents, billOfWatch, latencies } from './bill.ts';
import { type Measured, measure, measureWatch } from './measure.ts';
import type { Runs, Usage } from './meter.ts';

/** Commands per month, and the share of them that start cold. */
const months = [
  [1_000, 1],
  [100_000, 0.1],
  [10_000_000, 0.01],
] as const;

/** Agents' calls per month, with the share that starts cold. */
const monthsOfAgents = [
  [0, 1],
  [1_000, 1],
  [100_000, 0.1],
] as const;

const dollars = (sum: number): string => (sum >= 100 ? `$${Math.round(sum)}` : `$${sum.toFixed(2)}`);
const count = (number: number): string => number.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** Writes bills side by side, with the parts that one of them has. `what` names the counted unit. */
function columns(bills: readonly Bill[], what: string, heading: string, ...more: string[][]): string {
  const parts = Object.keys(bills[0]?.parts ?? {}).filter((part) => bills.some((one) => one.parts[part]));
  return table(
    [heading, ...bills.map(({ amount }) => `${amount === 0 ? 'no' : count(amount)} ${what}`)],
    [
      ...parts.map((part) => [part, ...bills.map((one) => dollars(one.parts[part] ?? 0))]),
      ['**total**', ...bills.map(({ total }) => `**${dollars(total)}**`)],
      ...more,
    ],
  );
}

/** The measurement of one counted thing. `runs` has the runs of its functions. */
const measuredOf = (what: string, runs: string, usage: Usage): string =>
  `Measured, one ${what} on average: ${runs}, ${count(usage.writeUnits)} write and
${count(usage.readUnits)} read units of the table, ${count(usage.serviceCalls)} calls of the cloud API,
${count(usage.slackCalls)} of Slack, ${count(usage.logBytes)} bytes of log.`;

const never: Runs = { times: 0, ms: 0, loadMs: 0 };

const runsOf = ({ receiver = never, worker = never }: Usage['runs']): string =>
  `${count(receiver.times)} runs of the receiver of ${count(receiver.ms)} ms,
${count(worker.times)} of the worker of ${count(worker.ms)} ms`;

/** Writes the bills of commands side by side, and the measurements behind them. */
export function commandTable(bills: readonly Bill[], { command, sweeper = never }: Measured): string {
  const { receiver = never, worker = never } = command.runs;
  const each = ['per command', ...bills.map(({ total, amount }) => `$${(total / amount).toFixed(6)}`)];
  return `${columns(bills, 'commands', 'a month with', each)}

${measuredOf('command', runsOf(command.runs), command)} Loading takes
${count(receiver.loadMs)} ms (receiver), ${count(worker.loadMs)} ms (worker) and ${count(sweeper.loadMs)} ms (sweeper). Assumed response times:
${latencies.service} ms for the cloud API, ${latencies.slack} ms for Slack, ${latencies.aws} ms for AWS.`;
}

function agentTable(call: Usage): string {
  const { mcp = never } = call.runs;
  const bills = monthsOfAgents.map(([number, cold]) => billOfAgents(number, cold, call, latencies));
  const runs = `${count(mcp.ms)} ms of the function, most of it waiting,\n${runsOf(call.runs)}`;
  return `${columns(bills, 'calls', 'agents add, in a month with')}

${measuredOf('call', runs, call)} Loading takes ${count(mcp.loadMs)} ms.`;
}

const watchTable = (look: Usage): string =>
  `${columns([billOfWatch(look, latencies)], 'account', 'watching adds, in a month with')}

${measuredOf('look', `${count(look.runs.worker?.ms ?? 0)} ms of the worker`, look)}`;

/** Computes the monthly cost of the built bundles on AWS: the sections of docs/cost.md by name. */
export async function* costs(): AsyncGenerator<readonly [string, string]> {
  const measured = await measure();
  const bills = months.map(([commands, cold]) => bill(commands, cold, measured, latencies));
  yield ['cost', commandTable(bills, measured)];
  yield ['agents', agentTable(measured.call)];
  yield ['watch', watchTable(await measureWatch())];
}
