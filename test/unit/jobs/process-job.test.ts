import { describe, expect, test } from 'vitest';
import { done } from '../../../src/answer/answer.ts';
import { UserError } from '../../../src/answer/user-error.ts';
import { auditEntries } from '../../../src/audit-log/entries.ts';
import type { Change } from '../../../src/change/model/change.ts';
import { NewerTable } from '../../../src/change/model/newer-table.ts';
import type { Step } from '../../../src/change/model/step.ts';
import { CloudApiError } from '../../../src/cloud/index.ts';
import { commandFor } from '../../../src/command-line/parse-command.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import { EntriesNotLogged } from '../../../src/jobs/deliver.ts';
import { HeldElsewhere } from '../../../src/jobs/job-failure.ts';
import { processJob, type WorkerDependencies } from '../../../src/jobs/process-job.ts';
import type { Message } from '../../../src/messaging/messaging.ts';
import { type Job, job, type QueuedJob } from '../../../src/queue/job.ts';
import type { FollowUp, Result } from '../../../src/queue/result.ts';
import { changeOf, stepOf } from '../changes.ts';
import { changesInMemory, memory, words } from '../memory.ts';
import { noon, posted, previewOf, request } from '../requests.ts';

const base = { id: 'j1', team: 'T1', replyTo: { channel: 'C1', person: 'U1' } };
const help: Job = { ...base, kind: 'help', words: [] };
const confirm: Job = { ...base, kind: 'decision', decision: 'confirm', on: 'p1' };
const cancel: Job = { ...confirm, decision: 'cancel' };
const deletion = { operation: 'alert.delete', raw: { policy: 'x' }, title: 'delete x' };
const pendingOf = (step: Partial<Step> = {}): Change =>
  previewOf({ id: 'p1', requester: 'U1', expires: 0 }, { ...deletion, ...step });
const pending = pendingOf();
const vote: Job = { ...base, kind: 'vote', change: 'a1', vote: 'approve', comment: '', narrower: {} };
const last = { received: 8, isLast: true };

/** Slack’s members, of whom only `check` tells anything. */
const membersWith = (check: WorkerDependencies['members']['check']) => ({
  members: { check, name: async () => undefined, timeZone: async () => undefined },
});
const guests = membersWith(async () => ({ refused: 'Guests can’t use Skydesk.' }));
/** A table that tells of no receipt. */
const withoutReceipts = (deps: WorkerDependencies, error: Error) => ({
  ...deps,
  idempotency: { ...deps.idempotency, claim: () => Promise.reject(error) },
});
const login = async () => ({ accountAlias: 'ACME', userName: 'u', locationAlias: 'DE1', roles: [] });

