import { describe, expect, test } from 'vitest';
import { note, pushTo } from '../../../../src/answer/answer.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { keep } from '../../../../src/change/transitions/keeping.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import type { WorkerDependencies } from '../../../../src/jobs/process-job.ts';
import { settle } from '../../../../src/lifecycle/reconcile/settle.ts';
import type { Job } from '../../../../src/queue/job.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { sweep } from '../../../support/in-memory/sweeping.ts';
import { endOf, endsAt } from '../../../support/made/ends.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { noon, posted, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

const minute = 60_000;
const hour = 60 * minute;
const card = posted('card', '1.1');

/** One waiting request, with an audit log and a Slack that can be down. */
function setUp(first: Change) {
  const { deps, state, said, logged, recorded, sent } = memory();
  const { kept, changes } = changesInMemory(first);
  const outside = {
    get kept() {
      return kept.get(first.id);
    },
    /** Stores what somebody else made of it. */
    replace(by: Transition): void {
      if ('change' in by) kept.set(by.change.id, by.change);
    },
    logAway: false,
    slackAway: false,
    inLog: { asked: [''], approved: ['U0BEN'] },
  };
  const heard = async <Heard>(say: () => Promise<Heard>): Promise<Heard> => {
    if (outside.slackAway) throw new Unavailable('Slack didn’t respond.');
    return say();
  };
  const all: WorkerDependencies = {
    ...deps,
    changes: { ...deps.changes, ...changes },
    messenger: {
      ...deps.messenger,
      edit: (...to) => heard(() => deps.messenger.edit(...to)),
      send: (...to) => heard(() => deps.messenger.send(...to)),
      post: (...to) => heard(() => deps.messenger.post(...to)),
      reply: (...to) => heard(() => deps.messenger.reply(...to)),
    },
    auditLog: {
      ...deps.auditLog,
      causedBy: async (event, _about, { job } = {}) => {
        if (event === 'started') return ['U0ANA'];
        return job !== undefined ? [] : event === 'requested' ? outside.inLog.asked : outside.inLog.approved;
      },
      append: (entry, job) =>
        outside.logAway ? Promise.reject(new Error('the table is away')) : deps.auditLog.append(entry, job),
    },
  };
  const told = () => said.map(({ kind }) => kind);
  return { deps: all, state, said, told, logged, recorded, sent, outside };
}

describe.each([
  ['expired', 'Not deleted: 0 of 1 approved', request({ expires: noon }), ['edit', 'send']],
  [
    'expired',
    'Not deleted: it couldn’t be applied in time',
    request({ expires: noon, status: 'approved', votes: [voteOf('U0BEN')] }),
    ['edit', 'send', 'post'],
  ],
  [
    'unknown',
    'Not known if deleted: a rule',
    request(
      { status: 'running', expires: noon + 9 * hour },
      { claimed: { at: noon, job: 'a1:run', run: 'r1' } },
    ),
    ['edit', 'send', 'post'],
  ],
])('a request that the sweeper ends as %s (%s)', (event, sentence, first, ways) => {
  test('is logged and then reported, each once, by a later sweep if the log is down', async () => {
    const { deps, state, said, told, logged, recorded, outside } = setUp({ ...first, messages: [card] });
    state.now = noon + 2 * hour;
    outside.logAway = true;
    await sweep(deps);
    expect(outside.kept).toMatchObject({ status: event, due: expect.arrayContaining(['log']) });
    expect(told()).toEqual([]);
    expect(logged.join()).toContain('"event":"sweep failed","change":"a1"');

    outside.logAway = false;
    state.now += 10 * 60_000;
    await sweep(deps);
    await sweep(deps);
    expect(recorded).toMatchObject([{ event, request: 'a1', person: 'U0ANA' }]);
    expect(told()).toEqual(ways);
    expect(words(said)).toContain(sentence);
    expect(await deps.changes.waiting()).toEqual([]);
  });

  test('is reported by a later sweep if Slack does not answer', async () => {
    const { deps, state, told, recorded, outside } = setUp({ ...first, messages: [card] });
    state.now = noon + 2 * hour;
    outside.slackAway = true;
    await sweep(deps);
    expect(outside.kept).toMatchObject({
      status: event,
      due: ['card', 'requester', ...ways.slice(2).map(() => 'channel')],
    });
    outside.slackAway = false;
    state.now += 10 * 60_000;
    await sweep(deps);
    expect(told()).toEqual(ways);
    expect(recorded).toHaveLength(1);
    expect(await deps.changes.waiting()).toEqual([]);
  });
});

