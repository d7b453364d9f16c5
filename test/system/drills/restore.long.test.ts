import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { environmentOf, type LogLine, serverError } from '../../../local/aws/index.ts';
import { readLines, unknownChanges } from '../../../scripts/after-restore.ts';
import { redrive } from '../../../scripts/redrive.ts';
import { inThisProcess, queueClient, skydeskOfFile } from '../../support/index.ts';
import { copyTable } from './table-copy.ts';

/*
 * Restore the table (docs/operations.md): the table is restored to a moment before something happened, and the functions are
 * deployed with that moment.
 */

const minute = 60_000;
let restoredAt = '';
const lines: LogLine[] = [];
const skydesk = await skydeskOfFile({
  createFunction: (options) =>
    inThisProcess({
      ...options,
      environment: (instance) => ({ ...environmentOf(options, instance), RESTORED_AT: restoredAt }),
    }),
  onLog: (line) => lines.push(line),
});
const sqs = queueClient(skydesk.aws);
beforeAll(async () => {
  // The first command compiles the functions, which takes long beside other tests.
  await skydesk.slack.type('ana', 'cloud-ops', '/cloud help');
});
beforeEach(async () => {
  await skydesk.settled({ delayed: true });
  await deployWith('');
  await skydesk.inspector.reset();
  await skydesk.fresh();
  lines.length = 0;
});
afterAll(async () => {
  sqs.destroy();
});

/** Deploys with `--param="restored=…"`. */
async function deployWith(time: string): Promise<void> {
  restoredAt = time;
  await Promise.all([skydesk.worker.coldStart(), skydesk.sweeper.coldStart()]);
}

/** A later action of an operator: restores the table to this moment. With the queue as it is, or emptied as the page says. */
async function restorePoint(): Promise<(options?: { readonly queue?: 'kept' }) => Promise<void>> {
  const putBack = await copyTable(skydesk.stored);
  const at = new Date(Date.now()).toISOString();
  return async () => {
    await putBack();
    await deployWith(at);
  };
}

const pass = (minutes: number) => skydesk.pass(minutes * minute);
const sweep = () => skydesk.doing(() => skydesk.sweep(), true);

const addressesOf = (server: string): string[] =>
  skydesk.cloud.control
    .state()
    .servers.filter(({ id }) => id.toUpperCase() === server)
    .flatMap(({ publicIps }) => publicIps.map(({ address }) => address));

const opening = 'source=10.0.0.0/28 destination=10.1.0.0/28 why="Nightly backup"';
const mayHaveBeenApplied =
  'Skydesk’s table was restored to an earlier time, so this may have been applied since then.';

