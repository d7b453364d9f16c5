import type { Answer } from '../../src/answer/answer.ts';
import { openingsIn } from '../../src/aws/sdk/opening-store.ts';
import { watchesIn } from '../../src/aws/sdk/watch-store.ts';
import type { AuditEntry } from '../../src/change/model/audit-log.ts';
import type { Assessment } from '../../src/change/model/basis.ts';
import { type Change, isWaiting } from '../../src/change/model/change.ts';
import type { Changes, DecisionResult } from '../../src/change/model/changes.ts';
import type { Openings } from '../../src/change/model/openings.ts';
import {
  type Hold,
  heldBy,
  type KeyedEnd,
  keysOf,
  type Resource,
  ResourceChanged,
  resourceOf,
} from '../../src/change/model/resource.ts';
import type { WorkerDependencies } from '../../src/jobs/process-job.ts';
import { explainLine } from '../../src/lifecycle/request/explain-line.ts';
import { defaults } from '../../src/policy/policy.ts';
import type { ClaimResult } from '../../src/queue/idempotency.ts';
import type { QueuedJob } from '../../src/queue/job.ts';
import type { Result } from '../../src/queue/result.ts';
import { MemoryTable } from '../harness/memory-table.ts';
import { apiKeysInMemory } from './keys-in-memory.ts';
import { notConnected } from './local-cloud.ts';
import { refsOf } from './requests.ts';

interface Said {
  readonly kind: string;
  readonly answer: Answer;
}

/** Requests and approvals are in the audit log, unless a test says otherwise. */
const everybody = ['ANA', 'BEN', 'CORA', 'DORA', 'EVE', 'VIC'].map((name) => `U0${name}`);

/** These are set in part: what is left out works. */
type InPart = Pick<WorkerDependencies, 'messenger' | 'auditLog' | 'idempotency' | 'service'>;

type Ports = Partial<Omit<WorkerDependencies, 'changes' | keyof InPart>> & {
  readonly [Port in keyof InPart]?: Partial<InPart[Port]>;
} & { readonly changes?: Partial<Changes> };

/** All dependencies in memory; what the test does not set works. */
export function memory({ changes, messenger, auditLog, idempotency, service, ...more }: Ports = {}) {
  const said: Said[] = [];
  const sent: { job: QueuedJob; delay: number | undefined }[] = [];
  const finished: Result[] = [];
  const told: string[] = [];
  const put: Change[] = [];
  const logged: string[] = [];
  const recorded: AuditEntry[] = [];
  const state: { claim: ClaimResult<Result>; settled: DecisionResult; now: number } = {
    claim: { state: 'claimed' },
    settled: { refused: 'unknown' },
    now: Date.UTC(2026, 10, 21),
  };
  const say = (kind: string, answer: Answer): void => {
    said.push({ kind, answer });
  };
  const deps: WorkerDependencies = {
    clock: () => state.now,
    timer: () => () => {},
    noticeAfterMs: 2000,
    log: (event, facts) => {
      logged.push(JSON.stringify({ event, ...facts }));
    },
    service: { ...notConnected, ...service },
    queue: {
      async send(job, delay) {
        sent.push({ job, delay });
      },
    },
    idempotency: {
      claim: async () => state.claim,
      saveOutcome: async (_, result) => {
        finished.push(result);
      },
      release: async () => {},
      unclaim: async () => {},
      markDelivered: async (id) => {
        told.push(id);
      },
      ...idempotency,
    },
    messenger: {
      ephemeral: async (_, answer) => say('ephemeral', answer),
      post: async ({ channel }, answer) => {
        say('post', answer);
        return { channel, ts: '1.1' };
      },
      edit: async (message, answer) => {
        say('edit', answer);
        return message;
      },
      ephemeralOnly: async (_, answer) => {
        say('ephemeral', answer);
        return true;
      },
      preview: async (_, answer) => say('preview', answer),
      share: async (_, answer) => say('share', answer),
      amend: async (_, answer) => say('amend', answer),
      replace: async (_, answer) => say('replace', answer),
      remove: async (_, otherwise) => say('remove', otherwise),
      send: async (channel, answer) => {
        say('send', answer);
        return { channel, ts: '1.2' };
      },
      reply: async ({ channel, ts }, answer) => {
        say('reply', answer);
        return { channel, ts: '1.3', thread: ts };
      },
      permalink: async () => undefined,
      upload: async () => 'F0PICTURE',
      file: () => Promise.reject(new Error('this test sends no file')),
      ...messenger,
    },
    drawPicture: async () => new Uint8Array(),
    members: {
      check: async (id) => ({ id, aliases: [] }),
      name: async () => undefined,
      timeZone: async () => 'UTC',
    },
    groups: { of: async () => [] },
    explainLine,
    runChecks: async () => [],
    policy: defaults,
    changes: {
      preview: async (change) => {
        put.push(change);
      },
      previewed: async (id) => put.find((change) => change.id === id),
      decide: async () => state.settled,
      ...changesInMemory().changes,
      ...changes,
    },
    auditLog: {
      append: async (entry) => {
        recorded.push(entry);
        return true;
      },
      // Nothing has started or ended, and everybody agreed to what is asked for.
      causedBy: async (_event, _about, { job } = {}) => (job === undefined ? everybody : []),
      read: async () => ({ entries: [] }),
      verify: async () => ({ entries: 0 }),
      ...auditLog,
    },
    apiKeys: apiKeysInMemory().apiKeys,
    mcpUrl: 'https://skydesk.example/mcp',
    openings: openingsInMemory(),
    watches: watchesIn(new MemoryTable()),
    visitors: { isFirst: async () => false, has: async () => true },
    views: { fill: async () => {} },
    reviews: { show: async () => {}, weigh: async () => {} },
    previews: { show: async () => false },
    homeTabs: { publish: async (_, answer) => say('home', answer) },
    ...more,
  };
  return { deps, state, said, sent, finished, told, put, logged, recorded };
}

