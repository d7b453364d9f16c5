import path from 'node:path';
import { type Action, createLambda, type Invocation } from '../../local/aws/index.ts';
import { startSkydesk } from '../../local/skydesk.ts';
import { build } from '../build.ts';
import { average, type RunAverages, sizeOf, tableUse, type Usage } from './averages.ts';

/** Averages of one look at a watched account in which nothing has changed. */
export interface MeasuredWatch extends Omit<Usage, 'slackCalls'> {
  readonly worker: RunAverages;
  readonly messages: number;
}

const looks = 10;
const everyMinutes = 15;
const pace = everyMinutes * 60_000;
/** A look writes the head of each kind, in a transaction of one item. */
const unitsOfTransaction = 2;

/** Lets the account of the emulator be watched, and counts what that takes beside the sweeps. */
export async function measureWatch(): Promise<MeasuredWatch> {
  const bundles = path.join(import.meta.dirname, '../../dist/watched');
  await build({ watch: { accounts: ['ACME'], everyMinutes }, dist: bundles });
  const ran: Invocation[] = [];
  const lines: string[] = [];
  const skydesk = await startSkydesk({
    bundles,
    workers: 1,
    onLog: ({ function: name, text }) => name === 'worker' && lines.push(text),
    createFunction: (options) =>
      createLambda({ ...options, onInvocation: (invocation) => ran.push(invocation) }),
  });
  try {
    const { cloud, aws, time } = skydesk;
    if (!cloud || !time) throw new Error('Something local is missing');
    const calls = (action: Action): number => aws.faults.calls(action);
    const used = () => ({
      ...tableUse(calls, unitsOfTransaction),
      messages: calls('SQS.SendMessage'),
      serviceCalls: cloud.requests.length,
      logBytes: sizeOf(lines),
    });
    /** What is used by so many sweeps with the looks that they bring, one after the other. */
    const usedIn = async (sweeps: number, every: number) => {
      const before = used();
      for (let sweep = 0; sweep < sweeps; sweep += 1) {
        time.advance(every);
        await skydesk.sweep();
        await skydesk.settled();
      }
      const after = used();
      return (of: keyof typeof after): number => (after[of] - before[of]) / sweeps;
    };
    // The first look takes a snapshot.
    await usedIn(1, pace);
    const first = ran.length;
    const look = await usedIn(looks, pace);
    const own = ran.slice(first);
    const idle = await usedIn(looks, 0);
    const added = (of: 'tableCalls' | 'writeUnits' | 'readUnits'): number => look(of) - idle(of);
    return {
      worker: average(own, 'worker', looks),
      messages: look('messages'),
      tableCalls: added('tableCalls'),
      writeUnits: added('writeUnits'),
      readUnits: added('readUnits'),
      serviceCalls: look('serviceCalls'),
      logBytes: look('logBytes'),
    };
  } finally {
    await skydesk.close();
  }
}
