import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { localClientConfig } from '../../local/aws/index.ts';
import { sizeOf } from '../../local/aws/table-limits.ts';
import policy from '../../policy.json' with { type: 'json' };
import { contentIn } from '../../src/aws/sdk/content.ts';
import { build } from '../build.ts';
import { figure, medianOf, ratio, table } from '../derived/figures.ts';
import type { Section } from './budgets.ts';
import { field } from './cold.ts';
import { callsOf, reads, type Whole, withSkydesk, writes } from './whole.ts';

/* The life of a change: from the confirming click to the result, with many steps at once, and among many scheduled changes. */

/** Applies realistic latencies to AWS, Slack and the cloud API. */
function slowDown({ aws, slack, cloud }: Whole): void {
  for (const action of [...reads, ...writes, 'SQS.SendMessage' as const])
    aws.faults.next(action, { kind: 'delay', ms: field.aws }, Number.POSITIVE_INFINITY);
  slack.fault({ method: '*', latency: field.slack });
  cloud.control.latency(field.service);
}

async function command({ slack, settled }: Whole, line: string): Promise<void> {
  await slack.type('ana', 'cloud-ops', `/cloud ${line}`);
  await settled();
}

async function confirm({ slack, settled }: Whole): Promise<void> {
  await slack.press('ana', 'decide:confirm');
  await settled();
}

/** Resolves to the milliseconds from the start of `act` to the first message that it brings. */
async function untilMessage({ slack }: Whole, act: () => Promise<void>): Promise<number> {
  const [cursor, started] = [slack.cursor(), Date.now()];
  await act();
  const posted = slack.journal(cursor).find(({ kind }) => kind === 'message.posted');
  if (!posted) throw new Error('There is no message');
  return posted.at - started;
}

/** Returns an alert policy, and the names of `count` servers to which it is not assigned. */
function assignable({ cloud }: Whole, count: number) {
  const { alertPolicies, servers } = cloud.control.state();
  const policy = alertPolicies[0]?.id ?? '';
  const free = servers.filter(
    ({ id, account, status, alertPolicyIds }) =>
      account === 'ACME' && status === 'active' && !id.includes('tpl') && !alertPolicyIds.includes(policy),
  );
  if (free.length < count) throw new Error(`There are only ${free.length} servers`);
  return { policy, names: free.slice(0, count).map(({ id }) => id) };
}

/** Latencies of the sequential calls: the queue, the claim, the person, the cloud API, the outcome, the message. */
const inARow = field.aws + field.aws + field.slack + field.service + field.aws + field.slack;

/**
 * Measures the first answer of the day, `runs` times. Schedules have kept the receiver and the worker warm, but no data about the
 * person is cached yet.
 */
export const firstAnswer = (runs: number): Promise<Section> =>
  withSkydesk({ workers: 1 }, async (skydesk) => {
    slowDown(skydesk);
    const answers: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      for (const kept of [skydesk.receiver, skydesk.worker]) {
        await kept.coldStart();
        await kept.invoke({ keepWarm: true });
      }
      answers.push(await untilMessage(skydesk, () => command(skydesk, 'alert list')));
    }
    const ms = medianOf(answers);
    const what =
      'First answer of the day, receiver and worker kept warm, against the calls in a row that it takes';
    return {
      text: table(
        ['first answer of the day', 'ms', 'ms of the calls in a row', 'times these'],
        [['`alert list`, receiver and worker kept warm', figure(ms), figure(inARow), ratio(ms, inARow)]],
      ),
      budgets: [[what, ms / inARow, 1.15]],
    };
  });

/** Measures the time from the click that confirms an immediate change to its result, with a warm worker, `runs` times. */
export const confirmToResult = (runs: number): Promise<Section> =>
  withSkydesk({ workers: 1 }, async (skydesk) => {
    const results: number[] = [];
    const calls: number[] = [];
    for (let run = 0; run <= runs; run += 1) {
      await command(skydesk, `alert create "Run ${run}" disk=85 to=ops@acme.example.com`);
      const before = callsOf(skydesk, [...reads, ...writes]);
      const ms = await untilMessage(skydesk, () => confirm(skydesk));
      if (run === 0) slowDown(skydesk);
      else {
        results.push(ms);
        calls.push(callsOf(skydesk, [...reads, ...writes]) - before);
      }
    }
    const columns = ['an immediate change', 'ms to the result', 'calls of DynamoDB in all'];
    const medians = [results, calls].map((of) => figure(medianOf(of)));
    return { text: table(columns, [['from the click to its result', ...medians]]) };
  });

