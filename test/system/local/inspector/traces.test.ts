import { beforeEach, expect, test } from 'vitest';
import { createLambda } from '../../../../local/aws/index.ts';
import { users } from '../../../../local/cloud/index.ts';
import type { Trace, TraceStep } from '../../../../local/inspector/inspector-types.ts';
import { written } from '../../../../local/inspector/mask.ts';
import { quick, rulesFrom, skydeskOfFile } from '../../../support/index.ts';

const skydesk = await skydeskOfFile({
  workerTimeoutMs: 2_500,
  visibilitySeconds: 5,
  workers: 1,
  createFunction: createLambda,
});
/** Each test finds warm functions, and nothing from another test. */
beforeEach(async () => {
  await skydesk.inspector.reset();
  skydesk.cloud.control.set(quick);
  await skydesk.type('ana', 'login');
});

/** The newest trace with this title. */
function traceOf(title: string): Trace {
  const trace = skydesk.inspector.traces().find((candidate) => candidate.title === title);
  if (trace) return trace;
  throw new Error(`There are only ${skydesk.inspector.traces().map((trace) => trace.title)}`);
}

/**
 * The trace in short: each step in a few words, those inside an invocation indented below it. The acknowledgement and the queue
 * race, and the queue often wins, so the acknowledgement comes last.
 */
function outline({ steps }: Trace): string[] {
  const line = (step: TraceStep): string => `${short(step)}${step.ok ? '' : ' ✗'}`;
  const top = steps.filter(({ inside }) => inside === undefined);
  return top
    .toSorted((a, b) => Number(a.kind === 'ack') - Number(b.kind === 'ack'))
    .flatMap((step) => [
      line(step),
      ...steps.filter(({ inside }) => inside === step.id).map((step) => `  ${line(step)}`),
    ]);
}

function short(step: TraceStep): string {
  switch (step.kind) {
    case 'request':
      return `request ${step.what}`;
    case 'ack':
      return `ack ${step.status}${step.error ? ` ${step.error}` : ''}${effects(step)}`;
    case 'invocation':
      return step.function;
    case 'message':
      return `message ${step.what} ${step.delivery}`;
    case 'service':
      return `${step.method} ${step.path} ${step.status}`;
    case 'slack':
      return `slack ${step.method}${effects(step)}`;
    case 'log':
      return `log ${step.event}`;
  }
}

const effects = (step: Extract<TraceStep, { effects: unknown }>): string =>
  step.effects.map((effect) => ` → ${effect.kind}${'action' in effect ? ` ${effect.action}` : ''}`).join('');

test('a read has the request, its job, the call of the cloud API, and the answer', async () => {
  await Promise.all([skydesk.receiver.coldStart(), skydesk.worker.coldStart()]);
  await skydesk.type('ana', 'fields');
  const first = traceOf('/cloud fields');
  expect(first).toMatchObject({ person: 'U0ANA', state: 'done' });
  expect(first.steps.filter(({ kind }) => kind === 'invocation')).toMatchObject([
    { function: 'receiver', cold: true, initMs: expect.any(Number), ms: expect.any(Number) },
    { function: 'worker', cold: true, initMs: expect.any(Number), ms: expect.any(Number) },
  ]);

  await skydesk.type('ana', 'fields');
  const again = traceOf('/cloud fields');
  expect(outline(again)).toEqual([
    'request slash command',
    'receiver',
    'message command 1',
    'worker',
    '  GET /v2/accounts/ACME/customFields 200',
    '  slack chat.postEphemeral → message posted',
    'ack 200',
  ]);
  expect(again.steps[1]).toMatchObject({ cold: false });
  const [message] = skydesk.slack.sees('ana', 'cloud-ops').slice(-1);
  expect(again.steps.flatMap((step) => ('effects' in step ? step.effects : []))).toEqual([
    {
      kind: 'message',
      action: 'posted',
      channel: message?.channel,
      ts: message?.ts,
      onlyFor: 'U0ANA',
    },
  ]);
});

test('if a worker dies, its message is delivered again, and the trace has both deliveries', async () => {
  await skydesk.inspector.setFault('worker-dies', true);
  await skydesk.type('ana', 'dc list');
  const trace = traceOf('/cloud dc list');
  expect(trace.steps.filter(({ kind }) => kind === 'message')).toMatchObject([
    { delivery: 1, ok: false },
    { delivery: 2, ok: true },
  ]);
});

test('no secret is in any trace, in any encoding', async () => {
  await skydesk.type('ana', 'fields');
  await skydesk.type('ana', 'alert create');
  skydesk.cloud.control.fail({ route: 'customFields.list', how: 'internal', times: 9 });
  await skydesk.type('ana', 'fields');
  const [rule = ''] = rulesFrom(skydesk.cloud);
  const id = await skydesk.ask('ana', `firewall delete de1 ${rule} why="nobody needs it"`);
  await skydesk.decide('ben', id, 'Approve');
  expect(skydesk.inspector.traces().length).toBeGreaterThan(5);
  const tokens = skydesk.cloud.requests.map(({ headers }) => String(headers.authorization).slice(7));
  expect(tokens.join()).toContain('eyJ');
  const secrets = [
    'local-signing-secret',
    'local-bot-token',
    'xoxb-local-bot-token',
    ...users.map(({ password }) => password),
    ...tokens.filter((token) => token.length > 10),
  ];
  const shown = JSON.stringify([skydesk.inspector.traces(), skydesk.inspector.faults()]);
  expect(secrets.flatMap(written).filter((form) => shown.includes(form))).toEqual([]);
  expect(shown).not.toMatch(/hooks\/(commands|actions)/);
  expect(shown).not.toMatch(/"trigger_id":"[^"…]*"/);
});
