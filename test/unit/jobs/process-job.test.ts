import { describe, expect, test } from 'vitest';
import { done } from '../../../src/answer/answer.ts';
import { UserError } from '../../../src/answer/user-error.ts';
import { EntriesNotLogged } from '../../../src/audit-log/append-entries.ts';
import { auditEntries } from '../../../src/audit-log/entries.ts';
import { AwsError } from '../../../src/aws/lambda/aws-error.ts';
import { changesIn } from '../../../src/aws/sdk/change-store.ts';
import type { Change } from '../../../src/change/model/change.ts';
import { NewerTable } from '../../../src/change/model/newer-table.ts';
import type { Step } from '../../../src/change/model/step.ts';
import { CloudApiError } from '../../../src/cloud/index.ts';
import { commandFor } from '../../../src/command-line/parse-command.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import { JobLocked } from '../../../src/jobs/job-failure.ts';
import { processJob, type WorkerDependencies } from '../../../src/jobs/process-job.ts';
import { type Job, job, type QueuedJob } from '../../../src/queue/job.ts';
import type { FollowUp, Result } from '../../../src/queue/result.ts';
import { changesInMemory, memory, words } from '../../support/in-memory/memory.ts';
import { MemoryTable } from '../../support/in-memory/memory-table.ts';
import { changeOf } from '../../support/made/changes.ts';
import { confirmationOf } from '../../support/made/clicks.ts';
import { noon, posted, previewOf, request } from '../../support/made/requests.ts';

const base = { id: 'j1', team: 'T1', replyTo: { channel: 'C1', person: 'U1' } };
const help: Job = { ...base, kind: 'help', words: [] };

const deletion = { operation: 'alert.delete', raw: { policy: 'x' }, title: 'delete x' };
const pendingOf = (step: Partial<Step> = {}): Change =>
  previewOf({ id: 'p1', requester: 'U1', expires: 0 }, { ...deletion, ...step });
const pending = pendingOf();
const confirm = confirmationOf(pending, base);
const cancel: Job = { ...confirm, decision: 'cancel' };
const vote: Job = { ...base, kind: 'vote', change: 'a1', vote: 'approve', comment: '', narrower: {} };
const typedKey: Job = { ...base, kind: 'typedKey', typed: { person: 'U1', id: '7f3a21', hash: 'x' } };
const last = { received: 8, isLast: true };

/** Slack’s members, of which only `check` does anything. */
const membersWith = (check: WorkerDependencies['members']['check']) => ({
  members: { check, profile: async () => undefined, timeZone: async () => undefined },
});
const guests = membersWith(async () => ({ refused: 'Guests can’t use Skydesk.' }));
const login = async () => ({ accountAlias: 'ACME', userName: 'u', locationAlias: 'DE1', roles: [] });
const away = () => Promise.reject(new Unavailable('Slack didn’t respond.'));

type World = ReturnType<typeof memory>;
type Ports = NonNullable<Parameters<typeof memory>[0]>;
interface Given {
  readonly ports?: Ports;
  readonly claim?: World['state']['claim'];
  readonly settled?: World['state']['settled'];
  readonly delivery?: { readonly received: number; readonly isLast: boolean };
}

/** Processes one delivery of a job. Resolves to its messages and stored results, what it did with its record, and its error. */
async function processed(job: QueuedJob, { ports, claim, settled, delivery }: Given = {}) {
  const back: string[] = [];
  const { deps, state, ...world } = memory({
    ...ports,
    idempotency: {
      release: async () => void back.push('release'),
      unclaim: async () => void back.push('unclaim'),
      ...ports?.idempotency,
    },
  });
  if (claim) state.claim = claim;
  if (settled) state.settled = settled;
  const error: unknown = await processJob(job, 1000, deps, delivery).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { said, sent } = world;
  return {
    ...world,
    back,
    error,
    kinds: said.map(({ kind }) => kind),
    text: words(said.map(({ answer }) => answer)),
    jobs: sent.map(({ job }) => job),
  };
}

const finished = (outcome: Result): Given => ({ claim: { state: 'finished', outcome } });
/** A table that can’t read the idempotency record. */
const withoutReceipts = (error: Error): Ports => ({
  idempotency: { claim: () => Promise.reject(error) },
});
const { policy } = memory().deps;

