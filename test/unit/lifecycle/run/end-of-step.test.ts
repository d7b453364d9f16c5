import { afterEach, expect, test, vi } from 'vitest';
import { done, failed } from '../../../../src/answer/answer.ts';
import { undoDigest } from '../../../../src/change/model/digest.ts';
import { endId } from '../../../../src/change/model/ids.ts';
import { withOutcome } from '../../../../src/change/model/outcomes.ts';
import { type ChangeStep, type Step, stepsOf } from '../../../../src/change/model/step.ts';
import { outcomeOf } from '../../../../src/change/words/outcome-in-words.ts';
import type { Service } from '../../../../src/cloud/index.ts';
import { howUndone } from '../../../../src/lifecycle/run/how-undone.ts';
import type { InverseCommand } from '../../../../src/operation/inverse.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { memory, words } from '../../../support/in-memory/memory.ts';
import { changeOf, commandOf, stepOf } from '../../../support/made/changes.ts';
import { endStart } from '../../../support/made/ends.ts';
import { type RequestFacts, request, voteOf } from '../../../support/made/requests.ts';

const hour = 3_600_000;
const cloud = await cloudOfFile();
const requested = changeOf(
  { id: 'r1' },
  {
    operation: 'alert.create',
    raw: { name: 'Busy', disk: '95', to: 'ops@example.com' },
    ends: { after: hour },
  },
);
const [step] = stepsOf(requested);
const replyTo = { channel: 'C0', person: 'U0ANA' };

function inverse(more: Partial<InverseCommand> = {}): InverseCommand {
  const [{ id = '' } = {}] = cloud.control.state().alertPolicies;
  return { ...commandOf(`alert delete ${id}`), subject: { kind: 'alert policy', id }, ...more };
}

/** What a step that was done has then, with an end or without. */
async function start(
  made: () => InverseCommand | undefined,
  { by = {}, isAway = false, of = step }: { by?: RequestFacts; isAway?: boolean; of?: ChangeStep } = {},
) {
  const { deps, logged } = memory({ service: connected(cloud), clock: () => endStart });
  const asked = request({ id: 'r1', replyTo: { ...replyTo, responseUrl: 'https://hooks' }, ...by });
  if (isAway) cloud.control.fail({ route: 'alertPolicies.get', status: 503, times: 3 });
  const undone = await howUndone(made, of, asked, { leaves: undefined, since: endStart }, deps);
  const outcome = { ...undone, kind: 'done', answer: [done('Created')], job: 'j1' } as const;
  const answer = outcomeOf({ id: 'r1', steps: withOutcome(requested, 0, outcome) }, endStart);
  return { ...undone, text: words(answer), answer, deps, logged };
}

test('the end of a step counts from when it was done, and has commands to extend it and to end it now', async () => {
  const { ends, answer, note, undo, deps } = await start(() => inverse());
  const { subject, ...command } = inverse();
  expect(ends).toMatchObject({
    id: endId('r1'),
    status: 'approved',
    steps: [{ ...command, startsAt: endStart + hour, undoes: { id: 'r1', subject } }],
    reversal: { cause: 'time', evaluated: { risk: 'changes', needs: 'confirmation', since: endStart } },
    expires: endStart + hour,
  });
  expect(ends?.replyTo).not.toHaveProperty('responseUrl');
  expect(JSON.stringify(answer)).toContain('{"form":"extend r1 1h account=ACME"}');
  expect(JSON.stringify(answer)).toContain('{"run":"end r1 account=ACME"}');
  expect(note).toBeUndefined();
  expect(undo).toBeUndefined();
  // It is stored with the outcome of its step, and not before.
  expect(await deps.changes.get(endId('r1'))).toBeUndefined();
});

test('the audit log entry of a step proves the command that ends it, and the state that this needs', async () => {
  const { ends, digest } = await start(() => inverse());
  const { state = '', wholeState } = ends?.steps[0].undoes ?? {};
  expect(state).not.toBe('');
  // A watch recognizes the state that Skydesk left by it.
  expect(wholeState).toMatch(/^1:[0-9a-f]{64}$/);
  expect(digest).toBe(undoDigest(inverse(), state));
});

test('an end names the request, and who approved it', async () => {
  const { ends } = await start(() => inverse(), { by: { number: 1042, votes: [voteOf('U0BEN')] } });
  expect(ends?.reversal).toMatchObject({ request: '#1042', approvers: ['U0BEN'] });
});