describe('changes that were applied after the restored time are not applied again:', () => {
  test('a change that had a start, with an empty queue', async () => {
    await skydesk.type('ana', 'ip add DE1ACMEWEB03 tcp/443 from=203.0.113.0/24 starts=10m');
    await skydesk.press('ana', 'decide:confirm');
    const restore = await restorePoint();
    await pass(15);
    expect(skydesk.changes()).toHaveLength(1);

    await restore();
    await sweep();
    await pass(15);
    expect(skydesk.changes()).toHaveLength(1);
    expect(skydesk.last('ana', 'dm')).toMatch(
      /^⚠️ Not known if opened\nYou wanted to open HTTPS \(443\) on DE1ACMEWEB03/,
    );
    expect(skydesk.last('ana', 'dm')).toContain(mayHaveBeenApplied);
  });

  test('a change that waited for a vote: its card says that it may have been applied', async () => {
    const id = await skydesk.ask('ana', `firewall create de1 va1 ${opening}`);
    const restore = await restorePoint();
    await skydesk.decide('ben', id, 'Approve');
    await pass(15);
    expect(await skydesk.card(id)).toContain('🔓 Open');

    await restore();
    await sweep();
    expect(await skydesk.card(id)).toMatch(/^⚠️ Not known if opened/);
    expect(await skydesk.card(id)).toContain(mayHaveBeenApplied);
    expect((await skydesk.ledger(id)).at(-1)).toBe(`unknown U0ANA: Outdated: ${mayHaveBeenApplied}`);
  });

  test('a change that gets its last vote before the first sweep', async () => {
    const id = await skydesk.ask('ana', 'ip add DE1ACMEWEB03 tcp/22 from=100.0.0.0/10 why="Nightly backup"');
    const restore = await restorePoint();
    await skydesk.review('cora', id);
    await skydesk.decide('ben', id, 'Approve');
    await pass(15);
    expect(skydesk.changes()).toHaveLength(1);

    await restore();
    await skydesk.doing(() => skydesk.submit('cora'), true);
    expect(skydesk.changes()).toHaveLength(1);
    expect(await skydesk.card(id)).toMatch(/^⚠️ Not known if opened/);
  });

  test('a change that was confirmed, whose job is still in the dead-letter queue', async () => {
    await skydesk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
    const restore = await restorePoint();
    const away = skydesk.slack.fault({ method: 'chat.postMessage', error: 'internal_error' });
    await skydesk.slack.press('ana', 'decide:confirm');
    // Otherwise the decision would be put off, in a new message.
    const queueAway = skydesk.aws.faults.next('SQS.SendMessage', serverError, 999);
    await skydesk.settled();
    queueAway.release();
    away.cancel();
    expect(skydesk.changes()).toHaveLength(1);

    await restore();
    const { queueUrl, deadLetterQueueUrl: deadLettersUrl } = skydesk.aws;
    expect(await redrive(sqs, { queueUrl, deadLettersUrl }, { dryRun: false, say: () => {} })).toMatchObject({
      moved: 1,
    });
    await skydesk.settled({ delayed: true });
    expect(skydesk.changes()).toHaveLength(1);
    expect(skydesk.whispered('ana')).toContain('The preview expired: ');
  });
});

test('a request after the deployment with the restored table is applied as usual', async () => {
  const restore = await restorePoint();
  await restore();
  await pass(5);
  const id = await skydesk.ask('ana', `firewall create de1 va1 ${opening}`);
  await skydesk.decide('ben', id, 'Approve');
  await sweep();
  expect(await skydesk.card(id)).toContain('🔓 Open');
});

test('an end in the restored table is applied at its time', async () => {
  const id = await skydesk.ask('ana', `firewall create de1 va1 ${opening} ends=10m`);
  await skydesk.decide('ben', id, 'Approve');
  await skydesk.settled({ delayed: true });
  const policy = () =>
    skydesk.cloud.control.state().crossFirewalls.find(({ sourceCidr }) => sourceCidr === '10.0.0.0/28');
  expect(policy()).toBeDefined();
  const restore = await restorePoint();
  await pass(5);
  await restore();
  await pass(15);
  expect(policy()).toBeUndefined();
});

test('the log lists an opening that was made after the restored time; an operator ends it at its time', async () => {
  const since = Date.now();
  const restore = await restorePoint();
  await skydesk.type('ana', 'ip add DE1ACMEWEB03 tcp/443 from=203.0.113.0/24 ends=10m');
  await skydesk.doing(() => skydesk.slack.press('ana', 'decide:confirm'), true);
  expect(skydesk.changes()).toHaveLength(1);
  await restore();

  const exported = lines.map(({ text }) => text).join('\n');
  const [change, ...others] = unknownChanges(readLines(exported), since);
  expect(others).toEqual([]);
  expect(change).toMatchObject({ account: 'ACME', operation: 'ip.add', event: 'applied' });
  expect(Math.round((Date.parse(change?.ends ?? '') - since) / minute)).toBe(10);

  await pass(15);
  const [address = ''] = addressesOf('DE1ACMEWEB03');
  await skydesk.type('ana', `ip remove DE1ACMEWEB03 ${address}`);
  await skydesk.doing(() => skydesk.slack.press('ana', 'decide:confirm'), true);
  expect(addressesOf('DE1ACMEWEB03')).toEqual([]);
});