describe('by its receipt', () => {
  test('a job that nobody has is done, kept and told, in this order', async () => {
    const order: string[] = [];
    const { deps } = memory();
    const noted =
      <Args extends unknown[], Back>(name: string, act: (...args: Args) => Back) =>
      (...args: Args): Back => {
        order.push(name);
        return act(...args);
      };
    const { idempotency, messenger } = deps;
    await processJob(help, 1000, {
      ...deps,
      idempotency: {
        claim: noted('claim', idempotency.claim),
        saveOutcome: noted('finish', idempotency.saveOutcome),
        release: noted('release', idempotency.release),
        giveBack: noted('giveBack', idempotency.giveBack),
        markDelivered: noted('told', idempotency.markDelivered),
      },
      messenger: { ...messenger, ephemeral: noted('ephemeral', messenger.ephemeral) },
    });
    expect(order).toEqual(['claim', 'finish', 'ephemeral', 'told']);
  });

  test('a job that was told is left alone', async () => {
    const { deps, state, said, finished, told } = memory();
    state.claim = { state: 'delivered' };
    await processJob(confirm, 1000, deps);
    expect([said, finished, told]).toEqual([[], [], []]);
  });

  test('a job that another worker holds comes again later', async () => {
    const { deps, state, said, told } = memory();
    state.claim = { state: 'running' };
    await expect(processJob(confirm, 1000, deps)).rejects.toBeInstanceOf(HeldElsewhere);
    expect([said, told]).toEqual([[], []]);
  });

  test('a job that was done is told again and not done again', async () => {
    const { deps, state, said, finished, told } = memory();
    const outcome: Result = { deliveries: [{ kind: 'replace', answer: [done('It is deleted')] }] };
    state.claim = { state: 'finished', outcome };
    await processJob(confirm, 1000, deps);
    expect(said).toEqual([{ kind: 'replace', answer: [done('It is deleted')] }]);
    expect([finished, told]).toEqual([[], ['j1']]);
  });

  test('a confirmed change whose worker died is of unknown outcome, and not tried again', async () => {
    const claimed = request(
      { id: confirm.on, job: confirm.id, status: 'running', approval: undefined },
      { claimed: { at: noon, job: confirm.id, run: 'r1' } },
    );
    const { changes, kept } = changesInMemory(claimed);
    const { deps, state, said, finished, recorded } = memory({ changes });
    state.claim = { state: 'abandoned' };
    const started = { ...deps.auditLog, causedBy: async () => ['U1'] };
    await processJob(confirm, 1000, { ...deps, auditLog: started });
    expect(kept.get(confirm.on)?.status).toBe('unknown');
    expect(said.map(({ kind }) => kind)).toEqual(['replace']);
    expect(words(said)).toMatch(/Outcome unknown. Skydesk didn’t try again/);
    expect(words(said)).not.toContain('Nothing was changed');
    expect(finished).toEqual([]);
    expect(recorded.map(({ event }) => event)).toEqual(['unknown']);
  });

  test.each([help, cancel])('what changes nothing is done again when its worker died', async (job) => {
    const { deps, state, said } = memory();
    state.claim = { state: 'abandoned' };
    state.settled = { change: pending };
    await processJob(job, 1000, deps);
    expect(words(said)).toMatch(/Skydesk commands|Cancelled/);
  });
});

test('when telling fails the job comes again, with its outcome kept and not marked as told', async () => {
  const { deps, finished, told } = memory();
  const deaf = { ...deps.messenger, ephemeral: () => Promise.reject(new Error('Slack is away')) };
  await expect(processJob(help, 1000, { ...deps, messenger: deaf })).rejects.toThrow('Slack is away');
  expect(finished).toHaveLength(1);
  expect(told).toEqual([]);
});

describe('what goes wrong', () => {
  const broken = membersWith(() => Promise.reject(new TypeError('xoxb-secret')));
  const undo: Job = { ...confirm, decision: 'undo' };

  test('is told without its own words, and logged by its name', async () => {
    const { deps, said, logged, told } = memory(broken);
    await processJob(help, 1000, deps);
    expect(words(said)).toMatch(/Something went wrong in Skydesk.*Try again/);
    expect(words(said) + logged.join()).not.toContain('xoxb-secret');
    expect(logged.join()).toContain('TypeError');
    expect(told).toEqual(['j1']);
  });

  test.each([confirm, cancel, vote, undo])(
    'with %o makes it come again, and the third time who waits is told so',
    async (job) => {
      const { deps, said, finished } = memory(broken);
      await expect(processJob(job, 1000, deps, { received: 2, isLast: false })).rejects.toThrow(TypeError);
      expect(said).toEqual([]);
      await expect(processJob(job, 1000, deps, { received: 3, isLast: false })).rejects.toThrow(TypeError);
      expect(words(said)).toMatch(/is taking longer than usual.*No need to repeat it/);
      expect(finished).toEqual([]);
    },
  );

  test.each([confirm, cancel, vote])(
    'at the last delivery of %o is told, and what is left of it is not dropped',
    async (job) => {
      const { deps, said, finished } = memory(broken);
      await expect(processJob(job, 1000, deps, last)).rejects.toThrow(TypeError);
      expect(words(said)).toMatch(/Outcome unknown: your click may.*approvals and history/);
      expect(JSON.stringify(said).match(/"tone":"\w+"/g)).toEqual(['"tone":"warning"']);
      expect(finished).toEqual([]);
    },
  );

  test('at the last delivery of what only looks is told, and nothing is left', async () => {
    const { deps, said, finished } = memory(broken);
    await processJob(undo, 1000, deps, last);
    expect(words(said)).toMatch(/Nothing was changed/);
    expect(finished).toHaveLength(1);
  });

  test('while not even the receipt can be read is told at the last delivery, and may still count', async () => {
    const { deps, said } = memory();
    await expect(processJob(vote, 1000, withoutReceipts(deps, new Error('table')), last)).rejects.toThrow(
      'table',
    );
    expect(words(said)).toMatch(/Outcome unknown: your click may still take effect\./);
  });

  test('before a receipt is claimed, the job comes again', async () => {
    const { deps, said } = memory();
    await expect(processJob(confirm, 1000, withoutReceipts(deps, new Error('table')))).rejects.toThrow(
      'table',
    );
    expect(said).toEqual([]);
  });
});