test('the end of a step that took the result of another is evaluated as its own operation', async () => {
  const of = {
    ...step,
    step: { ...step.step, operation: 'alert.assign', raw: { policy: '$1.id', server: 'de1acmeweb01' } },
  };
  const { ends } = await start(() => inverse(), { of });
  expect(ends?.reversal?.evaluated).toEqual({ risk: 'changes', needs: 'confirmation', since: endStart });
});

const { ends: _, ...facts } = step.step;
const withoutEnd = { ...step, step: facts };

test('a step without an end has an Undo', async () => {
  const { undo, ends } = await start(() => inverse(), { of: withoutEnd });
  expect([undo?.line, ends]).toEqual([inverse().line, undefined]);
});

const noCommand = 'no command restores what was before';
const unread = 'couldn’t be read after the change';
const fails = (): InverseCommand => {
  throw new Error('It cannot be told');
};

test.each<[when: string, made: () => InverseCommand | undefined, why: string, isAway?: boolean]>([
  ['no command reverses it', () => undefined, noCommand],
  ['its arguments are invalid', () => inverse({ raw: {} }), noCommand],
  ['its inverse fails', fails, unread],
  [
    'somebody changed it at once',
    () => inverse({ after: 'other' }),
    'somebody changed it at the same moment',
  ],
  ['it can’t be read', () => inverse(), unread, true],
])(
  'a step says loudly that it does not end by itself if %s; a step without an end has no Undo then',
  async (_, made, why, isAway = false) => {
    const { text, note, ends, digest, logged } = await start(made, { isAway });
    expect([ends, digest]).toEqual([undefined, undefined]);
    expect(text).toContain(`This doesn’t end by itself: `);
    expect(text).toContain(why);
    expect(text).toMatch(/End it yourself when its time is over: alert delete|Reverse it yourself/);
    expect(note).toContain('This doesn’t end by itself');
    const { undo, logged: more } = await start(made, { isAway, of: withoutEnd });
    expect(undo).toBeUndefined();
    expect([...logged, ...more].map((line) => JSON.parse(line).event)).toEqual(
      why === unread ? ['no end', 'no undo'] : [],
    );
  },
);

afterEach(() => {
  vi.useRealTimers();
});

test('an opening has its end, and what it left, although the table doesn’t say in time what else ends there', async () => {
  const id = 'b43952aa8e69ca2ce12ecf12473eed42';
  const client = connected(cloud);
  await client.login();
  const policy = { ...(await client.account('ACME').firewall.get('de1', id)), enabled: true };
  const service: Service = {
    ...client,
    account(alias) {
      const account = client.account(alias);
      return { ...account, firewall: { ...account.firewall, get: async () => policy } };
    },
  };
  const changes = { resource: () => new Promise<never>(() => {}) };
  const { deps } = memory({ service, changes, clock: () => endStart });
  const enabled = {
    operation: 'firewall.intra.enable',
    networkChange: {
      change: 'enables',
      scope: { kind: 'inside', dataCenter: 'de1' },
      traffic: { rule: id },
    },
    resource: `ACME/firewall inside/dc/de1/id/${id}`,
    keys: ['enabled'],
  } as const;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const undone = howUndone(
    () => ({
      ...commandOf(`firewall intra disable de1 ${id} why=Test`),
      subject: { kind: 'firewall inside', dc: 'de1', id },
    }),
    { ...step, step: { ...step.step, ...enabled } },
    request({ id: 'r1', replyTo }),
    { leaves: { enabled: true }, since: endStart },
    deps,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  const { ends } = await undone;
  expect(ends?.steps[0].undoes?.left?.ports).toEqual([{ protocol: 'tcp', from: 8080, to: 8090 }]);
});

test('a step with an end and an unknown outcome says that it doesn’t end by itself', () => {
  const outcome = { kind: 'unknown', answer: [failed('Outcome unknown')], job: 'j1' } as const;
  const said = (one: Step) => words(outcomeOf({ id: 'r1', steps: [{ ...one, outcome }] }, endStart));
  expect(said(step.step)).toContain('If it was applied, it doesn’t end by itself.');
  expect(said(stepOf())).not.toContain('end by itself');
});
