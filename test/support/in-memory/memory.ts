import type { Answer } from '../../../src/answer/answer.ts';
import { changesIn } from '../../../src/aws/sdk/change-store.ts';
import { changeWrites } from '../../../src/aws/sdk/change-writes.ts';
import { contentIn } from '../../../src/aws/sdk/content.ts';
import type { Item } from '../../../src/aws/sdk/dynamodb.ts';
import { loggedWriterIn } from '../../../src/aws/sdk/logged-writer.ts';
import { openingsIn } from '../../../src/aws/sdk/opening-store.ts';
import { watchesIn } from '../../../src/aws/sdk/watch-store.ts';
import type { AuditEntry } from '../../../src/change/model/audit-log.ts';
import type { Change } from '../../../src/change/model/change.ts';
import type { Changes, Clicked } from '../../../src/change/model/changes.ts';
import type { Openings } from '../../../src/change/model/openings.ts';
import { compareState } from '../../../src/evaluate/compare-state.ts';
import { explainLine } from '../../../src/lifecycle/request/explain-line.ts';
import { defaults } from '../../../src/policy/policy.ts';
import type { ClaimResult } from '../../../src/queue/idempotency.ts';
import type { QueuedJob } from '../../../src/queue/job.ts';
import type { Result } from '../../../src/queue/result.ts';
import type { WorkerDependencies } from '../functions.ts';
import { noon } from '../made/requests.ts';
import { apiKeysInMemory } from './keys-in-memory.ts';
import { notConnected } from './local-cloud.ts';
import { MemoryTable } from './memory-table.ts';
import { slackInMemory } from './slack-in-memory.ts';

interface Said {
  readonly kind: string;
  readonly answer: Answer;
}

/** Requests and approvals are in the audit log, unless a test says otherwise. */
const everybody = ['ANA', 'BEN', 'CORA', 'DORA', 'EVE', 'VIC'].map((name) => `U0${name}`);

/** Sets these in part: everything left out works. */
type InPart = Pick<WorkerDependencies, 'messenger' | 'auditLog' | 'idempotency' | 'service'>;

type Ports = Partial<Omit<WorkerDependencies, 'changes' | keyof InPart>> & {
  readonly [Port in keyof InPart]?: Partial<InPart[Port]>;
} & { readonly changes?: Partial<Changes> };

/** All dependencies in memory; those that the test does not set work. */
export function memory({ changes, messenger, auditLog, idempotency, service, ...more }: Ports = {}) {
  const said: Said[] = [];
  const sent: { job: QueuedJob; delay: number | undefined }[] = [];
  const finished: Result[] = [];
  const delivered: string[] = [];
  const put: Change[] = [];
  const logged: string[] = [];
  const recorded: AuditEntry[] = [];
  const state: { claim: ClaimResult<Result>; settled: Clicked; now: number } = {
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
    omittedChoices: [],
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
        delivered.push(id);
      },
      ...idempotency,
    },
    messenger: {
      ...slackInMemory(async (how, channel, answer) => {
        say(how === 'ephemeralOnly' ? 'ephemeral' : how, answer);
        return { channel, ts: { post: '1.1', send: '1.2' }[String(how)] ?? '1.3' };
      }),
      ...messenger,
    },
    drawPicture: async () => new Uint8Array(),
    members: {
      check: async (id) => ({ id, aliases: [] }),
      profile: async () => undefined,
      timeZone: async () => 'UTC',
    },
    groups: { of: async () => ({ groups: [], missing: [] }) },
    names: { person: async () => undefined, group: async () => undefined, channel: async () => undefined },
    explainLine,
    compareState,
    runChecks: async () => [],
    policy: defaults,
    changes: {
      preview: async (change) => {
        put.push(change);
        return true;
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
      // Nothing has started or ended, and everybody agreed to the request.
      causedBy: async (_event, _about, { job } = {}) => (job === undefined ? everybody : []),
      read: async () => ({ entries: [] }),
      verify: async () => ({ entries: 0 }),
      ...auditLog,
    },
    apiKeys: apiKeysInMemory().apiKeys,
    mcpUrl: 'https://skydesk.example/mcp',
    openings: openingsInMemory(),
    watches: watchesIn(new MemoryTable()),
    hasTime: () => true,
    visitors: { isFirst: async () => false, has: async () => true },
    views: { fill: async () => {} },
    reviews: { show: async () => {}, weigh: async () => {} },
    previews: { show: async () => false },
    homeTabs: { publish: async (_, answer) => say('home', answer) },
    ...more,
  };
  return { deps, state, said, sent, finished, delivered, put, logged, recorded };
}

/** The changes in a table in memory by their ids, read and written at once. */
export class StoredChanges {
  readonly #table: MemoryTable;
  /** What was read of an item, which a write replaces. */
  readonly #read = new WeakMap<object, Change>();

  constructor(table: MemoryTable, ...changes: readonly Change[]) {
    this.#table = table;
    for (const change of changes) this.set(change.id, change);
  }

  get(id: string): Change | undefined {
    const item = this.#itemOf(id);
    return item && this.#changeIn(item);
  }

  /** In the order in which they were stored first. */
  values(): readonly Change[] {
    return [...this.#table.items.values()]
      .filter(({ sk }) => sk === 'change')
      .map((item) => this.#changeIn(item));
  }

  /** Stores a change in place of what there is of it, as another writer does. */
  set(id: string, change: Change): void {
    const known = this.#itemOf(id);
    const before = known && { change: this.#changeIn(known), version: Number(known.version) };
    // The conditions hold, so it is stored when this returns.
    void this.#table.transact(changeWrites(before, change));
  }

  /** Its entries in the index and at its resource stay. */
  delete(id: string): void {
    this.#table.items.delete(`change#${id} change`);
  }

  #itemOf(id: string): Item | undefined {
    return this.#table.itemOf({ pk: `change#${id}`, sk: 'change' });
  }

  #changeIn(item: Item): Change {
    const known = this.#read.get(item) ?? contentIn(item);
    this.#read.set(item, known);
    return known;
  }
}

/** The store of changes on a table in memory that has these; `kept` is what it has of them, `logged` what their writes have logged. */
export function changesInMemory(...requests: readonly Change[]) {
  const table = new MemoryTable();
  const kept = new StoredChanges(table, ...requests);
  const logged: AuditEntry[] = [];
  const writer = loggedWriterIn(table, (entry) => logged.push(entry));
  const { preview: _, previewed: __, decide: ___, ...changes } = changesIn(table, () => noon, writer);
  return { kept, changes, logged };
}

/** All words of an answer in one line. */
export const words = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(words).join('');
};

/** The openings of each person, in memory. */
export const openingsInMemory = (): Openings => openingsIn(new MemoryTable());

/** Openings in memory whose first reads end together, like those of `count` simultaneous decisions. */
export function openingsReadTogether(count: number): Openings {
  const openings = openingsInMemory();
  const { promise: allRead, resolve } = Promise.withResolvers<void>();
  let reads = 0;
  return {
    ...openings,
    async of(requester) {
      const found = await openings.of(requester);
      reads += 1;
      if (reads === count) resolve();
      await allRead;
      return found;
    },
  };
}
