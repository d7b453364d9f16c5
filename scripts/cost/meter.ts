import { type Action, createLambda, type Invocation } from '../../local/aws/index.ts';
import type { SkydeskOptions } from '../../local/skydesk.ts';
import { type Whole, withSkydesk } from '../bench/change-runs.ts';

/** How often a function runs for one of what is counted, and milliseconds of work and of loading for each run. */
export interface Runs {
  readonly times: number;
  readonly ms: number;
  readonly loadMs: number;
}

/** The average use of one command, one call of an agent, or one look at an account. */
export interface Usage {
  /** Those of the functions that ran, by their names. */
  readonly runs: Readonly<Partial<Record<'receiver' | 'worker' | 'sweeper' | 'mcp', Runs>>>;
  readonly messages: number;
  readonly tableCalls: number;
  /** Units that AWS charges. */
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly serviceCalls: number;
  readonly slackCalls: number;
  /** Characters of log lines, with their line breaks. */
  readonly logBytes: number;
}

/** Counts what the built bundles do. */
export interface Meter extends Whole {
  /** All lines of the log. */
  readonly lines: readonly string[];
  /** Does something that comes to so many commands, calls or looks. Resolves to what each of them used. */
  used(per: number, act: () => Promise<void>): Promise<Usage>;
}

const tableActions: readonly Action[] = [
  'DynamoDB.PutItem',
  'DynamoDB.UpdateItem',
  'DynamoDB.TransactWriteItems',
  'DynamoDB.GetItem',
  'DynamoDB.Query',
];

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
    const calls = (action: Action): number => skydesk.aws.faults.calls(action);
    const sums = () => ({
      messages: calls('SQS.SendMessage'),
      tableCalls: tableActions.reduce((sum, action) => sum + calls(action), 0),
      writeUnits: skydesk.aws.table.writeUnits(),
      readUnits: calls('DynamoDB.GetItem') + calls('DynamoDB.Query'),
      serviceCalls: skydesk.cloud.requests.length,
      slackCalls: lines.filter((line) => line.includes('"slack call"')).length,
      logBytes: lines.reduce((sum, line) => sum + line.length + 1, 0),
    });
    const used: Meter['used'] = async (per, act) => {
      const [before, first] = [sums(), ran.length];
      await act();
      await skydesk.settled();
      const after = sums();
      const each = (of: keyof typeof after): number => (after[of] - before[of]) / per;
      return {
        runs: averages(ran, first, per),
        messages: each('messages'),
        tableCalls: each('tableCalls'),
        writeUnits: each('writeUnits'),
        readUnits: each('readUnits'),
        serviceCalls: each('serviceCalls'),
        slackCalls: each('slackCalls'),
        logBytes: each('logBytes'),
      };
    };
    return measure({ ...skydesk, lines, used });
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
