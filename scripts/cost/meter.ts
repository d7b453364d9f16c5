import { createLambda, type Invocation } from '../../local/aws/index.ts';
import type { SkydeskOptions } from '../../local/skydesk.ts';
import { callsOf, reads, type Whole, withSkydesk, writes } from '../bench/whole.ts';

/** How often a function runs for one of what is counted, and milliseconds of work and of loading for each run. */
export type Runs = Readonly<Record<'times' | 'ms' | 'loadMs', number>>;

/** What is counted: calls, the units of the table that AWS charges, and the characters of log lines with their line breaks. */
const counted = [
  'messages',
  'tableCalls',
  'writeUnits',
  'readUnits',
  'serviceCalls',
  'slackCalls',
  'logBytes',
] as const;
type Counts = Record<(typeof counted)[number], number>;

/** The average use of one command, one call of an agent, or one look at an account. */
export interface Usage extends Readonly<Counts> {
  /** Those of the functions that ran, by their names. */
  readonly runs: Readonly<Partial<Record<'receiver' | 'worker' | 'sweeper' | 'mcp', Runs>>>;
}

/** Counts what the built bundles do. */
export interface Meter extends Whole {
  /** Does something that comes to so many commands, calls or looks. Resolves to what each of them used. */
  used(per: number, act: () => Promise<void>): Promise<Usage>;
}

/** Starts the built bundles with the local AWS, cloud API and Slack, and counts invocations, calls, write units and bytes. */
export function metered<Result>(
  options: SkydeskOptions,
  measure: (meter: Meter) => Promise<Result>,
): Promise<Result> {
  const ran: Invocation[] = [];
  const lines: string[] = [];
  const recorded: SkydeskOptions = {
    workers: 1,
    holdBack: false,
    onLog: ({ text }) => lines.push(text),
    createFunction: (own) => createLambda({ ...own, onInvocation: (invocation) => ran.push(invocation) }),
    ...options,
  };
  return withSkydesk(recorded, (skydesk) => {
    const sums = (): Counts => ({
      messages: callsOf(skydesk, ['SQS.SendMessage']),
      tableCalls: callsOf(skydesk, [...reads, ...writes]),
      writeUnits: skydesk.aws.table.writeUnits(),
      readUnits: callsOf(skydesk, reads),
      serviceCalls: skydesk.cloud.requests.length,
      slackCalls: lines.filter((line) => line.includes('"slack call"')).length,
      logBytes: lines.reduce((sum, line) => sum + line.length + 1, 0),
    });
    const used: Meter['used'] = async (per, act) => {
      const [before, first] = [sums(), ran.length];
      await act();
      await skydesk.settled();
      const each = sums();
      for (const what of counted) each[what] = (each[what] - before[what]) / per;
      return { ...each, runs: averages(ran, first, per) };
    };
    return measure({ ...skydesk, used });
  });
}

/** The runs of each function from the `first` on, for each of `per`. It may have been loaded before. */
const averages = (ran: readonly Invocation[], first: number, per: number): Usage['runs'] =>
  Object.fromEntries(
    Object.entries(Object.groupBy(ran.slice(first), ({ function: name }) => name)).map(([name, own = []]) => {
      const warm = own.flatMap(({ initMs, durationMs }) => (initMs === undefined ? durationMs : []));
      const loads = ran.flatMap((run) => (run.function === name ? (run.initMs ?? []) : []));
      return [name, { times: own.length / per, ms: mean(warm), loadMs: mean(loads) }];
    }),
  );

const mean = (of: readonly number[]): number =>
  of.reduce((sum, value) => sum + value, 0) / Math.max(1, of.length);