describe('while Slack does not answer', () => {
  const away = () => Promise.reject(new Unavailable('Slack didn’t respond.'));

  function given(state: 'claimed' | 'abandoned') {
    const back: string[] = [];
    const { deps, said, finished, ...more } = memory(membersWith(away));
    more.state.claim = { state };
    const receipts: typeof deps.idempotency = {
      ...deps.idempotency,
      release: async () => void back.push('release'),
      giveBack: async () => void back.push('giveBack'),
    };
    return { ...more, deps: { ...deps, idempotency: receipts }, said, finished, back };
  }

  test.each<[Job, 'claimed' | 'abandoned', string]>([
    [help, 'claimed', 'giveBack'],
    [confirm, 'claimed', 'giveBack'],
    [confirm, 'abandoned', 'release'],
  ])('%o that is %s is left to its next delivery, and no outcome is kept', async (job, state, how) => {
    const { deps, said, finished, back } = given(state);
    await expect(processJob(job, 1000, deps)).rejects.toThrow(Unavailable);
    expect([said, finished, back]).toEqual([[], [], [how]]);
  });

  test('the last delivery of a command says so', async () => {
    const { deps, said, finished, back } = given('claimed');
    await processJob(help, 1000, deps, last);
    expect(words(said)).toMatch(/Slack didn’t respond\..*Try again in a minute/);
    expect([finished.length, back]).toEqual([1, []]);
  });

  test('the last delivery of a decision says so, and leaves it to be sent on', async () => {
    const { deps, said, finished, back } = given('claimed');
    await expect(processJob(confirm, 1000, deps, last)).rejects.toThrow(Unavailable);
    expect(words(said)).toMatch(/Slack didn’t respond\..*Outcome unknown: your click/);
    expect([finished, back]).toEqual([[], ['giveBack']]);
  });

  test('a confirmed change that could not be judged is still to be done', async () => {
    const { deps, state, said, finished } = memory({ groups: { of: away } });
    state.settled = { change: pendingOf({ operation: 'alert.list', raw: {} }) };
    const service = { ...deps.service, login };
    await expect(processJob(confirm, 1000, { ...deps, service })).rejects.toThrow(Unavailable);
    expect([said, finished]).toEqual([[], []]);
  });

  test('a job that cannot be given back either says why it was left', async () => {
    const { deps } = given('claimed');
    const receipts = { ...deps.idempotency, giveBack: () => Promise.reject(new Error('table')) };
    await expect(processJob(help, 1000, { ...deps, idempotency: receipts })).rejects.toThrow(Unavailable);
  });
});

const execute: Job = { ...base, kind: 'execute', change: 'a1', index: 0 };
const track: Job = {
  ...base,
  kind: 'track',
  change: 'a1',
  index: 0,
  requester: 'U1',
  step: stepOf({ operation: 'moon.land' }),
  jobRef: {},
  message: { channel: 'C1', ts: '1.1' },
  since: 0,
  attempt: 1,
};

test.each([execute, track])(
  'what fails unforeseen where the service may have changed something is not told as nothing changed, but comes again',
  async (job) => {
    const { deps, said, finished, told } = memory();
    const away = () => Promise.reject(new Error('table'));
    const changes = { ...deps.changes, get: away, change: away };
    await expect(processJob(job, 1000, { ...deps, changes })).rejects.toThrow('table');
    expect([said, finished, told]).toEqual([[], [], []]);
  },
);

