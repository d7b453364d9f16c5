import { startLocalCloud } from '../../../local/cloud/index.ts';
import { auditLogIn } from '../../../src/aws/sdk/audit-log-store.ts';
import { changesIn } from '../../../src/aws/sdk/change-store.ts';
import { idempotencyStoreIn } from '../../../src/aws/sdk/idempotency-store.ts';
import { loggedWriterIn } from '../../../src/aws/sdk/logged-writer.ts';
import { openingsIn } from '../../../src/aws/sdk/opening-store.ts';
import { seenDigest } from '../../../src/change/model/digest.ts';
import { parseCommand, requestOf } from '../../../src/command-line/parse-command.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { connected } from '../../../test/support/in-memory/local-cloud.ts';
import { memory } from '../../../test/support/in-memory/memory.ts';
import { isEdit, slackInMemory } from '../../../test/support/in-memory/slack-in-memory.ts';
import { figure, table } from '../../derived/figures.ts';
import type { Budget, Section } from '../budgets.ts';
import { slowedDown } from './slowed-down.ts';
import { VirtualQueue } from './virtual-queue.ts';
import { VirtualTable } from './virtual-table.ts';
import { VirtualTime, withSameChances } from './virtual-time.ts';

/* A change of many steps with their ends, by the real executor and the real stores, with latencies of the field. */

const ms = { table: 8, queue: 8, slack: 200, cloud: 400 } as const;

interface Figures {
  readonly seconds: number;
  readonly writes: number;
  readonly refused: number;
  readonly units: number;
  readonly messages: number;
  readonly edits: number;
}

/** The policy of this repository, with this many servers in a request, which needs no approval. */
function policyFor(steps: number) {
  const { risk } = defaults;
  return { ...defaults, maxTargets: steps, risk: { ...risk, points: { ...risk.points, manyTargets: 0 } } };
}

/** Lets workers, each with as many jobs at once, run a change of this many steps, from the click that confirms it on. */
async function runSteps(steps: number, workers: number, batchSize: number): Promise<Figures> {
  const cloud = await startLocalCloud();
  try {
    const time = new VirtualTime();
    const clock = (): number => Date.UTC(2026, 10, 22) + time.now;
    const store = new VirtualTable(time, { single: () => ms.table, transaction: () => ms.table });
    const queue = new VirtualQueue(time, ms.queue);
    let [edits, posts] = [0, 0];
    const worker = () => {
      const logged = loggedWriterIn(store, () => {}, time.sleep, clock);
      return memory({
        clock,
        policy: policyFor(steps),
        service: slowedDown(connected(cloud), ms.cloud, time),
        queue,
        idempotency: idempotencyStoreIn(store, clock),
        changes: changesIn(store, clock, logged, time.sleep),
        auditLog: auditLogIn(store, logged),
        openings: openingsIn(store),
        messenger: slackInMemory(async (how, to) => {
          await time.sleep(ms.slack);
          if (isEdit(how)) edits += 1;
          else posts += 1;
          return { channel: to, ts: isEdit(how) ? to : `1.${posts}` };
        }),
      }).deps;
    };
    const all = Array.from({ length: workers }, worker);
    const by = (id: string) => ({ id, team: 'T0', replyTo: { channel: 'C0OPS', person: 'U0ANA' } });
    const stored = changesIn(store.memory, clock);

    queue.put({ ...requestOf(parseCommand(assignable(cloud, steps))), ...by('asked') });
    await queue.settle(all, batchSize);
    const preview = await stored.previewed('asked');
    const seen = preview && seenDigest(preview);
    const before = { at: time.now, writes: store.writes, refused: store.refused, sent: queue.sent, edits };
    queue.put({ kind: 'decision', ...by('clicked'), decision: 'confirm', on: 'asked', seen });
    await queue.settle(all, batchSize);
    const change = await stored.get('asked');
    if (change?.status !== 'done') throw new Error(`It is ${change?.status}`);
    return {
      seconds: (time.now - before.at) / 1000,
      writes: (store.writes - before.writes) / steps,
      refused: (store.refused - before.refused) / steps,
      units: store.memory.writeUnits('change#asked') / steps,
      messages: queue.sent - before.sent,
      edits: edits - before.edits,
    };
  } finally {
    await cloud.close();
  }
}

/** Returns the command that assigns an alert policy for an hour to servers that lack it. */
function assignable(cloud: Awaited<ReturnType<typeof startLocalCloud>>, count: number): string {
  const { alertPolicies, servers } = cloud.control.state();
  const policy = alertPolicies[0]?.id ?? '';
  const free = servers.filter(
    ({ id, account, status, alertPolicyIds }) =>
      account === 'ACME' && status === 'active' && !id.includes('tpl') && !alertPolicyIds.includes(policy),
  );
  const names = free.slice(0, count).map(({ id }) => id);
  return `alert assign ${policy} ${names.join(' ')} ends=1h`;
}

/** Measures a change of `steps` steps with their ends, in virtual time, for two ways in which SQS may fill its batches. */
export async function manyStepsInVirtualTime(steps: number): Promise<Section> {
  const rows: string[][] = [];
  const budgets: Budget[] = [];
  for (const [processes, batchSize] of [
    [5, 5],
    [25, 1],
  ] as const) {
    const figures = await withSameChances(() => runSteps(steps, processes, batchSize));
    const { seconds, writes, refused, units, messages, edits } = figures;
    const what = `A change of ${steps} steps with ends, in ${processes} workers, in virtual time`;
    budgets.push([what, seconds, 10, 's'], [`${what}: units a step on its key`, units, 60, 'units']);
    rows.push([
      `${processes} workers with ${batchSize} of ${steps} steps each at once`,
      ...[seconds, writes, refused, units, messages, edits].map(figure),
    ]);
  }
  const columns = [
    'steps with ends',
    's',
    'writes a step',
    'of these refused',
    'write units a step on the change’s key',
    'messages of the queue',
    'edits',
  ];
  return { text: table(columns, rows), budgets };
}
