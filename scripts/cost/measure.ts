import { type Action, createLambda, type Invocation } from '../../local/aws/index.ts';
import { startSkydesk } from '../../local/skydesk.ts';

/** Invocations of a function per command, and milliseconds of work and of loading for each. */
export interface RunAverages {
  readonly times: number;
  readonly ms: number;
  readonly loadMs: number;
}

/** Averages of one command, and of one run of the sweeper. */
export interface Measured {
  readonly receiver: RunAverages;
  readonly worker: RunAverages;
  readonly sweeper: RunAverages;
  readonly messages: number;
  readonly tableCalls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly serviceCalls: number;
  readonly slackCalls: number;
  readonly logBytes: number;
  /** How many custom metrics were written: each name with each of its dimensions. */
  readonly metrics: number;
}

/** Ten commands as a team types them; one is a change, which is confirmed. */
const day = [
  'alert list',
  'server find web',
  'server show de1acmeweb01',
  'alert show "Night watch"',
  'invoice',
  'ip show de1acmeweb01',
  'dc list',
  'firewall list de1',
  'alrt list',
];
const change = 'alert assign "Night watch" de1acmejump01';
const rounds = 10;
const commands = rounds * (day.length + 1);

/** Runs the built bundles against the local AWS, and counts invocations, calls and bytes. */
export async function measure(): Promise<Measured> {
  const ran: Invocation[] = [];
  const lines: string[] = [];
  const skydesk = await startSkydesk({
    workers: 1,
    onLog: ({ text }) => lines.push(text),
    createFunction: (options) =>
      createLambda({ ...options, onInvocation: (invocation) => ran.push(invocation) }),
  });
  try {
    const { slack, cloud, aws } = skydesk;
    if (!slack || !cloud) throw new Error('Something local is missing');
    for (let round = 0; round < rounds; round += 1) {
      for (const line of [...day, change]) {
        await slack.type('ana', 'cloud-ops', `/cloud ${line}`);
        await skydesk.settled();
      }
      await slack.press('ana', 'decide:confirm');
      await skydesk.settled();
    }
    const logBytes = lines.reduce((sum, line) => sum + line.length + 1, 0);
    const calls = (action: Action): number => aws.faults.calls(action);
    const perCommand = (count: number): number => count / commands;
    const tableActions: readonly Action[] = [
      'DynamoDB.PutItem',
      'DynamoDB.UpdateItem',
      'DynamoDB.TransactWriteItems',
      'DynamoDB.GetItem',
      'DynamoDB.Query',
    ];
    const counts = {
      tableCalls: perCommand(tableActions.reduce((sum, action) => sum + calls(action), 0)),
      writeUnits: perCommand(
        calls('DynamoDB.PutItem') +
          2 * calls('DynamoDB.UpdateItem') +
          6 * calls('DynamoDB.TransactWriteItems'),
      ),
      readUnits: perCommand(calls('DynamoDB.GetItem') + calls('DynamoDB.Query')),
      messages: perCommand(calls('SQS.SendMessage')),
    };
    for (let sweep = 0; sweep < rounds; sweep += 1) await skydesk.sweep();
    return {
      ...counts,
      receiver: average(ran, 'receiver', commands),
      worker: average(ran, 'worker', commands),
      sweeper: average(ran, 'sweeper', rounds),
      serviceCalls: perCommand(cloud.requests.length),
      slackCalls: perCommand(lines.filter((line) => line.includes('"slack call"')).length),
      logBytes: perCommand(logBytes),
      metrics: metricsOn(lines),
    };
  } finally {
    await skydesk.close();
  }
}

function average(ran: readonly Invocation[], name: string, per: number): RunAverages {
  const own = ran.filter((invocation) => invocation.function === name);
  const warm = own.filter(({ initMs }) => initMs === undefined);
  const loads = own.flatMap(({ initMs }) => initMs ?? []);
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / Math.max(1, of.length);
  return {
    times: own.length / per,
    ms: mean(warm.map(({ durationMs }) => durationMs)),
    loadMs: mean(loads),
  };
}

interface Embedded {
  readonly _aws?: {
    readonly CloudWatchMetrics: readonly {
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string }[];
    }[];
  };
  readonly [field: string]: unknown;
}

function metricsOn(lines: readonly string[]): number {
  const found = lines.flatMap((text) => {
    const line: Embedded = JSON.parse(text);
    return (line._aws?.CloudWatchMetrics ?? []).flatMap(({ Dimensions, Metrics }) =>
      Dimensions.map((set) => JSON.stringify([Metrics, set.map((name) => line[name])])),
    );
  });
  return new Set(found).size;
}
