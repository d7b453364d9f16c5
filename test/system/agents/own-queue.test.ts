import { beforeEach, expect, test } from 'vitest';
import { skydeskOfFile } from '../../support/index.ts';

/*
 * The worker takes from each of its two queues only what belongs there. Lambda writes the ARN of the queue into the event, so no sender
 * can choose it.
 */

const skydesk = await skydeskOfFile();
beforeEach(() => skydesk.fresh());

const replyTo = { channel: 'C0CLOUDOPS', person: 'U0ANA' };
const job = {
  kind: 'command',
  id: 'j1',
  team: 'T0SKYDESK',
  replyTo,
  operation: 'fields',
  raw: {},
  problems: [],
};
const call = (until: number) => ({
  id: 'agent-1',
  slot: 's1',
  until,
  isKeyed: false,
  asker: { person: 'U0ANA', team: 'T0SKYDESK' },
  asked: { tool: 'alert_create', given: { name: 'Disk 90', disk: 90, to: 'ops@example.com' } },
});
const inTime = () => (skydesk.time?.now() ?? Date.now()) + 20_000;

/** What the worker answers Lambda to a message of a queue, what it logs, and how many messages Ana has. */
async function delivered(queueArn: string | undefined, content: object) {
  // Only the last thousand lines are kept.
  const { logs } = skydesk.worker;
  const before = logs.at(-1);
  const messages = skydesk.slack.sees('ana', 'dm').length;
  const record = { messageId: 'm1', receiptHandle: 'r1', body: JSON.stringify(content) };
  const result = await skydesk.worker.invoke({ Records: [{ ...record, eventSourceARN: queueArn }] });
  await skydesk.settled();
  const logged = logs
    .slice(before ? logs.lastIndexOf(before) + 1 : 0)
    .map(({ text }) => String(JSON.parse(text).message));
  return { result, logged, received: skydesk.slack.sees('ana', 'dm').length - messages };
}

const { AGENT_QUEUE_ARN: ofAgents } = skydesk.environment;
const ofPeople = ofAgents?.replace(/-agents$/, '');

test('a call is answered if it comes by the queue of agents in time', async () => {
  const { result, logged, received } = await delivered(ofAgents, call(inTime()));
  expect([result, received]).toEqual([{ batchItemFailures: [] }, 1]);
  expect(logged).toContain('call answered');
});

test('a call that comes too late is dropped: nobody gets a preview', async () => {
  const { result, logged, received } = await delivered(ofAgents, call(inTime() - 20_001));
  expect({ result, logged, received }).toEqual({
    result: { batchItemFailures: [] },
    logged: ['call dropped'],
    received: 0,
  });
});

test('a job of a person that comes by the queue of agents is dropped', async () => {
  const { result, logged } = await delivered(ofAgents, job);
  expect({ result, logged }).toEqual({ result: { batchItemFailures: [] }, logged: ['call dropped'] });
});

test.each([
  ['people’s', ofPeople],
  ['no', undefined],
])('a call that comes by %s queue is not answered', async (_, queueArn) => {
  const { result, logged, received } = await delivered(queueArn, call(inTime()));
  expect([result, received]).toEqual([{ batchItemFailures: [{ itemIdentifier: 'm1' }] }, 0]);
  expect(logged).not.toContain('call answered');
});