describe('where the table belongs to a newer version', () => {
  const untouched = ({ deps }: ReturnType<typeof memory>) => ({
    ...withoutReceipts(deps, new Error('It is claimed')),
    isNewerTable: async () => true,
  });

  test.each([help, confirm])('%o does nothing, and its person reads so', async (job) => {
    const world = memory();
    await processJob(job, 1000, untouched(world));
    expect(words(world.said)).toMatch(/newer version of Skydesk.*Nothing was changed.*deploy/);
  });

  test.each<QueuedJob>([
    { ...base, kind: 'execute', change: 'a1', index: 0 },
    { ...base, kind: 'reconcile', change: 'a1' },
  ])('%o waits for that version', async (job) => {
    const world = memory();
    await expect(processJob(job, 1000, untouched(world))).rejects.toThrow(NewerTable);
    expect(world.said).toEqual([]);
  });
});

test('a command of a later version, whose operation is new, is answered with what to do', async () => {
  const { deps, said, logged, told } = memory();
  await processJob(job.parse({ ...base, ...commandFor('moon.land', {}) }), 1000, deps);
  expect(words(said.map(({ answer }) => answer))).toContain(
    'This command changed in a newer version. Run it again.',
  );
  expect(logged.join()).toContain('"operation":"command"');
  expect(told).toEqual(['j1']);
});

describe('who may', () => {
  test('whom the policy lets change nothing is told so in whole sentences', async () => {
    const { deps, said, put, recorded } = memory();
    const creation = commandFor('alert.create', { name: 'x', disk: '80', to: 'a@b.co' });
    await processJob({ ...base, ...creation }, 1000, {
      ...deps,
      service: { ...deps.service, login },
      policy: { ...deps.policy, people: { ...deps.policy.people, change: [] } },
    });
    expect(words(said.map(({ answer }) => answer))).toBe(
      'noticefailedYou don’t have permission to make changes in ACME. Nothing was changed.' +
        'noteNo one has this permission. Ask your Skydesk admin to change policy.json.',
    );
    expect(put).toEqual([]);
    expect(recorded).toMatchObject([
      { event: 'refused', note: 'You don’t have permission to make changes in ACME.' },
    ]);
  });

  test('whom the policy lets look at nothing is told who may look anywhere', async () => {
    const { deps, said } = memory();
    const people = { read: ['U2'], change: [], approve: ['S0LEADS'] };
    const accounts = { PROD: { change: ['U3'], production: true } };
    const policy = { ...deps.policy, people, accounts };
    await processJob({ ...base, ...commandFor('doctor', {}) }, 1000, { ...deps, policy });
    expect(words(said.map(({ answer }) => answer))).toBe(
      'noticefailedYou don’t have permission to use Skydesk.' + 'noteAsk U2, S0LEADS or U3.',
    );
  });

  test.each([help, confirm, cancel, vote])(
    'a stranger is refused before anything is looked up',
    async (job) => {
      const notAsked = () => Promise.reject(new Error('not asked'));
      const { changes } = changesInMemory();
      const { deps, said, put } = memory({
        ...guests,
        changes: { ...changes, preview: notAsked, previewed: notAsked, decide: notAsked },
      });
      await processJob(job, 1000, deps);
      expect(said.map(({ kind }) => kind)).toEqual(['ephemeral']);
      expect(words(said)).toContain('Guests can’t use Skydesk.');
      expect(put).toEqual([]);
    },
  );
});

test.each<[string, Partial<WorkerDependencies>, string]>([
  ['who is refused', guests, 'Guests can’t use Skydesk.'],
  [
    'whose review fails',
    { changes: { ...memory().deps.changes, get: () => Promise.reject(new UserError('It is gone.')) } },
    'It is gone.',
  ],
])('the placeholder of a review shows a person %s why', async (_, more, why) => {
  const shown: unknown[] = [];
  const { deps, said } = memory({
    ...more,
    reviews: {
      async show(view, review) {
        shown.push({ view, text: words(review.shown), decide: review.decide });
      },
      weigh: async () => {},
    },
  });
  const view = { id: 'V1' };
  await processJob({ ...base, kind: 'review', change: 'a1', view, breakGlass: false }, 1000, deps);
  expect(shown).toEqual([{ view, text: expect.stringContaining(why), decide: undefined }]);
  expect(said).toEqual([]);
});

test('a form shows a person who is refused why, in place of its fields', async () => {
  const shown: unknown[] = [];
  const views = {
    fill: async (...[view, { notes, fields }]: Parameters<WorkerDependencies['views']['fill']>) =>
      void shown.push([view, words(notes), fields]),
  };
  const asked = { operation: 'alert.delete', raw: {}, problems: [], line: '', filters: {} };
  const form: Job = { ...base, kind: 'form', view: { id: 'V1' }, ...asked };
  await processJob(form, 1000, memory({ ...guests, views }).deps);
  expect(shown).toEqual([[{ id: 'V1' }, expect.stringContaining('Guests can’t use Skydesk.'), []]]);
});