test('a click on what this version doesn’t know is answered in a sentence', async () => {
  const { kinds, text } = await processed({ ...base, kind: 'unknownAction' });
  expect(kinds).toEqual(['ephemeral']);
  expect(text).toContain('This button changed in a newer version. Run the command again.');
});

describe('by its idempotency record', () => {
  test('a new job is run, stored and delivered, in this order', async () => {
    const order: string[] = [];
    const note = (what: string) => async () => void order.push(what);
    const { error, back } = await processed(help, {
      ports: {
        idempotency: {
          async claim() {
            order.push('claim');
            return { state: 'claimed' };
          },
          saveOutcome: note('finish'),
          markDelivered: note('delivered'),
        },
        messenger: { ephemeral: note('ephemeral') },
      },
    });
    expect([error, order, back]).toEqual([undefined, ['claim', 'finish', 'ephemeral', 'delivered'], []]);
  });

  const deleted: Result = { deliveries: [{ kind: 'replace', answer: [done('It is deleted')] }] };

  test.each<[string, Given, error: unknown, kinds: string[], delivered: string[]]>([
    ['that was delivered is left alone', { claim: { state: 'delivered' } }, undefined, [], []],
    [
      'that another worker holds is retried later',
      { claim: { state: 'running' } },
      expect.any(JobLocked),
      [],
      [],
    ],
    ['that was done is only delivered again', finished(deleted), undefined, ['replace'], ['j1']],
  ])('a job %s', async (_, given, error, kinds, delivered) => {
    expect(await processed(confirm, given)).toMatchObject({ error, kinds, delivered, finished: [] });
  });

  test('a confirmed change whose worker died has an unknown outcome, and is not retried', async () => {
    const claimed = request(
      { id: confirm.on, job: confirm.id, status: 'running', approval: undefined },
      { claimed: { at: noon, job: confirm.id, run: 'r1' } },
    );
    const { changes, kept, logged } = changesInMemory(claimed);
    const { kinds, text, finished } = await processed(confirm, {
      ports: { changes, auditLog: { causedBy: async () => ['U1'] } },
      claim: { state: 'abandoned' },
    });
    expect(kept.get(confirm.on)?.status).toBe('unknown');
    expect(kinds).toEqual(['remove', 'post']);
    expect(text).toMatch(/Outcome unknown. Skydesk didn’t try again/);
    expect(text).not.toContain('Nothing was changed');
    expect(finished).toEqual([]);
    expect(logged.map(({ event }) => event)).toEqual(['unknown']);
  });

  test.each([help, cancel])('a job that changes nothing runs again if its worker died', async (job) => {
    const { text } = await processed(job, { claim: { state: 'abandoned' }, settled: { change: pending } });
    expect(text).toMatch(/What do you want to do\?|Cancelled/);
  });
});

test('a job whose delivery fails is retried, with its outcome stored and not marked as delivered', async () => {
  const ephemeral = () => Promise.reject(new Error('Slack is away'));
  const { error, finished, delivered } = await processed(help, { ports: { messenger: { ephemeral } } });
  expect([error, finished.length, delivered]).toEqual([new Error('Slack is away'), 1, []]);
});

describe('an unexpected error', () => {
  const ports = membersWith(() => Promise.reject(new TypeError('xoxb-secret')));
  const undo: Job = { ...confirm, decision: 'undo' };

  test('is reported without its own words, and logged by its name', async () => {
    const { text, logged, delivered } = await processed(help, { ports });
    expect(text).toMatch(/Something went wrong in Skydesk.*Try again/);
    expect(text + logged.join()).not.toContain('xoxb-secret');
    expect(logged.join()).toContain('TypeError');
    expect(delivered).toEqual(['j1']);
  });

  test.each([confirm, cancel, vote, undo])(
    'with %o is retried, and the third attempt notifies the person who waits',
    async (job) => {
      const at = (received: number) => processed(job, { ports, delivery: { received, isLast: false } });
      expect(await at(2)).toMatchObject({ error: expect.any(TypeError), said: [], finished: [] });
      const third = await at(3);
      expect(third).toMatchObject({ error: expect.any(TypeError), finished: [] });
      expect(third.text).toMatch(/is taking longer than usual.*No need to repeat it/);
    },
  );

  test.each([confirm, cancel, vote])(
    'at the last delivery of %o is reported, and the job is not dropped',
    async (job) => {
      const { error, said, text, finished } = await processed(job, { ports, delivery: last });
      expect(text).toMatch(/Outcome unknown: your click may.*approvals and history/);
      expect(JSON.stringify(said).match(/"tone":"\w+"/g)).toEqual(['"tone":"warning"']);
      expect([error, finished]).toEqual([expect.any(TypeError), []]);
    },
  );

  test.each([undo, { ...undo, decision: 'undoDone' }, { ...undo, decision: 'retryFailed' }] satisfies Job[])(
    'at the last delivery of a job that only shows a preview is reported, and the job is done: %o',
    async (job) => {
      const { error, text, finished } = await processed(job, { ports, delivery: last });
      expect(text).toMatch(/Nothing was changed/);
      expect([error, finished.length]).toEqual([undefined, 1]);
    },
  );

  test('in reading the record is reported at the last delivery, and the click may still take effect', async () => {
    const ports = withoutReceipts(new Error('table'));
    expect(await processed(vote, { ports })).toMatchObject({ error: new Error('table'), said: [] });
    const { error, text } = await processed(vote, { ports, delivery: last });
    expect(error).toEqual(new Error('table'));
    expect(text).toMatch(/Outcome unknown: your click may still take effect\./);
  });
});

