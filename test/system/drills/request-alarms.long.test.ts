import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LogLine, serverError } from '../../../local/aws/index.ts';
import { credentialsOf } from '../../../local/cloud/index.ts';
import { redrive } from '../../../scripts/redrive.ts';
import { queueClient, skydeskOfFile } from '../../support/index.ts';
import { metricValues } from './metric-values.ts';

/*
 * The alarms about commands and clicks: what causes each, what its row of docs/operations.md says to do, and that all is well
 * after that.
 */

const secrets = {
  slack: { signingSecret: 'local-signing-secret', botToken: 'xoxb-local-bot-token' },
  service: credentialsOf(),
};

const lines: LogLine[] = [];
const skydesk = await skydeskOfFile({ workers: 1, batchSize: 10, onLog: (line) => lines.push(line) });
const sqs = queueClient(skydesk.aws);
beforeAll(async () => {
  // The first command compiles the functions, which takes long beside other tests.
  await skydesk.slack.type('ana', 'cloud-ops', '/cloud help');
});
beforeEach(async () => {
  await skydesk.settled({ delayed: true });
  await skydesk.inspector.reset();
  await skydesk.fresh();
  store(secrets);
  skydesk.slack.rotate(secrets.slack);
  await Promise.all([skydesk.receiver.coldStart(), skydesk.worker.coldStart()]);
  lines.length = 0;
});
afterAll(async () => {
  sqs.destroy();
});

/** Stores a secret as an operator does with `aws secretsmanager put-secret-value`. */
function store({ slack, service }: typeof secrets): void {
  skydesk.aws.secrets.put('skydesk/slack-signing', { signingSecret: slack.signingSecret });
  skydesk.aws.secrets.put('skydesk/slack-token', { botToken: slack.botToken });
  skydesk.aws.secrets.put('skydesk/service', service);
}

const values = (name: string): readonly number[] => metricValues(lines, name);
/** Types a command that reads; resolves to the error that Slack shows in place of an acknowledgement, or to "ok". */
async function read(): Promise<string> {
  const { ok, error } = (await skydesk.slack.type('ana', 'cloud-ops', '/cloud fields')) ?? {};
  await skydesk.settled();
  return ok ? 'ok' : String(error);
}
const answer = '3 custom fields in ACME';

test('RequestsFailed: the queue can’t be reached, the log says why, and nothing remains to do once it can', async () => {
  const away = skydesk.aws.faults.next(
    'SQS.SendMessage',
    { kind: 'refuse', type: 'AccessDenied', status: 403 },
    9,
  );
  expect(await read()).toBe('ok');
  expect(skydesk.whispered('ana')).toContain('Skydesk couldn’t process this.');
  expect(values('RequestsFailed')).toEqual([1]);
  expect(lines.map(({ text }) => text).join('\n')).toContain('"error":"AwsError AccessDenied"');
  away.release();
  await read();
  expect(skydesk.whispered('ana')).toContain(answer);
  expect(values('RequestsFailed')).toEqual([1]);
});

test('RequestsRejected, MostRequestsRejected: the signing secret was changed at Slack; the new one is stored', async () => {
  skydesk.slack.rotate({ signingSecret: 'another-signing-secret' });
  expect([await read(), await read(), await read()]).toEqual(Array(3).fill('http_client_error'));
  store({ ...secrets, slack: { ...secrets.slack, signingSecret: 'another-signing-secret' } });
  await skydesk.time?.pass(60_000);
  expect(await read()).toBe('ok');
  expect(skydesk.whispered('ana')).toContain(answer);
});

test('EndpointFailing: the receiver has no secret; it answers once it can read the secret', async () => {
  const away = skydesk.aws.faults.next('SecretsManager.GetSecretValue', serverError, 99);
  expect(await read()).toBe('http_service_error');
  away.release();
  expect(await read()).toBe('ok');
});

