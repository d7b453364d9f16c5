import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type Action, localClientConfig } from '../../local/aws/index.ts';
import { sizeOf } from '../../local/aws/table-limits.ts';
import { type Skydesk, type SkydeskOptions, startSkydesk } from '../../local/skydesk.ts';
import policy from '../../policy.json' with { type: 'json' };
import { contentIn } from '../../src/aws/sdk/content.ts';
import { build } from '../build.ts';
import { field } from './cold.ts';
import { figure, medianOf, table } from '../derived/figures.ts';

/*
 * The life of a change, over the built bundles and real sockets: from the confirming click to the result, with many steps at
 * once, and among many scheduled changes.
 */

/** All DynamoDB actions of the bot. */
const reads: readonly Action[] = ['DynamoDB.GetItem', 'DynamoDB.Query'];
const writes: readonly Action[] = ['DynamoDB.PutItem', 'DynamoDB.UpdateItem', 'DynamoDB.TransactWriteItems'];

/** The channel and the person of all changes. */
const [channel, person] = ['cloud-ops', 'ana'];

export async function withSkydesk<Result>(
  options: SkydeskOptions,
  measure: (skydesk: Whole) => Promise<Result>,
): Promise<Result> {
  const skydesk = await startSkydesk({ holdBack: true, ...options });
  const { slack, cloud, time } = skydesk;
  try {
    if (!slack || !cloud || !time) throw new Error('Something local is missing');
    return await measure({ ...skydesk, slack, cloud, time });
  } finally {
    await skydesk.close();
  }
}

/** The whole bot with all local parts. */
export type Whole = Skydesk & { readonly [Part in 'slack' | 'cloud' | 'time']-?: NonNullable<Skydesk[Part]> };

const callsOf = ({ aws }: Whole, actions: readonly Action[]): number =>
  actions.reduce((sum, action) => sum + aws.faults.calls(action), 0);

/** Types a command, and waits for its preview. */
export async function preview({ slack, settled }: Whole, line: string): Promise<void> {
  await slack.type(person, channel, `/cloud ${line}`);
  await settled();
}

export const confirm = ({ slack }: Whole) => slack.press(person, 'decide:confirm');

/** Applies realistic latencies to AWS, Slack and the cloud API. */
export function slowDown({ aws, slack, cloud }: Whole): void {
  for (const action of [...reads, ...writes, 'SQS.SendMessage' as const])
    aws.faults.next(action, { kind: 'delay', ms: field.aws }, Number.POSITIVE_INFINITY);
  slack.fault({ method: '*', latency: field.slack });
  cloud.control.latency(field.service);
}

/** Measures the time from the click that confirms an immediate change to its result, with a warm worker, `runs` times. */
export const confirmToResult = (runs: number): Promise<string> =>
  withSkydesk({ workers: 1 }, async (skydesk) => {
    const { slack, settled } = skydesk;
    const results: number[] = [];
    const calls: number[] = [];
    const change = async (name: string): Promise<void> => {
      await preview(skydesk, `alert create "${name}" disk=85 to=ops@acme.example.com`);
      const [before, cursor, clicked] = [callsOf(skydesk, [...reads, ...writes]), slack.cursor(), Date.now()];
      await confirm(skydesk);
      await settled();
      const posted = slack.journal(cursor).find(({ kind }) => kind === 'message.posted');
      if (!posted) throw new Error(`${name} has no result`);
      results.push(posted.at - clicked);
      calls.push(callsOf(skydesk, [...reads, ...writes]) - before);
    };
    await change('Warm');
    slowDown(skydesk);
    for (let run = 1; run <= runs; run += 1) await change(`Run ${run}`);
    return table(
      ['an immediate change', 'ms to the result', 'calls of DynamoDB in all'],
      [
        [
          'from the click to its result',
          figure(medianOf(results.slice(1))),
          figure(medianOf(calls.slice(1))),
        ],
      ],
    );
  });