test('a request that a worker has just ended is left to that worker for a while', async () => {
  const closed = { event: 'failed', person: 'U0ANA', job: 'j1' } as const;
  const { deps, state, told, recorded } = setUp(
    request({ status: 'failed', closed, due: ['requester', 'log'] }),
  );
  state.now = noon + 60_000;
  await sweep(deps);
  expect([told(), recorded]).toEqual([[], []]);
  state.now = noon + 2 * 60_000;
  await sweep(deps);
  expect(told()).toEqual(['send']);
  expect(recorded).toMatchObject([{ event: 'failed' }]);
});

test('the sweeper updates a card of an open request that could not be updated', async () => {
  const { deps, state, told, outside } = setUp(
    request({ messages: [card, posted('status', '1.1')], due: ['card'] }),
  );
  state.now = noon;
  await sweep(deps);
  expect(told()).toEqual(['edit', 'edit']);
  expect(outside.kept?.due).toBeUndefined();
});

test.each([
  ['runs if the audit log has its requester and its votes', { asked: ['U0ANA'], approved: ['U0BEN'] }, 1],
  ['does not run if the audit log has no requester', { asked: [], approved: ['U0BEN'] }, 0],
  ['does not run if the audit log lacks its votes', { asked: ['U0ANA'], approved: ['U0CORA'] }, 0],
])('an approved request %s', async (_, inLog, times) => {
  const approved = request({ status: 'approved', votes: [voteOf('U0BEN')] });
  const { deps, state, sent, outside } = setUp(approved);
  outside.inLog = inLog;
  state.now = noon + 3 * 60_000;
  await sweep(deps);
  expect(sent).toEqual(Array(times).fill({ job: executionsOf(approved, noon)[0], delay: undefined }));
});

test('an approved request says that it waits for the audit log until the log is complete', async () => {
  const approved = request({ status: 'approved', votes: [voteOf('U0BEN')], messages: [card] });
  const { deps, state, said, sent, outside } = setUp(approved);
  outside.inLog = { asked: ['U0ANA'], approved: [] };
  state.now = noon + 3 * 60_000;
  await sweep(deps);
  const shown = said.length;
  expect(words(said)).toContain('waits for the audit log');
  await sweep(deps);
  expect(said).toHaveLength(shown);

  outside.inLog.approved = ['U0BEN'];
  await sweep(deps);
  expect(words(said.slice(shown))).toContain('Deleting a rule');
  expect(sent).toHaveLength(1);
});

test('approvers are reminded once, in the thread of the card, and those who have not approved are mentioned', async () => {
  const reviewers = ['S0NET', 'U0BEN', 'U0CORA'];
  const open = request({
    approvers: 2,
    reviewers,
    votes: [voteOf('U0BEN')],
    messages: [card],
    remindAt: noon,
  });
  const { deps, state, said } = setUp(open);
  state.now = noon;
  await sweep(deps);
  await sweep(deps);
  expect(said.map(({ kind }) => kind)).toEqual(['reply']);
  expect(words(said)).toContain('has waited 0 min for 1 approval (a1)');
  expect(JSON.stringify(said)).toContain('{"group":"S0NET"}," and ",{"person":"U0CORA"}]');
  expect(JSON.stringify(said)).not.toMatch(/"decide"|U0BEN/);
});

test('the author of a suggestion reads in the thread that the request ended without it', async () => {
  const first = request({ messages: [card], expires: noon, suggestion: suggestionOf('do less') });
  const { deps, state, said, told } = setUp(first);
  state.now = noon + 2 * hour;
  await sweep(deps);
  await sweep(deps);
  expect(told()).toEqual(['edit', 'send', 'reply']);
  const text = ['The suggestion of ', { person: 'U0BEN' }, ' wasn’t accepted: the request expired.'];
  expect(said.at(-1)?.answer).toEqual([pushTo(['U0BEN'], undefined, ...text), note(...text)]);
});

test('a request that was never posted is logged and then posted', async () => {
  const { deps, state, said, recorded, outside } = setUp(request());
  state.now = noon + 60_000;
  outside.inLog.asked = [];
  outside.logAway = true;
  await sweep(deps);
  expect(said).toEqual([]);
  outside.logAway = false;
  await sweep(deps);
  expect(recorded).toMatchObject([{ event: 'requested', person: 'U0ANA', note: 'nobody needs it' }]);
  expect(said.map(({ kind }) => kind)).toEqual(['send']);
});