describe('while Slack does not answer', () => {
  const ports = membersWith(away);

  test.each<[Job, 'claimed' | 'abandoned', string]>([
    [help, 'claimed', 'unclaim'],
    [confirm, 'claimed', 'unclaim'],
    [confirm, 'abandoned', 'release'],
  ])('%o that is %s is left to its next delivery, and no outcome is stored', async (job, state, how) => {
    const left = await processed(job, { ports, claim: { state } });
    expect(left).toMatchObject({ error: expect.any(Unavailable), said: [], finished: [], back: [how] });
  });

  test.each<[what: string, Job, error: unknown, says: RegExp, finished: number, back: string[]]>([
    ['a command says so', help, undefined, /Try again in a minute/, 1, []],
    [
      'a decision says so, and is put off',
      confirm,
      undefined,
      /Outcome unknown: your click may still take effect\. Skydesk tries for a day\./,
      0,
      ['unclaim'],
    ],
  ])('the last delivery of %s', async (_, job, error, says, kept, back) => {
    const ended = await processed(job, { ports, delivery: last });
    expect([ended.error, ended.finished.length, ended.back]).toEqual([error, kept, back]);
    expect(ended.text).toContain('Slack didn’t respond.');
    expect(ended.text).toMatch(says);
  });

  test('a decision that is put off says nothing more until nobody tries it any more', async () => {
    const again = (putBack: number, received: number) =>
      processed(
        { ...confirm, putBack, isPutOff: true },
        { ports, delivery: { received, isLast: received === 8 } },
      );
    expect(await again(1, 2)).toMatchObject({ error: expect.any(Unavailable), said: [] });
    expect(await again(1, 8)).toMatchObject({ error: undefined, said: [], sent: [{ delay: 360 }] });
    const ended = await again(62, 8);
    expect([ended.error, ended.sent]).toEqual([expect.any(Unavailable), []]);
    expect(ended.text).toMatch(/your click may still take effect\.note/);
  });

  test.each<[string, QueuedJob, Ports]>([
    ['its record can’t be read', vote, withoutReceipts(new AwsError('unreachable'))],
    [
      'the version of the table can’t be read',
      vote,
      { isNewerTable: () => Promise.reject(new AwsError('unreachable')) },
    ],
    ['an API key can’t be revoked', typedKey, withoutReceipts(new AwsError('unreachable'))],
  ])('a job is put off while %s', async (_, job, ports) => {
    const { error, sent } = await processed(job, { ports, delivery: last });
    expect(error).toBeUndefined();
    expect(sent).toEqual([{ job: { ...job, putBack: 1, isPutOff: true }, delay: 360 }]);
  });

  test('a person whose API key can’t be revoked yet reads that Skydesk tries for a day', async () => {
    const ports = withoutReceipts(new AwsError('unreachable'));
    const { text } = await processed(typedKey, { ports, delivery: last });
    expect(text).toContain('Skydesk tries for a day.');
    expect(text).not.toContain('Nothing was changed');
  });

  test.each([help, { ...confirm, decision: 'undo' }] satisfies Job[])(
    'what a person can repeat is not put off: %o',
    async (job) => {
      const ports = withoutReceipts(new AwsError('unreachable'));
      const { error, sent } = await processed(job, { ports, delivery: last });
      expect([error, sent]).toEqual([expect.any(AwsError), []]);
    },
  );

  test('a job that can’t be released after its entries were not logged keeps its first error', async () => {
    const table = () => Promise.reject(new AwsError('unreachable'));
    const entries = auditEntries('approved', changeOf(), { clock: () => 0 });
    const left = await processed(vote, {
      ...finished({ deliveries: [], entries }),
      ports: { auditLog: { append: table }, idempotency: { release: table } },
    });
    expect(left.error).toBeInstanceOf(EntriesNotLogged);
  });

  test('a confirmed change that could not be evaluated is retried', async () => {
    const left = await processed(confirm, {
      ports: { groups: { of: away }, service: { login } },
      settled: { change: pendingOf({ operation: 'alert.list', raw: {} }) },
    });
    expect(left).toMatchObject({ error: expect.any(Unavailable), said: [], finished: [] });
  });

  test('a job that can’t be released, either, keeps its first error', async () => {
    const unclaim = () => Promise.reject(new Error('table'));
    const left = await processed(help, { ports: { ...ports, idempotency: { unclaim } } });
    expect(left.error).toBeInstanceOf(Unavailable);
  });
});