/** What is stored once it is requested or confirmed. */
type StoredRequests = Omit<Changes, 'preview' | 'previewed' | 'decide'>;

/** Requests for approval in memory; `kept` has them by their ids. */
export function changesInMemory(...requests: readonly Change[]) {
  const kept = new Map(requests.map((request) => [request.id, request]));
  const assessments = new Map<string, Assessment>();
  const held = new Map<string, Resource>();
  let issued = 0;
  /** A resource with the ends that wait to change it. */
  const resourceIn = (id: string): Resource => {
    const { version, holder, ends: known } = held.get(id) ?? { version: 0, ends: [] };
    const ends = [...kept.values()].flatMap((change): KeyedEnd[] => {
      const [step] = change.steps;
      if (change.ending?.cause !== 'time' || !isWaiting(change) || resourceOf(step) !== id) return [];
      const supersededBy = known.find((end) => end.id === change.id)?.supersededBy ?? [];
      return [{ id: change.id, keys: keysOf(step), supersededBy }];
    });
    return { id, version, holder, ends };
  };
  const hold = (holds: Hold | undefined): void => {
    if (!holds) return;
    const { id, version } = holds.resource;
    if (resourceIn(id).version !== version) throw new ResourceChanged(id);
    held.set(id, heldBy(holds));
  };
  const changes: StoredRequests = {
    async takeNumber() {
      issued += 1;
      return issued;
    },
    async assess({ id }, assessment) {
      if (!assessments.has(id)) assessments.set(id, assessment);
    },
    assessmentOf: async (id) => assessments.get(id),
    async put(change, holds) {
      const isNew = !kept.has(change.id);
      if (isNew) hold(holds);
      if (isNew) kept.set(change.id, change);
      return isNew;
    },
    get: async (id) => kept.get(id),
    idOf: async (number) => [...kept.values()].find((request) => request.number === number)?.id,
    async change(id, step) {
      const known = kept.get(id);
      if (!known) return { refused: 'It is not known.' };
      const transitioned = step(known);
      if ('refused' in transitioned) return transitioned;
      hold(transitioned.holds);
      for (const one of [transitioned.change, ...(transitioned.creates ?? [])]) kept.set(one.id, one);
      return transitioned;
    },
    changeBoth: async () => ({ refused: 'It is not known.' }),
    resource: async (id) => resourceIn(id),
    waiting: async (until = Number.POSITIVE_INFINITY) =>
      refsOf(...kept.values()).filter(({ wakesAt }) => wakesAt <= until),
  };
  return { kept, changes };
}

/** All words of an answer in one line. */
export const words = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(words).join('');
};

/** What each person opened, in memory. */
export const openingsInMemory = (): Openings => openingsIn(new MemoryTable());

/** Openings in memory whose first reads end together, as those of `count` decisions that are made at the same time. */
export function openingsReadTogether(count: number): Openings {
  const openings = openingsInMemory();
  const { promise: allRead, resolve } = Promise.withResolvers<void>();
  let reads = 0;
  return {
    ...openings,
    async since(requester, at) {
      const found = await openings.since(requester, at);
      reads += 1;
      if (reads === count) resolve();
      await allRead;
      return found;
    },
  };
}
