import { type Action, createLambda, type Invocation } from '../../local/aws/index.ts';
import { startSkydesk } from '../../local/skydesk.ts';
import {
  average,
  metricsOn,
  type RunAverages,
  sizeOf,
  slackCallsIn,
  tableUse,
  type Usage,
} from './averages.ts';
import { type MeasuredCalls, measureCalls } from './measure-calls.ts';

/** Averages of one command, and of one run of the sweeper. */
export interface Measured extends Usage {
  readonly receiver: RunAverages;
  readonly worker: RunAverages;
  readonly sweeper: RunAverages;
  readonly messages: number;
  /** How many custom metrics occur while nothing is wrong. */
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
/** In turn, since a change that would change nothing isn’t made. */
const changes = ['assign', 'unassign'].map((verb) => `alert ${verb} "Night watch" de1acmejump01`);
const rounds = 10;
const commands = rounds * (day.length + 1);

/** Runs the built bundles against the local AWS, and counts invocations, calls and bytes. */
export async function measure(): Promise<{ readonly commands: Measured; readonly calls: MeasuredCalls }> {
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
      for (const line of [...day, changes[round % changes.length] ?? '']) {
        await slack.type('ana', 'cloud-ops', `/cloud ${line}`);
        await skydesk.settled();
      }
      await slack.press('ana', 'decide:confirm');
      await skydesk.settled();
    }
    const calls = (action: Action): number => aws.faults.calls(action);
    const perCommand = (count: number): number => count / commands;
    const { tableCalls, writeUnits, readUnits } = tableUse(calls);
    const counts = {
      // Before the sweeps and the health check, whose lines and calls no command caused.
      logBytes: perCommand(sizeOf(lines)),
      tableCalls: perCommand(tableCalls),
      writeUnits: perCommand(writeUnits),
      readUnits: perCommand(readUnits),
      messages: perCommand(calls('SQS.SendMessage')),
      serviceCalls: perCommand(cloud.requests.length),
      slackCalls: perCommand(slackCallsIn(lines)),
      receiver: average(ran, 'receiver', commands),
      worker: average(ran, 'worker', commands),
    };
    for (let sweep = 0; sweep < rounds; sweep += 1) await skydesk.sweep();
    await skydesk.worker.invoke({ healthCheck: true });
    const measured: Measured = {
      ...counts,
      sweeper: average(ran, 'sweeper', rounds),
      metrics: metricsOn(lines),
    };
    return { commands: measured, calls: await measureCalls(skydesk, cloud, ran, lines) };
  } finally {
    await skydesk.close();
  }
}
