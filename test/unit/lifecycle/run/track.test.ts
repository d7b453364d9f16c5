import { describe, expect, test } from 'vitest';
import type { Opening } from '../../../../src/change/model/openings.ts';
import { CloudApiError, type FailureKind } from '../../../../src/cloud/index.ts';
import { pause, trackJob } from '../../../../src/lifecycle/run/track.ts';
import type { TrackedJob } from '../../../../src/queue/job.ts';
import type { Result } from '../../../../src/queue/result.ts';
import { notConnected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { request, voteOf } from '../../../support/made/requests.ts';

const start = Date.UTC(2026, 10, 21);
const step = stepOf({ operation: 'ip.add', title: 'give WEB01 a public IP address' });
const job: TrackedJob = {
  kind: 'track',
  id: 'j1:9',
  team: 'T1',
  replyTo: { channel: 'C1', person: 'U1' },
  change: 'j1',
  index: 0,
  operation: step.operation,
  title: step.title,
  jobRef: { job: 'job-1', server: 'de1acmeweb01', before: '[]' },
  message: { channel: 'C1', ts: '1.1' },
  since: start,
  attempt: 9,
};

/** The opening of the job's step, as it was stored before the step was sent. */
const opening: Opening = {
  ...{ step: 'j1', requester: 'U1', account: 'ACME', at: start, openSince: start },
  networkChange: {
    change: 'opens',
    scope: { kind: 'public', server: 'DE1ACMEWEB01' },
    traffic: { sources: ['0.0.0.0/0'], destinations: [], ports: [], to: 'DE1ACMEWEB01', into: undefined },
  },
};

/** The next poll, if there is one. */
const nextOf = ({ deliveries }: Result) =>
  deliveries.flatMap((delivery) => (delivery.kind === 'track' ? delivery.followUp : []))[0];
const { message: _, ...polled } = job;
const next = { ...polled, id: 'j1:10', attempt: 10 };

/** The dependencies of a worker, with the job's step stored. */
const tracking = (more: Parameters<typeof memory>[0] = {}) => {
  const { changes } = changesInMemory(request({ id: 'j1', requester: 'U1', status: 'running' }, step));
  return memory({ changes, ...more });
};

/** Polls a job that the cloud API answers with `kind` of failure, `ms` after it was accepted. */
async function lookAfter(ms: number, kind: FailureKind, more: Partial<TrackedJob> = {}) {
  const login = () => Promise.reject(new CloudApiError(kind, { method: 'GET', path: '/x' }));
  const { deps } = tracking({ service: { login }, clock: () => start + ms });
  return trackJob({ ...job, ...more }, deps);
}

test('the pause between polls grows from two seconds to a minute, and 69 polls last for 45 minutes', () => {
  const pauses = Array.from({ length: 69 }, (_, at) => pause(at + 1));
  expect(pauses[0]).toBe(2);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(pauses.at(-1)).toBe(60);
  expect(pauses.every(Number.isInteger)).toBe(true);
  expect(pauses.reduce((all, seconds) => all + seconds, 0)).toBeGreaterThan(45 * 60);
});

describe('a cloud API that is down for a while, or answers something odd', () => {
  const kinds = [
    ...(['service-error', 'unreachable', 'timed-out', 'bad-credentials', 'unauthenticated'] as const),
    ...(['forbidden', 'not-found', 'bad-request', 'unexpected-answer'] as const),
  ];
  test.each(kinds)('(%s) is polled again', async (kind) => {
    const result = await lookAfter(65_000, kind);
    expect(result.deliveries).toMatchObject([
      {
        answer: [
          {
            kind: 'tasks',
            title: 'Applying give WEB01 a public IP address',
            tasks: [
              { title: 'Accepted by the cloud API', state: 'done' },
              { title: 'Applying… · 1 min 5 s', state: 'running' },
              { title: 'Done', state: 'waiting' },
            ],
          },
          { kind: 'context' },
        ],
      },
    ]);
    expect(nextOf(result)).toEqual(next);
  });

  test('is polled until the limit, and no longer', async () => {
    expect(nextOf(await lookAfter(45 * 60_000, 'unreachable'))).toBeDefined();
    const over = await lookAfter(45 * 60_000 + 1, 'unreachable');
    expect(nextOf(over)).toBeUndefined();
    expect(words(over.deliveries)).toContain('Outcome unknown: not finished after 45 min 0 s');
  });
});

test('a poll that ends its step reads its change once', async () => {
  const { changes } = changesInMemory(request({ id: 'j1', requester: 'U1', status: 'running' }, step));
  let reads = 0;
  const get = async (id: string) => {
    reads += 1;
    return changes.get(id);
  };
  const away = () => Promise.reject(new CloudApiError('forbidden', { method: 'GET', path: '/x' }));
  const clock = () => start + 46 * 60_000;
  const { deps } = memory({ clock, changes: { ...changes, get }, service: { login: away } });
  expect(words((await trackJob(job, deps)).deliveries)).toContain('Outcome unknown');
  expect(reads).toBe(1);
});

test('a poll whose change the restored table lacks is logged, and its message says that nobody tracks it', async () => {
  const { deps, logged } = memory({ changes: changesInMemory().changes });
  const { deliveries } = await trackJob(job, deps);
  expect(logged).toEqual([JSON.stringify({ event: 'poll without its change', request: 'j1' })]);
  expect(deliveries).toMatchObject([{ kind: 'edit', message: job.message }]);
  expect(words(deliveries)).toContain('give WEB01 a public IP address');
  expect(words(deliveries)).toContain('Skydesk’s table was restored to an earlier time');
  const { message: _message, ...unshown } = job;
  expect(await trackJob(unshown, deps)).toEqual({ deliveries: [] });
});

test.each(['forbidden', 'not-found', 'unexpected-answer'] as const)(
  'if the cloud API still answers %s at the limit, the outcome is unknown: it accepted the change',
  async (kind) => {
    const result = await lookAfter(46 * 60_000, kind);
    expect(nextOf(result)).toBeUndefined();
    expect(words(result.deliveries)).not.toContain('Nothing was changed');
    expect(words(result.deliveries)).toContain(
      'Outcome unknown: give WEB01 a public IP address. The cloud API accepted it, but Skydesk stopped tracking it.',
    );
  },
);

test('a secret that cannot be read for a while does not stop the polls', async () => {
  const login = () => Promise.reject(new Error('AWS: unreachable'));
  const result = await trackJob(job, tracking({ service: { login } }).deps);
  expect(nextOf(result)).toEqual(next);
});

test('an operation that is gone is no longer tracked, and the message says so', async () => {
  const result = await lookAfter(1000, 'unreachable', { operation: 'moon.land' });
  expect(nextOf(result)).toBeUndefined();
  expect(words(result.deliveries)).toContain('Its progress is no longer tracked.');
});

test('every poll edits the one message, and names the requester', async () => {
  const { deliveries } = await lookAfter(1000, 'unreachable');
  expect(deliveries).toMatchObject([{ kind: 'track', message: job.message }]);
  expect(JSON.stringify(deliveries)).toContain('{"person":"U1"}');
});

test('the result of an approved change has the number of its request and its approvers', async () => {
  const votes = [voteOf('U0BEN'), voteOf('U0CORA')];
  const change = request({ id: 'j1', number: 12, status: 'running', votes, steps: [step] });
  const { deps } = memory({ changes: changesInMemory(change).changes });
  const { deliveries } = await trackJob({ ...job, operation: 'moon.land' }, deps);
  const said = words(deliveries);
  expect(said).toMatch(/Not known if \w+: .*WEB01.*#12 · U0ANA · approved by U0BEN and U0CORA/);
});

test.each([
  ['failed', 1, 'failed', 'The cloud API reports that this failed, and gives no reason.', []],
  ['unknown', 46, 'unknown', 'Outcome unknown: the cloud API reports status unknown.', [opening]],
] as const)(
  'a job with status %s after %i minutes is logged as %s',
  async (phase, minutes, event, sentence, opened) => {
    const login = { userName: 'skydesk', accountAlias: 'ACME', locationAlias: 'DE1', roles: [] };
    const jobs = { status: async () => ({ status: phase, phase }) };
    const account = (alias: string) => ({ ...notConnected.account(alias), jobs });
    const clock = () => start + minutes * 60_000;
    const { deps } = tracking({ clock, service: { login: async () => login, account } });
    await deps.openings.put(opening);
    const { entries, deliveries } = await trackJob(job, deps);
    expect(entries).toMatchObject([{ event, request: 'j1', job: 'job-1' }]);
    expect(words(deliveries)).toContain(sentence);
    // A failed job opened nothing, so it is not counted with the next openings.
    expect(await deps.openings.of('U1')).toEqual(opened);
  },
);