const execute: Job = { ...base, kind: 'execute', change: 'a1', index: 0 };
const track: Job = {
  ...base,
  kind: 'track',
  change: 'a1',
  index: 0,
  operation: 'moon.land',
  title: 'Land on the moon',
  jobRef: {},
  message: { channel: 'C1', ts: '1.1' },
  since: 0,
  attempt: 1,
};

test.each([execute, track])(
  'an unexpected error in a job that may have changed something is retried without a report',
  async (job) => {
    const table = () => Promise.reject(new Error('table'));
    const left = await processed(job, { ports: { changes: { get: table, change: table } } });
    expect(left).toMatchObject({ error: new Error('table'), said: [], finished: [], delivered: [] });
  },
);

describe('if the table belongs to a newer version', () => {
  const ports: Ports = { ...withoutReceipts(new Error('It is claimed')), isNewerTable: async () => true };

  test.each([help, confirm])('%o does nothing, and its requester reads so', async (job) => {
    const { error, text } = await processed(job, { ports });
    expect(error).toBeUndefined();
    expect(text).toMatch(/newer version of Skydesk.*Nothing was changed.*deploy/);
  });

  test.each<QueuedJob>([execute, { ...base, kind: 'reconcile', change: 'a1' }])(
    '%o waits for that version',
    async (job) => {
      expect(await processed(job, { ports })).toMatchObject({ error: expect.any(NewerTable), said: [] });
    },
  );
});

test('a command of a later version, whose operation is new, gets an answer with the next step', async () => {
  const later = job.parse({ ...base, ...commandFor('moon.land', {}) });
  const { text, logged, delivered } = await processed(later);
  expect(text).toContain('This command changed in a newer version. Run it again.');
  expect(logged.join()).toContain('"operation":"command"');
  expect(delivered).toEqual(['j1']);
});

describe('permissions:', () => {
  test('a person who may change nothing reads so in whole sentences', async () => {
    const creation = commandFor('alert.create', { name: 'x', disk: '80', to: 'a@b.co' });
    const { text, put, recorded } = await processed(
      { ...base, ...creation },
      { ports: { service: { login }, policy: { ...policy, people: { ...policy.people, change: [] } } } },
    );
    expect(text).toBe(
      'noticefailedYou don’t have permission to make changes in ACME. Nothing was changed.' +
        'noteNo one has this permission. Ask your Skydesk admin to change policy.json.',
    );
    expect(put).toEqual([]);
    expect(recorded).toMatchObject([
      { event: 'refused', note: 'You don’t have permission to make changes in ACME.' },
    ]);
  });

  test('a person who may view nothing reads who may', async () => {
    const people = { read: ['U2'], change: [], approve: ['S0LEADS'] };
    const accounts = { PROD: { change: ['U3'], production: true } };
    const { text } = await processed(
      { ...base, ...commandFor('doctor', {}) },
      { ports: { policy: { ...policy, people, accounts } } },
    );
    expect(text).toBe('noticefailedYou don’t have permission to use Skydesk.noteAsk U2, S0LEADS or U3.');
  });

  test.each([help, confirm, cancel, vote])(
    'a stranger is refused before anything is looked up',
    async (job) => {
      const notAsked = () => Promise.reject(new Error('not asked'));
      const changes = { preview: notAsked, previewed: notAsked, decide: notAsked };
      const { kinds, text, put } = await processed(job, { ports: { ...guests, changes } });
      expect([kinds, put]).toEqual([['ephemeral'], []]);
      expect(text).toContain('Guests can’t use Skydesk.');
    },
  );
});