test('the placeholder of a review shows at the last delivery that the table can’t be reached', async () => {
  const shown: unknown[] = [];
  const { deps, said } = memory({
    reviews: {
      show: async (view, review) => void shown.push([view, words(review.shown)]),
      weigh: async () => {},
    },
  });
  const down = withoutReceipts(deps, new Unavailable('The table'));
  const review: Job = { ...base, kind: 'review', change: 'a1', view: { id: 'V1' }, breakGlass: false };
  await expect(processJob(review, 1000, down, last)).rejects.toThrow(Unavailable);
  expect(shown).toEqual([[{ id: 'V1' }, expect.stringContaining('The table')]]);
  expect(said).toEqual([]);
});

test.each(['claimed', 'abandoned'] as const)(
  'a person whom Slack knows by two ids decides under the one that is kept, in a job that is %s',
  async (state) => {
    const asked: string[] = [];
    const { deps, state: now } = memory(membersWith(async () => ({ id: 'W1', aliases: ['U1'] })));
    now.claim = { state };
    const settle: typeof deps.changes.decide = async (_, by) => {
      asked.push(by);
      return { refused: 'unknown' };
    };
    await processJob(confirm, 1000, { ...deps, changes: { ...deps.changes, decide: settle } });
    expect(asked).toEqual(['W1']);
  },
);

describe('where', () => {
  const { deps: open } = memory();

  test.each([
    [
      'another workspace than the policy names',
      { workspace: 'T9' },
      /isn’t set up for this workspace.*Ask your Skydesk admin to add this workspace to policy\.json/,
    ],
    [
      'a channel that the policy does not name',
      { channels: ['C8', 'C9'] },
      /turned off in this channel.*Use it in C8 or C9\./,
    ],
  ])('a command from %s is not taken', async (_, rule, why) => {
    const { deps, said } = memory({ policy: { ...open.policy, ...rule } });
    await processJob(help, 1000, deps);
    expect(said.map(({ kind }) => kind)).toEqual(['ephemeral']);
    expect(words(said)).toMatch(why);
  });

  test('the channels of the policy are for commands; a word already asked for is heard anywhere', async () => {
    const { deps, state, said } = memory({ policy: { ...open.policy, channels: ['C9'] } });
    state.settled = { change: pending };
    await processJob(cancel, 1000, deps);
    expect(words(said)).toContain('Cancelled');
  });
});

describe('a decision', () => {
  test.each([
    ['unknown', 'replace', 'no longer available'],
    ['not yours', 'ephemeral', 'Only the requester'],
    ['expired', 'replace', 'This preview expired. Nothing was changed. Run the command again.'],
    ['confirmed before', 'replace', 'already confirmed'],
    ['cancelled before', 'replace', 'already cancelled'],
  ] as const)('that is refused as %s says so', async (refused, way, text) => {
    const { deps, state, said, sent } = memory();
    state.settled = refused === 'expired' ? { refused, change: pending } : { refused };
    await processJob(confirm, 1000, deps);
    expect(said.map((one) => one.kind)).toEqual([way]);
    expect(words(said)).toContain(text);
    expect(sent).toEqual([]);
  });

  test('to cancel drops the change', async () => {
    const { deps, state, said } = memory();
    state.settled = { change: pending };
    await processJob(cancel, 1000, deps);
    expect(words(said)).toContain('Cancelled · delete x');
  });

  test.each([
    [
      'gone',
      pendingOf({ operation: 'moon.land' }),
      'This command changed in a newer version. Nothing was changed. Run it again.',
    ],
    ['stricter', pendingOf({ raw: {} }), 'Check this command:'],
  ])('on an operation that is %s changes nothing', async (_, kept, text) => {
    const { deps, state, said } = memory();
    state.settled = { change: kept };
    await processJob(confirm, 1000, deps);
    expect(words(said)).toContain(text);
    expect(words(said)).toContain('Nothing was changed');
  });

  test('whose names cannot be looked up changes nothing', async () => {
    const { deps, state, said } = memory();
    state.settled = { change: pending };
    const away = async () => {
      throw new CloudApiError('unreachable', { method: 'POST', path: '/v2/authentication/login' });
    };
    await processJob(confirm, 1000, { ...deps, service: { ...deps.service, login: away } });
    expect(said.map(({ kind }) => kind)).toEqual(['replace']);
    expect(words(said)).toContain('Nothing was changed');
  });
});