/** Measures a change of `steps` steps with an end, on up to `workers` workers, as many as SQS starts. */
export async function manySteps(steps: number, workers: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skydesk-bench-'));
  try {
    const policyFile = path.join(folder, 'policy.json');
    const { risk } = policy;
    const points = { ...risk.points, manyTargets: 0 };
    await writeFile(policyFile, JSON.stringify({ ...policy, maxTargets: steps, risk: { ...risk, points } }));
    await build({ policyFile, dist: folder });
    return await withSkydesk({ workers, bundles: folder }, (skydesk) => runSteps(skydesk, steps));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns an alert policy, and the names of `count` servers to which it is not assigned. */
export function assignable({ cloud }: Whole, count: number) {
  const { alertPolicies, servers } = cloud.control.state();
  const [alert] = alertPolicies;
  const free = servers.filter(
    ({ id, account, status, alertPolicyIds }) =>
      account === 'ACME' &&
      status === 'active' &&
      !id.includes('tpl') &&
      !alertPolicyIds.includes(alert?.id ?? ''),
  );
  const names = free.slice(0, count).map(({ id }) => id);
  if (names.length < count) throw new Error(`There are only ${names.length} servers`);
  return { policy: alert?.id ?? '', names };
}

async function runSteps(skydesk: Whole, steps: number): Promise<string> {
  const { aws, settled } = skydesk;
  const { policy: alert, names } = assignable(skydesk, steps);
  await preview(skydesk, `alert assign ${alert} ${names.join(' ')} ends=1h`);
  const [before, clicked] = [callsOf(skydesk, writes), performance.now()];
  await confirm(skydesk);
  await settled();
  const ms = performance.now() - clicked;
  const items = await itemsOf(aws);
  const ended = (event: string) => items.filter((item) => item.event === event).length;
  if (ended('applied') + ended('unknown') + ended('failed') !== steps) throw new Error('Not all steps ended');
  const largest = Math.max(...items.map(sizeOf));
  const numbered = items.find(({ sk }) => sk === 'request-number');
  const units = aws.table.writeUnits(`change#${numbered?.change}`);
  return table(
    [
      'steps',
      'ms in all',
      'writes of DynamoDB a step',
      'write units a step on the change’s key',
      'of unknown outcome',
      'largest item, KB',
    ],
    [
      [
        figure(steps),
        figure(ms),
        figure((callsOf(skydesk, writes) - before) / steps),
        figure(units / steps),
        figure(ended('unknown')),
        figure(largest / 1024),
      ],
    ],
  );
}

type Item = Readonly<Record<string, unknown>>;

const tableOf = ({ environment }: Skydesk['aws']) =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient(localClientConfig(environment.AWS_ENDPOINT_URL_DYNAMODB ?? '')),
  );

export async function itemsOf({ tableName, ...aws }: Skydesk['aws']): Promise<readonly Item[]> {
  const client = tableOf({ tableName, ...aws });
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName })) items.push(...Items);
  client.destroy();
  return items;
}

const hour = 3_600_000;

/**
 * Measures a sweep among `waiting` changes that start later. `due` of them start in two minutes: it sends a delayed job for each.
 */
export const sweepAmong = (waiting: number, due: number): Promise<string> =>
  withSkydesk({}, async (skydesk) => {
    const { time, sweep, settled } = skydesk;
    await schedule(skydesk, '20h', waiting - due);
    await schedule(skydesk, '1h', due);
    time.advance(hour - 2 * 60_000);
    await settled();
    const [before, started] = [callsOf(skydesk, reads), performance.now()];
    await sweep();
    const ms = performance.now() - started;
    const read = callsOf(skydesk, reads) - before;
    return table(
      ['changes that wait', 'of which due soon', 'reads of DynamoDB', 'ms'],
      [[waiting, due, read, ms].map(figure)],
    );
  });

/** Stores `count` scheduled changes: one that is confirmed, and copies of its items with other ids. */
async function schedule(skydesk: Whole, starts: string, count: number): Promise<void> {
  const { aws, settled } = skydesk;
  const before = new Set((await itemsOf(aws)).map(keyOf));
  await preview(skydesk, `alert create "In ${starts}" disk=85 to=ops@acme.example.com starts=${starts}`);
  await confirm(skydesk);
  await settled();
  const added = (await itemsOf(aws)).filter((item) => !before.has(keyOf(item)));
  const [, id = ''] =
    added.map(({ pk }) => /^change#(.+)/.exec(String(pk)) ?? []).find(({ length }) => length > 0) ?? [];
  const own = added
    .map((item) => JSON.stringify({ ...item, content: item.content && JSON.stringify(contentIn(item)) }))
    .filter((json) => json.includes(id) && !json.includes('"ledger#'));
  const client = tableOf(aws);
  for (let copy = 1; copy < count; copy += 1) {
    const other = `${id.slice(0, -8)}${copy.toString(16).padStart(8, '0')}`;
    const items = own.map((json): Item => JSON.parse(json.replaceAll(id, other)));
    await Promise.all(items.map((Item) => client.send(new PutCommand({ TableName: aws.tableName, Item }))));
  }
  client.destroy();
}

const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;
