import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLambda, environmentOf } from '../../../local/aws/index.ts';
import { type Desk, startDesk } from '../approving.ts';
import { quick } from '../bot.ts';
import { type Guard, startGuard } from './guard.ts';
import { allowedBy, deniedBy, type FunctionName, functions, packaged } from './packaged.ts';

const roles = { receiver: 'ReceiverRole', worker: 'WorkerRole', sweeper: 'SweeperRole' } as const;
const names = {
  'dynamodb:skydesk': 'Table',
  'sqs:skydesk': 'Queue',
  'secretsmanager:skydesk/slack': 'SlackSecret',
  'secretsmanager:skydesk/service': 'ServiceSecret',
};

/** What Lambda does in the name of a function, which the local one does in its own. */
const byLambda = /^(logs:|sqs:(Receive|Delete|GetQueue))/;

const allowed = new Map<string, readonly string[]>();
const guards = new Map<string, Guard>();
let desk: Desk;

beforeAll(async () => {
  const { template } = await packaged();
  for (const name of functions) {
    const role = template.Resources[roles[name]];
    const rights = role ? allowedBy(role) : [];
    allowed.set(name, rights);
    guards.set(name, await startGuard(rights, names, role && deniedBy(role)));
  }
  desk = await startDesk({
    createFunction: (options) => {
      const guarded = (instance: string) =>
        guards.get(options.name)?.before(environmentOf(options, instance)) ?? {};
      return createLambda({ ...options, environment: guarded });
    },
  });
  desk.emulator.control.set(quick);
});
afterAll(async () => {
  await desk.stop();
  await Promise.all([...guards.values()].map(({ close }) => close()));
});

const line = 'firewall create de1 va1 source=10.7.0.0/24 destination=10.9.1.0/24 why="for the test"';

/** People look, change, and take back. */
async function lookAndChange(): Promise<void> {
  await desk.type('ana', 'alert list');
  expect(desk.last('ana')).toContain('alert policies');
  await desk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  await desk.press('ana', 'Confirm');
  expect(desk.last('ana', 'cloud-ops')).toContain('Made alert policy Disk 95');
  await desk.press('ana', 'Undo');
  await desk.type('ana', 'history');
  expect(desk.last('ana', 'cloud-ops')).toContain('Disk 95');
}

/** Others approve, and what they approved is done and followed to its end. */
async function approve(): Promise<void> {
  const id = await desk.ask('ana', line);
  await desk.decide('ben', id, 'Approve', { Comment: 'Go' });
  await desk.settled({ delayed: true });
  expect((await desk.approval(id)).phase).toBe('done');
}

/** An answer that Slack does not take comes again. */
async function comeAgain(): Promise<void> {
  desk.slack.fault({ method: 'chat.postEphemeral', error: 'internal_error', times: 1 });
  await desk.type('ana', 'fields');
  expect(desk.last('ana')).toContain('3 custom fields');
}

/** The sweeper ends what is over and hands over what was granted. */
async function sweep(): Promise<void> {
  const over = await desk.ask('ana', line.replace('10.7', '10.8'));
  const left = await desk.ask('ana', line.replace('10.7', '10.6'));
  const usedUndo = { id: 'r1', job: 'j1' };
  await desk.approvals.change(over, (now) => ({ approval: { ...now, expires: Date.now() - 1, usedUndo } }));
  await desk.approvals.change(left, (now) => ({ approval: { ...now, phase: 'granted', since: 0 } }));
  await desk.doing(() => desk.sweeper.invoke({}));
  expect((await desk.approval(over)).phase).toBe('expired');
  expect((await desk.approval(left)).phase).not.toBe('granted');
}

describe('under the roles of the template', () => {
  /** People do all that there is to do, so that each function uses what it needs. */
  beforeAll(async () => {
    await lookAndChange();
    await approve();
    await comeAgain();
    await sweep();
  });

  test.each(functions)('%s called nothing that its role forbids', (name: FunctionName) => {
    expect([...(guards.get(name)?.denied ?? [])]).toEqual([]);
  });

  test.each(functions)('%s has no right that it does not use', (name: FunctionName) => {
    const used = [...(guards.get(name)?.used ?? [])].sort();
    const needed = allowed.get(name)?.filter((right) => !byLambda.test(right));
    expect(used).toEqual(needed);
  });
});