/** The poll of a job of the service with this number. */
const followUpOf = (attempt: number): FollowUp => ({
  ...base,
  kind: 'track',
  id: `j1:${attempt}`,
  change: 'p1',
  index: 0,
  requester: 'U1',
  step: stepOf({ operation: 'ip.add' }),
  jobRef: { job: '1' },
  since: 0,
  attempt,
});

describe('news of something whose message is out of reach', () => {
  const message = { channel: 'C1', ts: '1.1' };
  const followUp = followUpOf(2);
  const next = { ...followUp, message };

  async function tell(outcome: Result, stands?: Message) {
    const { deps, state, sent, told } = memory();
    const direct: string[] = [];
    state.claim = { state: 'finished', outcome };
    const send = async (to: string) => {
      direct.push(to);
      return message;
    };
    await processJob(confirm, 1000, {
      ...deps,
      messenger: { ...deps.messenger, edit: async () => stands, send },
    });
    return { direct, sent, told };
  }
  const edit = { kind: 'edit' as const, answer: [done('x')], message };
  const progress = { ...edit, followUp };

  test('is told to its requester when it is the last', async () => {
    expect(await tell({ deliveries: [edit] })).toEqual({ direct: ['U1'], sent: [], told: ['j1'] });
  });

  test('is no reason to stop following it', async () => {
    const { deps, state, sent, told } = memory();
    state.claim = { state: 'finished', outcome: { deliveries: [progress] } };
    const busy = () => Promise.reject(new Unavailable('Slack didn’t respond.', 30));
    await processJob(confirm, 1000, { ...deps, messenger: { ...deps.messenger, edit: busy } });
    expect([sent.map(({ job }) => job), told]).toEqual([[next], ['j1']]);
  });

  test('is let go while it is followed on', async () => {
    const { direct, sent } = await tell({ deliveries: [progress] });
    expect(direct).toEqual([]);
    expect(sent.map(({ job }) => job)).toEqual([next]);
  });

  test('is followed on where it was posted again', async () => {
    const stands = { channel: 'C1', ts: '2.2' };
    const { sent } = await tell({ deliveries: [progress] }, stands);
    expect(sent.map(({ job }) => job)).toEqual([{ ...next, message: stands }]);
  });
});