/** The content of the placeholder of a review. */
async function reviewed(given: Given) {
  const shown: unknown[] = [];
  const reviews: WorkerDependencies['reviews'] = {
    show: async (view, { shown: answer, decide }) => void shown.push([view, words(answer), decide]),
    weigh: async () => {},
  };
  const review: Job = { ...base, kind: 'review', change: 'a1', view: { id: 'V1' }, breakGlass: false };
  const { error, said } = await processed(review, { ...given, ports: { ...given.ports, reviews } });
  return { error, said, shown };
}

test.each<[string, Given, error: unknown, says: string]>([
  ['why a person is refused', { ports: guests }, undefined, 'Guests can’t use Skydesk.'],
  [
    'why a review fails',
    { ports: { changes: { get: () => Promise.reject(new UserError('It is gone.')) } } },
    undefined,
    'It is gone.',
  ],
  [
    'at the last delivery that the table can’t be reached',
    { ports: withoutReceipts(new Unavailable('The table')), delivery: last },
    expect.any(Unavailable),
    'The table',
  ],
])('the placeholder of a review shows %s', async (_, given, error, says) => {
  const shown = [[{ id: 'V1' }, expect.stringContaining(says), undefined]];
  expect(await reviewed(given)).toEqual({ error, said: [], shown });
});

test('a form shows a refused person the reason, in place of its fields', async () => {
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

test.each(['claimed', 'abandoned'] as const)(
  'a person with two ids in Slack decides under the one that Skydesk keeps, in a job that is %s',
  async (state) => {
    const changes = changesIn(new MemoryTable(), () => noon);
    await changes.preview(previewOf({ id: confirm.on, requester: 'W1', expires: noon }));
    const members = membersWith(async () => ({ id: 'W1', aliases: ['U1'] }));
    const { text } = await processed(confirm, { ports: { ...members, changes }, claim: { state } });
    // All others read that it isn’t theirs.
    expect(text).toContain('The preview expired: ');
  },
);

describe('workspaces and channels:', () => {
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
  ])('a command from %s is refused', async (_, rule, why) => {
    const { kinds, text } = await processed(help, { ports: { policy: { ...policy, ...rule } } });
    expect(kinds).toEqual(['ephemeral']);
    expect(text).toMatch(why);
  });

  test('the channels of the policy restrict commands; a decision counts in any channel', async () => {
    const ports = { policy: { ...policy, channels: ['C9'] } };
    expect((await processed(cancel, { ports, settled: { change: pending } })).text).toContain('Cancelled');
  });
});

describe('a decision', () => {
  test.each([
    ['unknown', 'replace', 'no longer available'],
    ['not yours', 'ephemeral', 'Only the requester'],
    ['expired', 'replace', 'The preview expired: '],
    ['confirmed before', 'ephemeral', 'already confirmed'],
    ['cancelled before', 'ephemeral', 'already cancelled'],
  ] as const)('that is refused as %s says so', async (refused, way, says) => {
    const settled = refused === 'expired' ? { refused, change: pending } : { refused };
    const { kinds, text, sent } = await processed(confirm, { settled });
    expect([kinds, sent]).toEqual([[way], []]);
    expect(text).toContain(says);
  });

  test('to cancel drops the change', async () => {
    const { text } = await processed(cancel, { settled: { change: pending } });
    expect(text).toContain('Cancelled: apply delete x');
  });

  test.each([
    [
      'gone',
      pendingOf({ operation: 'moon.land' }),
      'This command changed in a newer version. Nothing was changed. Run it again.',
    ],
    ['stricter', pendingOf({ raw: {} }), 'Check this command:'],
  ])('on an operation that is %s changes nothing', async (_, change, says) => {
    const { text } = await processed(confirm, { settled: { change } });
    expect(text).toContain(says);
    expect(text).toContain('Nothing was changed');
  });

  test('whose names cannot be looked up changes nothing', async () => {
    const login = async () => {
      throw new CloudApiError('unreachable', { method: 'POST', path: '/v2/authentication/login' });
    };
    const { kinds, text } = await processed(confirm, {
      ports: { service: { login } },
      settled: { change: pending },
    });
    expect(kinds).toEqual(['replace']);
    expect(text).toContain('Nothing was changed');
  });
});

