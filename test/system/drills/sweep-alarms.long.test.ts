import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type LogLine, serverError } from '../../../local/aws/index.ts';
import { skydeskOfFile } from '../../support/index.ts';
import { metricValues } from './metric-values.ts';

/*
 * The alarms about the sweeper: what causes each, what its row of docs/operations.md says to do, and that all is well after
 * that.
 */

const minute = 60_000;
const lines: LogLine[] = [];
const skydesk = await skydeskOfFile({ onLog: (line) => lines.push(line) });
beforeAll(async () => {
  // The first command compiles the functions, which takes long beside other tests.
  await skydesk.slack.type('ana', 'cloud-ops', '/cloud help');
});
beforeEach(async () => {
  await skydesk.settled({ delayed: true });
  await skydesk.inspector.reset();
  await skydesk.fresh();
  lines.length = 0;
});

const values = (name: string): readonly number[] => metricValues(lines, name);
const sweep = () => skydesk.doing(() => skydesk.sweep(), true);
const pass = (minutes: number) => skydesk.pass(minutes * minute);
const queueAway = () => skydesk.aws.faults.next('SQS.SendMessage', serverError, 999);

const schedule = async (timing: string) => {
  await skydesk.type('ana', `ip add DE1ACMEWEB03 tcp/443 from=203.0.113.0/24 ${timing}`);
  await skydesk.doing(() => skydesk.slack.press('ana', 'decide:confirm'), true);
};

test('ApprovalsStuck, SweepFailures: a due start can’t be queued; the next sweep continues, and it is applied once', async () => {
  await schedule('starts=10m');
  const away = queueAway();
  await pass(25);
  await sweep();
  expect(skydesk.changes()).toEqual([]);
  expect(values('ApprovalsStuck').at(-1)).toBe(1);
  expect(values('SweepFailures').length).toBeGreaterThan(0);
  away.release();
  await sweep();
  expect(skydesk.changes()).toHaveLength(1);
  lines.length = 0;
  await sweep();
  expect(values('ApprovalsStuck')).toEqual([]);
  expect(values('SweepFailures')).toEqual([]);
});

test('ApprovalsStuck: the end of a request can’t be reported; the log and its status say so, and the next sweep does it', async () => {
  const id = await skydesk.ask(
    'ana',
    'firewall create de1 va1 source=10.7.0.0/24 destination=10.9.1.0/24 why=test',
  );
  const away = ['chat.postMessage', 'chat.update'].map((method) =>
    skydesk.slack.fault({ method, error: 'internal_error' }),
  );
  await skydesk.decide('ben', id, 'Reject', { 'Why not?': 'not now' });
  await pass(25);
  await sweep();
  expect(values('ApprovalsStuck').at(-1)).toBe(1);
  expect(lines.filter(({ text }) => text.includes('"not sent"')).at(-1)?.text).toContain(id);
  await skydesk.type('ana', `request status ${id}`);
  expect(skydesk.whispered('ana')).toContain('Rejected');
  for (const fault of away) fault.cancel();
  await pass(10);
  lines.length = 0;
  await sweep();
  expect(values('ApprovalsStuck')).toEqual([]);
  expect(skydesk.last('ana', 'dm')).toContain('Rejected');
});

test('LeaseOverdue: an end fails while the cloud API is down; people read so, and it ends once that is back', async () => {
  await schedule('ends=10m');
  expect(skydesk.changes()).toHaveLength(1);
  const down = skydesk.cloud.control.fail({ route: '*', status: 503, times: 9999 });
  await pass(25);
  await sweep();
  expect(values('LeasesOverdue').at(-1)).toBe(1);
  expect(skydesk.last('ana', 'dm')).toContain('/cloud ip remove');
  down.cancel();
  await pass(65);
  expect(skydesk.changes().filter((change) => change.startsWith('DELETE'))).toHaveLength(1);
  lines.length = 0;
  await sweep();
  expect(values('LeasesOverdue')).toEqual([]);
});

test('SweeperStopped: no run finishes while the table is down; the next one does', async () => {
  const away = skydesk.aws.faults.next('DynamoDB.Query', serverError, 999);
  await skydesk.sweep().catch(() => {});
  expect(values('Sweeps')).toEqual([]);
  away.release();
  await sweep();
  expect(values('Sweeps')).toEqual([1]);
});