describe('a job that a rate limit of Slack ended', () => {
  const answer: Result = { deliveries: [{ kind: 'ephemeral', answer: [done('x')] }] };
  /** A job whose answer is refused; it was put back so many times already. */
  function limited(retryAfter: number, putBack?: number) {
    const given = memory();
    given.state.claim = { state: 'finished', outcome: answer };
    const refused = () => Promise.reject(new Unavailable('Slack didn’t respond.', retryAfter));
    const deps = { ...given.deps, messenger: { ...given.deps.messenger, ephemeral: refused } };
    const one: Job = { ...help, ...(putBack !== undefined && { putBack }) };
    return {
      ...given,
      deps,
      handle: (last = false) => processJob(one, 1000, deps, { received: 8, isLast: last }),
    };
  }

  test('is put back for when Slack takes it again, though its message had its last delivery', async () => {
    const { handle, sent, told } = limited(30);
    await handle(true);
    expect(sent).toEqual([{ job: { ...help, putBack: 1 }, delay: expect.any(Number) }]);
    expect([30, 31]).toContain(sent[0]?.delay);
    expect(told).toEqual([]);
  });

  test('is put back for 15 minutes at most, which is the longest delay that SQS takes', async () => {
    const { handle, sent } = limited(9000, 3);
    await handle();
    expect(sent).toEqual([{ job: { ...help, putBack: 4 }, delay: 900 }]);
  });

  test('is put back 50 times at most', async () => {
    const { handle, sent } = limited(1, 50);
    await expect(handle()).rejects.toThrow(Unavailable);
    expect(sent).toEqual([]);
  });

  test('does not come back with those that were refused with it', async () => {
    const delays = new Set<number | undefined>();
    for (let jobs = 0; jobs < 64; jobs += 1) {
      const { handle, sent } = limited(1);
      await handle();
      delays.add(sent[0]?.delay);
    }
    expect([...delays].sort()).toEqual([1, 2]);
  });

  test('comes again as after any failure if the queue does not take it', async () => {
    const { deps } = limited(1);
    const full = { ...deps.queue, send: () => Promise.reject(new Error('queue')) };
    await expect(processJob(help, 1000, { ...deps, queue: full })).rejects.toThrow(Unavailable);
  });

  test('removes its preview once, however often it is put back: Slack takes five calls of a response URL', async () => {
    const { deps, state, said, sent, told } = memory();
    const outcome: Result = {
      deliveries: [
        { kind: 'remove', answer: [done('The preview above is out of date.')] },
        { kind: 'post', answer: [done('Applied')] },
      ],
    };
    state.claim = { state: 'finished', outcome };
    let refusals = 6;
    const post: typeof deps.messenger.post = async (to, answer) => {
      refusals -= 1;
      if (refusals >= 0) throw new Unavailable('Slack didn’t respond.', 30);
      return deps.messenger.post(to, answer);
    };
    let next: QueuedJob | undefined = confirm;
    while (next) {
      sent.length = 0;
      await processJob(next, 1000, { ...deps, messenger: { ...deps.messenger, post } });
      next = sent[0]?.job;
    }
    expect(said.map(({ kind }) => kind)).toEqual(['remove', 'post']);
    expect([refusals, told]).toEqual([-1, ['j1']]);
  });

  test('tells the person who waits at its third attempt, however it came to that', async () => {
    const busy = () => Promise.reject(new Unavailable('Slack didn’t respond.', 30));
    const { deps, said, sent } = memory(membersWith(busy));
    await processJob({ ...confirm, putBack: 2 }, 1000, deps);
    expect(words(said)).toMatch(/taking longer than usual/);
    expect(sent).toHaveLength(1);
  });
});

test('what is to be looked at again goes on the queue with the message that was posted', async () => {
  const { deps, state, sent, told } = memory();
  const followUp = followUpOf(1);
  state.claim = {
    state: 'finished',
    outcome: { deliveries: [{ kind: 'post', answer: [done('x')], followUp }] },
  };
  await processJob(confirm, 1000, deps);
  expect(sent).toEqual([{ job: { ...followUp, message: { channel: 'C1', ts: '1.1' } }, delay: 2 }]);
  expect(told).toEqual(['j1']);
});

describe('while the audit log can’t be written', () => {
  const counted = (): Result => ({
    deliveries: [],
    entries: auditEntries('approved', changeOf(), { clock: () => 0 }),
  });

  async function told(received: number, job: Job = vote) {
    const { changes } = changesInMemory(request({ messages: [posted('card', '1.1', { channel: 'C9' })] }));
    const { deps, state, said } = memory({ changes });
    state.claim = { state: 'finished', outcome: counted() };
    const append = () => Promise.reject(new Error('the table is away'));
    const delivered = processJob(
      job,
      1000,
      { ...deps, auditLog: { ...deps.auditLog, append } },
      { received, isLast: received === 8 },
    );
    await expect(delivered).rejects.toBeInstanceOf(EntriesNotLogged);
    return said.map(({ kind, answer }) => `${kind}: ${words(answer)}`);
  }

  test('a voter reads that it takes longer, once', async () => {
    expect(await told(2)).toEqual([]);
    expect(await told(3)).toEqual([expect.stringContaining('This is taking longer than usual')]);
    expect(await told(4)).toEqual([]);
  });

  test('after the last delivery the voter and the thread of the card read that the change is blocked', async () => {
    const said = await told(8);
    expect(said.map((text) => text.split(':')[0])).toEqual(['ephemeral', 'reply']);
    for (const text of said) expect(text).toContain('unlogged changes are blocked. Nothing was changed.');
  });

  test('after the last delivery the person who confirmed a change reads that its result comes later', async () => {
    expect(await told(8, confirm)).toEqual([
      expect.stringMatching(/^ephemeral: .*what came of it isn’t shown yet.*The result appears here/s),
    ]);
  });
});