/** The poll, with this number, of a job of the cloud API. */
const followUpOf = (attempt: number): FollowUp => ({
  ...base,
  kind: 'track',
  id: `j1:${attempt}`,
  change: 'p1',
  index: 0,
  operation: 'ip.add',
  title: 'Add a public IP',
  jobRef: { job: '1' },
  since: 0,
  attempt,
});

describe('an update of a message that can’t be edited', () => {
  const message = { channel: 'C1', ts: '1.1' };
  const followUp = followUpOf(2);
  const next = { ...followUp, message };
  const edit = { kind: 'edit' as const, answer: [done('x')], message };
  const progress = { ...edit, kind: 'track' as const, followUp };
  const elsewhere = { channel: 'C1', ts: '2.2' };
  const busy = () => Promise.reject(new Unavailable('Slack didn’t respond.', 30));

  test.each<[string, Result, WorkerDependencies['messenger']['edit'], kinds: string[], next: object[]]>([
    [
      'is sent to the requester if it is the last one',
      { deliveries: [edit] },
      async () => undefined,
      ['send'],
      [],
    ],
    ['does not stop the polls', { deliveries: [progress] }, busy, [], [next]],
    [
      'is not posted again while the polls go on',
      { deliveries: [progress] },
      async () => elsewhere,
      [],
      [next],
    ],
  ])('%s', async (_, outcome, edited, kinds, jobs) => {
    const ended = await processed(confirm, {
      ...finished(outcome),
      ports: {
        messenger: { edit: edited, amend: async (...to) => (await edited(...to)) !== undefined },
      },
    });
    expect(ended).toMatchObject({ kinds, jobs, delivered: ['j1'] });
  });
});

describe('a job that a rate limit of Slack ended', () => {
  const busy = (seconds: number) => () => Promise.reject(new Unavailable('Slack didn’t respond.', seconds));
  /** A job whose answer is refused, after it was put back `putBack` times. */
  const limited = (
    retryAfter: number,
    { putBack, ports, ...given }: Given & { readonly putBack?: number } = {},
  ) =>
    processed(
      { ...help, ...(putBack !== undefined && { putBack }) },
      {
        ...finished({ deliveries: [{ kind: 'ephemeral', answer: [done('x')] }] }),
        ports: { messenger: { ephemeral: busy(retryAfter) }, ...ports },
        ...given,
      },
    );

  test('is put back until Slack takes it again, even at its last delivery', async () => {
    const { error, sent, delivered } = await limited(30, { delivery: last });
    expect(sent).toEqual([{ job: { ...help, putBack: 1 }, delay: expect.any(Number) }]);
    expect([30, 31]).toContain(sent[0]?.delay);
    expect([error, delivered]).toEqual([undefined, []]);
  });

  test('is put back for 15 minutes at most, which is the longest delay that SQS takes', async () => {
    expect((await limited(9000, { putBack: 3 })).sent).toEqual([
      { job: { ...help, putBack: 4 }, delay: 900 },
    ]);
  });

  test('is put back 62 times at most', async () => {
    expect(await limited(1, { putBack: 62 })).toMatchObject({ error: expect.any(Unavailable), sent: [] });
  });

  test('does not come back together with the jobs that were refused with it', async () => {
    const limits = await Promise.all(Array.from({ length: 64 }, () => limited(1)));
    expect([...new Set(limits.map(({ sent }) => sent[0]?.delay))].sort()).toEqual([1, 2]);
  });

  test('is retried as after any failure if the queue does not take it', async () => {
    const queue = { send: () => Promise.reject(new Error('queue')) };
    expect((await limited(1, { ports: { queue } })).error).toBeInstanceOf(Unavailable);
  });

  test('removes its preview once, however often it is put back: Slack takes five calls of a response URL', async () => {
    const outcome: Result = {
      deliveries: [
        { kind: 'remove', answer: [done('The preview above is out of date.')] },
        { kind: 'post', answer: [done('Applied')] },
      ],
    };
    const kinds: string[] = [];
    let refusals = 6;
    const post = async () => {
      refusals -= 1;
      if (refusals >= 0) throw new Unavailable('Slack didn’t respond.', 30);
      kinds.push('post');
      return { channel: 'C1', ts: '1.1' };
    };
    let next: QueuedJob | undefined = confirm;
    while (next) {
      const put: Awaited<ReturnType<typeof processed>> = await processed(next, {
        ...finished(outcome),
        ports: { messenger: { post } },
      });
      kinds.push(...put.kinds);
      next = put.jobs[0];
    }
    expect([kinds, refusals]).toEqual([['remove', 'post'], -1]);
  });

  test('notifies the person who waits at its third attempt, however it came to that', async () => {
    const ports = membersWith(busy(30));
    const { text, sent } = await processed({ ...confirm, putBack: 2 }, { ports });
    expect(text).toMatch(/taking longer than usual/);
    expect(sent).toHaveLength(1);
  });
});