test('LoginFailing: the password was changed at the cloud API; the right one is stored, and the next command logs in', async () => {
  skydesk.cloud.control.changePassword('skydesk', 'a new password');
  skydesk.cloud.control.expireTokens();
  await read();
  expect(skydesk.whispered('ana')).toMatch(/username or password/);
  expect(values('LoginFailures').length).toBeGreaterThan(0);
  store({ ...secrets, service: { ...secrets.service, password: 'a new password' } });
  lines.length = 0;
  await read();
  expect(skydesk.whispered('ana')).toContain(answer);
  expect(values('LoginFailures')).toEqual([]);
});

test('OutcomeUnknown: a change loses its answer; the history shows which, and it is not sent again', async () => {
  await skydesk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  skydesk.cloud.control.fail({ route: 'alertPolicies.create', how: 'drop', after: true });
  await skydesk.press('ana', 'decide:confirm');
  expect(skydesk.last('ana', 'cloud-ops')).toContain('Not known if created: alert policy Disk 95');
  expect(values('UnknownOutcomes')).toEqual([1]);
  await skydesk.type('ana', 'history');
  expect(skydesk.whispered('ana')).toMatch(/unknown: .*Disk 95/);
  await skydesk.doing(() => skydesk.sweep(), true);
  expect(skydesk.changes()).toHaveLength(1);
});

test('OutcomeUnknown: a job of the cloud API does not end; its requester reads so, and the history shows which', async () => {
  skydesk.cloud.control.set({ jobExecutingMs: 6 * 3_600_000 });
  await skydesk.type('ana', 'ip add DE1ACMEWEB03 tcp/443 from=203.0.113.0/24');
  await skydesk.doing(() => skydesk.slack.press('ana', 'decide:confirm'), true);
  await skydesk.pass(40 * 60_000);
  expect(values('UnknownOutcomes')).toEqual([1]);
  expect(skydesk.last('ana', 'cloud-ops')).toMatch(/unknown/i);
  await skydesk.type('ana', 'history');
  expect(skydesk.whispered('ana')).toMatch(/unknown: .*Add public IP/);
  expect(skydesk.changes()).toHaveLength(1);
});

test('QueueStuck: nothing receives the messages; once the trigger is enabled they are answered', async () => {
  const disabled = skydesk.aws.faults.next('SQS.ReceiveMessage', { kind: 'hold' }, 99);
  // The poll that was under way before takes one more message.
  await read();
  await disabled.reached;
  await skydesk.slack.type('ana', 'cloud-ops', '/cloud fields');
  expect(await waiting(skydesk.aws.queueUrl)).toBe(1);
  disabled.release();
  await skydesk.settled();
  expect(await waiting(skydesk.aws.queueUrl)).toBe(0);
  expect(skydesk.whispered('ana')).toContain(answer);
});

test('DeadLettersVisible: Slack takes no answer for eight deliveries; the log says why, and a redrive answers', async () => {
  const away = skydesk.slack.fault({ method: 'chat.postEphemeral', error: 'internal_error' });
  await read();
  away.cancel();
  expect(await waiting(skydesk.aws.deadLetterQueueUrl)).toBe(1);
  expect(lines.map(({ text }) => text).join('\n')).toContain('"error":"Unavailable"');
  const { queueUrl, deadLetterQueueUrl: deadLettersUrl } = skydesk.aws;
  await redrive(sqs, { queueUrl, deadLettersUrl }, { dryRun: false, say: () => {} });
  await skydesk.settled();
  expect(await waiting(skydesk.aws.deadLetterQueueUrl)).toBe(0);
  expect(skydesk.whispered('ana')).toContain(answer);
});

/** How many messages of a queue nobody has received. */
async function waiting(QueueUrl: string): Promise<number> {
  const command = new GetQueueAttributesCommand({
    QueueUrl,
    AttributeNames: ['ApproximateNumberOfMessages'],
  });
  return Number((await sqs.send(command)).Attributes?.ApproximateNumberOfMessages);
}
