import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLambda, environmentOf } from '../../../local/aws/index.ts';
import { quick, startTestSkydesk, type TestSkydesk } from '../../support/index.ts';
import { slackbotOf } from '../agents/slackbot-calls.ts';
import { type Guard, startGuard } from './guard.ts';
import { type FunctionName, functionsWithAgents, packagedWithAgents } from './packaged.ts';
import { inWords, roleOf } from './role.ts';

const roles = {
  receiver: 'ReceiverRole',
  worker: 'WorkerRole',
  sweeper: 'SweeperRole',
  mcp: 'McpRole',
} as const;
const names = {
  'dynamodb:skydesk': 'Table',
  'sqs:skydesk': 'Queue',
  'sqs:skydesk-agents': 'AgentQueue',
  'lambda:receiver': 'ReceiverLambdaFunction',
  'secretsmanager:skydesk/slack-signing': 'SlackSigningSecret',
  'secretsmanager:skydesk/slack-token': 'SlackTokenSecret',
  'secretsmanager:skydesk/service': 'ServiceSecret',
};

/** Lambda does this in the name of a function; the local one does it in its own. */
const byLambda = /^(logs:|sqs:(Receive|Delete|GetQueue))/;

const allowed = new Map<string, readonly string[]>();
const guards = new Map<string, Guard>();
let skydesk: TestSkydesk;

beforeAll(async () => {
  const { template } = await packagedWithAgents();
  for (const name of functionsWithAgents) {
    const role = roleOf(template, roles[name]);
    allowed.set(name, inWords(role.allowed));
    guards.set(name, await startGuard(role, names));
  }
  skydesk = await startTestSkydesk({
    createFunction: (options) => {
      const guarded = (instance: string) =>
        guards.get(options.name)?.before(environmentOf(options, instance)) ?? {};
      return createLambda({ ...options, environment: guarded });
    },
  });
  skydesk.cloud.control.set(quick);
});
afterAll(async () => {
  await skydesk.stop();
  await Promise.all([...guards.values()].map(({ close }) => close()));
});

const line = 'firewall create de1 va1 source=10.7.0.0/24 destination=10.9.1.0/24 why="for the test"';

/** People read, change, and undo. */
async function lookAndChange(): Promise<void> {
  await skydesk.type('ana', 'alert list');
  expect(skydesk.last('ana')).toContain('alert policies');
  await skydesk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  await skydesk.press('ana', 'decide:confirm');
  expect(skydesk.last('ana', 'cloud-ops')).toContain('Created alert policy Disk 95');
  await skydesk.press('ana', 'Undo');
  await skydesk.type('ana', 'history');
  expect(skydesk.last('ana', 'cloud-ops')).toContain('Disk 95');
}

/** Others approve, and the approved changes run and are polled to their end. */
async function approve(): Promise<void> {
  const id = await skydesk.ask('ana', line);
  await skydesk.decide('ben', id, 'Approve', { Comment: 'Go' });
  await skydesk.settled({ delayed: true });
  expect((await skydesk.stateOf(id)).status).toBe('done');
}

/** An answer that Slack does not take is delivered again. */
async function comeAgain(): Promise<void> {
  skydesk.slack.fault({ method: 'chat.postEphemeral', error: 'internal_error', times: 1 });
  await skydesk.type('ana', 'fields');
  expect(skydesk.last('ana')).toContain('3 custom fields');
}

/**
 * Agents read, and request a change that its requester may confirm and two that need approval. One call is of a guest, and one
 * gives away its key.
 */
async function askThroughAgents(): Promise<void> {
  await skydesk.type('ana', 'key create for=1h');
  const [token] = /skydesk_\S+/.exec(skydesk.whispered('ana')) ?? [];
  const run = async (body: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${skydesk.url}/run`, { method: 'POST', headers, body })).status;
  };
  expect(await run('alert list')).toBe(200);
  expect(await run('history')).toBe(200);
  expect(await run('alert assign "Night watch" jump')).toBe(202);
  expect(await run(line.replace('10.7', '10.5'))).toBe(202);
  // A card that opens nothing has no picture, so that it isn't listed for the sweeper any more once it is posted.
  const closes = 'firewall intra disable de1 195f2e21b90087a4b3313bc144204857 why="for the test"';
  expect(await run(closes)).toBe(202);
  const guest = await slackbotOf(skydesk, 'gus');
  expect((await guest.call('alert_delete', { policy: 'Disk 80' })).structured.outcome).toBe('refused');
  await guest.close();
  expect(await run(`alert show ${token}`)).toBe(400);
}

/** The sweeper ends expired requests, so that an Undo is available again, and starts approved ones. */
async function sweep(): Promise<void> {
  await skydesk.press('ana', 'Undo');
  await skydesk.press('ana', 'decide:confirm');
  const over = skydesk.newest();
  expect((await skydesk.stateOf(over)).steps[0]?.undoes).toBeDefined();
  const left = await skydesk.ask('ana', `${line.replace('10.7', '10.6')} starts=1h`);
  await skydesk.decide('ben', left, 'Approve');
  await skydesk.pass(9 * 3_600_000);
  expect((await skydesk.stateOf(over)).status).toBe('expired');
  expect((await skydesk.stateOf(left)).status).toBe('done');
}

describe('by the roles of the template', () => {
  /** People do all that is possible, so that each function uses what it needs. */
  beforeAll(async () => {
    await lookAndChange();
    await approve();
    await comeAgain();
    await askThroughAgents();
    await sweep();
  });

  test.each(functionsWithAgents)('%s called nothing that its role forbids', (name: FunctionName) => {
    expect([...(guards.get(name)?.denied ?? [])]).toEqual([]);
  });

  test.each(functionsWithAgents)('%s has no right that it does not use', (name: FunctionName) => {
    const used = [...(guards.get(name)?.used ?? [])].sort();
    const needed = allowed.get(name)?.filter((right) => !byLambda.test(right));
    expect(used).toEqual(needed);
  });
});