test('a poll goes on the queue with the message that was posted', async () => {
  const followUp = followUpOf(1);
  const start = { kind: 'track', answer: [done('x')], followUp } as const;
  const { sent, delivered } = await processed(confirm, finished({ deliveries: [start] }));
  expect(sent).toEqual([{ job: { ...followUp, message: { channel: 'C1', ts: '1.1' } }, delay: 2 }]);
  expect(delivered).toEqual(['j1']);
});

describe('while the audit log can’t be written', () => {
  const entries = auditEntries('approved', changeOf(), { clock: () => 0 });

  async function told(
    received: number,
    job: Job = vote,
    isPutBack = received === 8,
    status: Change['status'] = 'open',
  ) {
    const messages = [posted('card', '1.1', { channel: 'C9' })];
    const { changes } = changesInMemory(request({ status, messages }));
    const append = () => Promise.reject(new Error('the table is away'));
    const { error, said, sent } = await processed(job, {
      ...finished({ deliveries: [], entries }),
      ports: { changes, auditLog: { append } },
      delivery: { received, isLast: received === 8 },
    });
    if (isPutBack)
      expect(sent).toEqual([
        { job: { ...job, putBack: (job.putBack ?? 0) + 1, isPutOff: true }, delay: 360 },
      ]);
    else expect(error).toBeInstanceOf(EntriesNotLogged);
    return said.map(({ kind, answer }) => `${kind}: ${words(answer)}`);
  }

  test('a voter reads that it takes longer, once', async () => {
    expect(await told(2)).toEqual([]);
    expect(await told(3)).toEqual([expect.stringContaining('This is taking longer than usual')]);
    expect(await told(4)).toEqual([]);
  });

  test('after its last delivery a decision is put back, and the voter and the thread of the card read that the change is blocked', async () => {
    const said = await told(8);
    expect(said.map((text) => text.split(':')[0])).toEqual(['ephemeral', 'reply']);
    for (const text of said)
      expect(text).toMatch(/blocked\. Nothing has changed yet\..*Skydesk tries for a day/s);
  });

  test.each([
    ['a rejection', { ...vote, vote: 'reject' }, 'open'],
    ['a suggestion', { ...vote, vote: 'suggest' }, 'open'],
    ['an approval of what somebody rejected meanwhile', vote, 'rejected'],
  ] as const)('nobody reads that %s lets the change run', async (_, job, status) => {
    const said = await told(8, job, true, status);
    expect(said).not.toEqual([]);
    expect(said.join()).not.toContain('the change runs');
  });

  test('a decision that was put back is put back again, without a word', async () => {
    const again: Job = { ...vote, putBack: 1, isPutOff: true };
    expect(await told(3, again, false)).toEqual([]);
    expect(await told(8, again)).toEqual([]);
  });

  test('after a day of attempts a decision is a dead letter, and its people read what helps', async () => {
    const said = await told(8, { ...vote, putBack: 62, isPutOff: true }, false);
    expect(said.map((text) => text.split(':')[0])).toEqual(['ephemeral', 'reply']);
    for (const text of said) expect(text).toContain('to redrive failed jobs');
  });

  test('a background job is not put back, since the sweeper does what it left', async () => {
    const poll = followUpOf(1);
    expect(await told(8, poll, false)).toEqual([]);
  });

  test('after the last delivery the person who confirmed a change reads that its result comes later', async () => {
    expect(await told(8, confirm)).toEqual([
      expect.stringMatching(/^ephemeral: .*what came of it isn’t shown yet.*The result appears here/s),
    ]);
  });
});