test.each<[string, WorkerDependencies['messenger']['edit']]>([
  ['its channel, which is archived', async () => undefined],
  ['the token', () => Promise.reject(new Error('Slack: token_revoked'))],
])(
  'a card that Slack refused because of %s is updated once that is fixed, within a day',
  async (_, refusing) => {
    const { deps, state, outside, said } = setUp(request({ expires: noon, messages: [card] }));
    state.now = noon;
    await sweep({ ...deps, messenger: { ...deps.messenger, edit: refusing } });
    expect(outside.kept).toMatchObject({ status: 'expired', due: ['card'] });
    said.length = 0;
    state.now = noon + 23 * hour;
    await sweep(deps);
    expect(said.map(({ kind }) => kind)).toEqual(['edit']);
    expect(words(said[0]?.answer)).toContain('Not deleted: 0 of 1 approved');
    expect(outside.kept?.due).toBeUndefined();
  },
);

test('a change that may start is queued before a message is edited, since Slack can be slow', async () => {
  const approved = request({
    status: 'approved',
    since: noon,
    votes: [voteOf('U0BEN')],
    messages: [card, posted('status', '1.1')],
    due: ['card'],
  });
  const { deps, state, outside } = setUp(approved);
  outside.inLog = { asked: ['U0ANA'], approved: ['U0BEN'] };
  state.now = noon + 3 * 60_000;
  const order: string[] = [];
  const messenger: WorkerDependencies['messenger'] = {
    ...deps.messenger,
    edit: async (message) => {
      order.push('edit');
      return message;
    },
  };
  const queue = { send: async ({ kind }: Job) => void order.push(kind) };
  await settle(approved.id, { ...deps, messenger, queue });
  expect(order).toEqual(['execute', 'edit', 'edit']);
});

test('a request that somebody closes while the sweeper’s job looks at it is left to them', async () => {
  const first = request({ expires: noon, messages: [card] });
  const { deps, state, told, sent, outside } = setUp(first);
  state.now = noon;
  const closed = { event: 'rejected', person: 'U0BEN', job: 'j-vote' } as const;
  let isFirst = true;
  const change: typeof deps.changes.change = async (id, transition, known) => {
    if (isFirst) {
      isFirst = false;
      const rejected = {
        status: 'rejected',
        closed,
        since: noon,
        due: ['card', 'requester', 'log'],
      } as const;
      await deps.changes.change(id, (current) => ({ change: { ...current, ...rejected } }));
    }
    return deps.changes.change(id, transition, known);
  };
  await settle(first.id, { ...deps, changes: { ...deps.changes, change } });
  expect(outside.kept?.status).toBe('rejected');
  expect([told(), sent]).toEqual([[], []]);
});

test.each([
  ['its notice is due', endsAt - 15 * minute, {}],
  ['it gets overdue', endsAt + 10 * minute, { noticed: true }],
])('an end that somebody keeps as %s is told by them alone', async (_, now, reversal) => {
  const end = endOf({ reversal });
  const { deps, state, told, outside } = setUp(end);
  state.now = now;
  let isFirst = true;
  /** They write between the read and the write of the sweeper’s job, which is made again. */
  const change: typeof deps.changes.change = (id, transition, known) =>
    deps.changes.change(
      id,
      (current) => {
        const next = transition(current);
        if (isFirst) outside.replace(keep(current, 'U0BEN', now));
        isFirst = false;
        return next;
      },
      known,
    );
  await settle(end.id, { ...deps, changes: { ...deps.changes, change } });
  expect(outside.kept?.status).toBe('over');
  expect(told()).toEqual([]);
});

test('a queue that doesn’t answer stops no message, and the next sweep tries again', async () => {
  const approved = request({
    status: 'approved',
    votes: [voteOf('U0BEN')],
    messages: [card, posted('status', '1.1')],
    due: ['card'],
  });
  const { deps, state, told, logged, sent, outside } = setUp(approved);
  outside.inLog = { asked: ['U0ANA'], approved: ['U0BEN'] };
  state.now = noon + 3 * 60_000;
  await sweep({ ...deps, queue: { send: () => Promise.reject(new Unavailable('SQS didn’t respond.')) } });
  expect(told()).toEqual(['edit', 'edit']);
  expect(outside.kept?.due).toBeUndefined();
  expect(logged.join()).toContain('"event":"sweep failed","change":"a1"');
  await sweep(deps);
  expect(sent).toHaveLength(1);
});