/** Measures a change of `steps` steps with an end, on as many workers as SQS starts. */
export async function manySteps(steps: number): Promise<Section> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skydesk-bench-'));
  try {
    const policyFile = path.join(folder, 'policy.json');
    const { risk } = policy;
    const points = { ...risk.points, manyTargets: 0 };
    await writeFile(policyFile, JSON.stringify({ ...policy, maxTargets: steps, risk: { ...risk, points } }));
    await build({ policyFile, dist: folder });
    return await withSkydesk({ workers: 25, bundles: folder }, (skydesk) => runSteps(skydesk, steps));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runSteps(skydesk: Whole, steps: number): Promise<Section> {
  const { policy: alert, names } = assignable(skydesk, steps);
  await command(skydesk, `alert assign ${alert} ${names.join(' ')} ends=1h`);
  const [before, clicked] = [callsOf(skydesk, writes), performance.now()];
  await confirm(skydesk);
  const ms = performance.now() - clicked;
  const items = await itemsOf(skydesk);
  const ended = (event: string) => items.filter((item) => item.event === event).length;
  if (ended('applied') + ended('unknown') + ended('failed') !== steps) throw new Error('Not all steps ended');
  const { change } = items.find(({ sk }) => sk === 'request-number') ?? {};
  const figures = {
    steps,
    'ms in all': ms,
    'writes of DynamoDB a step': (callsOf(skydesk, writes) - before) / steps,
    'write units a step on the change’s key': skydesk.aws.table.writeUnits(`change#${change}`) / steps,
    'of unknown outcome': ended('unknown'),
    'largest item, KB': Math.max(...items.map(sizeOf)) / 1024,
  };
  return { text: table(Object.keys(figures), [Object.values(figures).map(figure)]) };
}

type Item = Readonly<Record<string, unknown>>;

async function withTable<Result>(
  { aws }: Whole,
  use: (client: DynamoDBDocumentClient) => Promise<Result>,
): Promise<Result> {
  const { AWS_ENDPOINT_URL_DYNAMODB: url = '' } = aws.environment;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(localClientConfig(url)));
  return use(client).finally(() => client.destroy());
}

const itemsOf = (skydesk: Whole): Promise<readonly Item[]> =>
  withTable(skydesk, async (client) => {
    const pages = paginateScan({ client }, { TableName: skydesk.aws.tableName });
    return (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
  });

const hour = 3_600_000;
/** Changes that start in two minutes, so that a sweep sends a delayed job for each. */
const due = 10;

export const sweepAmong = (waiting: number): Promise<Section> =>
  withSkydesk({}, async (skydesk) => {
    await schedule(skydesk, '20h', waiting - due);
    await schedule(skydesk, '1h', due);
    skydesk.time.advance(hour - 2 * 60_000);
    await skydesk.settled();
    const [before, started] = [callsOf(skydesk, reads), performance.now()];
    await skydesk.sweep();
    const ms = performance.now() - started;
    const columns = ['changes that wait', 'of which due soon', 'reads of DynamoDB', 'ms'];
    const read = callsOf(skydesk, reads) - before;
    return { text: table(columns, [[waiting, due, read, ms].map(figure)]) };
  });

/** Stores `count` scheduled changes: one that is confirmed, and copies of its items with other ids. */
async function schedule(skydesk: Whole, starts: string, count: number): Promise<void> {
  const before = new Set((await itemsOf(skydesk)).map(keyOf));
  await command(skydesk, `alert create "In ${starts}" disk=85 to=ops@acme.example.com starts=${starts}`);
  await confirm(skydesk);
  const added = (await itemsOf(skydesk)).filter((item) => !before.has(keyOf(item)));
  const [id = ''] = added.flatMap(({ pk }) => /^change#(.+)/.exec(String(pk))?.[1] ?? []);
  const own = added
    .map((item) => JSON.stringify({ ...item, content: item.content && JSON.stringify(contentIn(item)) }))
    .filter((json) => json.includes(id) && !json.includes('"ledger#'));
  await withTable(skydesk, async (client) => {
    for (let copy = 1; copy < count; copy += 1) {
      const other = `${id.slice(0, -8)}${copy.toString(16).padStart(8, '0')}`;
      const items = own.map((json): Item => JSON.parse(json.replaceAll(id, other)));
      const TableName = skydesk.aws.tableName;
      await Promise.all(items.map((Item) => client.send(new PutCommand({ TableName, Item }))));
    }
  });
}

const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;
