import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Aws } from '../../local/aws/index.ts';
import { auditLogIn } from '../../src/aws/sdk/audit-log-store.ts';
import { duePartition, refIn } from '../../src/aws/sdk/change-items.ts';
import { changesIn } from '../../src/aws/sdk/change-store.ts';
import { contentIn } from '../../src/aws/sdk/content.ts';
import type { Table } from '../../src/aws/sdk/dynamodb.ts';
import { itemsIn } from '../../src/aws/sdk/items.ts';
import { openingKey, openingsIn } from '../../src/aws/sdk/opening-store.ts';
import { counts, neededApprovals, votesOf } from '../../src/change/model/approval.ts';
import { type Change, type Due, isWaiting, type Status } from '../../src/change/model/change.ts';
import { seenDigest } from '../../src/change/model/digest.ts';
import { endId, rollbackId } from '../../src/change/model/ids.ts';
import { messagesWith } from '../../src/change/model/posted-message.ts';
import { resourceOf } from '../../src/change/model/resource.ts';
import { endsAtOf, isReversal, type Reversal, stepEndOf } from '../../src/change/model/reversal.ts';
import {
  type ChangeState,
  type EndState,
  type Lack,
  type StepState,
  stepId,
  type Unfinished,
} from './change-states.ts';
import { tableClient } from './local-aws.ts';
import { ownTable } from './made/own-table.ts';

/*
 * What tests above the unit tests ask about Skydesk's own state: eleven questions. Nothing else there knows how changes, the audit log
 * and the table are built. The answers are plain, in shapes of the tests' own. `test/unit/stored.test.ts` sees each question answered.
 */

/** An item of the table, or its key. */
export type Item = Readonly<Record<string, unknown>>;

const logEvents = [
  'previewed',
  'requested',
  'confirmed',
  'refused',
  'approved',
  'break-glass',
  'rejected',
  'withdrawn',
  'superseded',
  'expired',
  'suggested',
  'declined',
  'started',
  'applied',
  'failed',
  'unknown',
  'ended',
  'over',
  'called',
] as const;

export type LogEvent = (typeof logEvents)[number];

const logEntry = z.object({
  /** 1, 2, 3 … */
  seq: z.number(),
  account: z.string(),
  /** In milliseconds since 1970. */
  at: z.number(),
  event: z.enum(logEvents),
  /** Slack user id. */
  person: z.string(),
  operation: z.string(),
  title: z.string(),
  targets: z.array(z.string()),
  /** The id of the change, or of its step. */
  request: z.string(),
  /** The cloud API's id of the job that the change started. */
  job: z.string().optional(),
  note: z.string().optional(),
  /** The client of the request, if that was not Slack itself. */
  through: z.string().optional(),
});

/** An entry of the audit log. */
export type LogEntry = Readonly<z.infer<typeof logEntry>>;

export interface Stored {
  /** A change that a person previewed or requested, with the ends of its steps; undefined if there is none with this id. */
  change(id: string): Promise<ChangeState | undefined>;
  /** All of those, also past ones. */
  changes(): Promise<readonly ChangeState[]>;
  /** What is not finished at `now`, in milliseconds since 1970, and what it lacks; soonest to expire first. */
  waiting(now: number): Promise<readonly Unfinished[]>;
  /** When the sweeper looks at a change or an end next, in milliseconds since 1970; undefined if it doesn't. */
  wakesAt(id: string): Promise<number | undefined>;
  /** The step that claimed a resource last, and the changes that will end something on it. */
  resource(id: string): Promise<{ readonly holder: string | undefined; readonly ends: readonly string[] }>;
  /** The audit log of an account, oldest first; by default that of ACME, as in the next question. */
  log(account?: string): Promise<readonly LogEntry[]>;
  /** Verifies it. `fault`: what is wrong with it. */
  verifyLog(account?: string): Promise<{ readonly entries: number; readonly fault: string | undefined }>;
  /** Appends an entry that nothing caused. */
  append(entry: Omit<LogEntry, 'seq'>): Promise<void>;
  /** What a person opened, with which the next is evaluated together. */
  openings(person: string): Promise<readonly { readonly step: string; readonly key: Item }[]>;
  /** The jobs that a worker took, and whether what came of each was delivered. */
  jobRecords(): Promise<readonly { readonly id: string; readonly isDelivered: boolean }[]>;
  /** All items as they are stored, for a restore, or for somebody with access to the table. */
  items(): Promise<readonly Item[]>;
  put(item: Item): Promise<void>;
  remove(key: Item): Promise<void>;
  /** Lets nothing more come of these changes, and delivers nothing. Those that wait are withdrawn. */
  forget(ids: readonly string[]): Promise<void>;
}

/** Asks what is in the table of a local AWS. */
export function storedOf(aws: Aws): Stored {
  const client = tableClient(aws);
  return storedIn(ownTable(aws), async () => {
    // The SDK stores the start of the last page in this object, and would begin there if it got it again.
    const scan = { TableName: aws.tableName, ConsistentRead: true };
    const pages = await Array.fromAsync(paginateScan({ client }, scan));
    return pages.flatMap(({ Items = [] }) => Items);
  });
}

/** Asks what is in a table. `all` reads all of its items. */
export function storedIn(table: Table, all: () => Promise<readonly Item[]>): Stored {
  const store = changesIn(table, Date.now);
  const openings = openingsIn(table);
  const auditLog = auditLogIn(table);
  return {
    async change(id) {
      const change = (await store.get(id)) ?? (await store.previewed(id));
      if (!change) return undefined;
      const ids = [rollbackId(id), ...change.steps.map((_, index) => endId(stepId(id, index)))];
      const ends = await Promise.all(ids.map((end) => store.get(end)));
      return stateOf(
        change,
        ends.flatMap((end) => (end && isReversal(end) ? [end] : [])),
      );
    },
    changes: async () => changesAmong(await all()),
    async waiting(now) {
      const refs = await store.waiting();
      const changes = await Promise.all(refs.map(({ id }) => store.get(id)));
      return unfinished(
        changes.filter((change) => change !== undefined),
        now,
      );
    },
    wakesAt: async (id) => (await store.waiting()).find((ref) => ref.id === id)?.wakesAt,
    async resource(id) {
      const { holder, ends } = await store.resource(id);
      return { holder: holder && stepId(holder.change, holder.index), ends };
    },
    log: async (account = 'ACME') =>
      logAmong(await Array.fromAsync(itemsIn(table, ledgerOf(account))), account),
    async verifyLog(account = 'ACME') {
      const { entries, failure } = await auditLog.verify(account);
      return { entries, fault: failure && `Entry ${failure.seq} ${failure.why}` };
    },
    append: async (entry) => void (await auditLog.append(entry, entry.request)),
    openings: async (person) =>
      (await openings.of(person)).map((opening) => ({ step: opening.step, key: openingKey(opening) })),
    jobRecords: async () =>
      (await all()).flatMap(({ pk, phase }) => {
        const [, id] = /^receipt#(.*)/.exec(String(pk)) ?? [];
        return id === undefined ? [] : [{ id, isDelivered: phase === 'delivered' }];
      }),
    items: all,
    put: (item) => table.put({ Item: item }),
    remove: ({ pk, sk }) => table.transact([{ Delete: { Key: { pk, sk } } }]),
    async forget(ids) {
      const over = { due: undefined, staleAt: undefined } as const;
      for (const id of ids)
        await store.change(id, (now) => ({
          change: { ...now, ...over, status: isWaiting(now) ? 'withdrawn' : now.status },
        }));
    },
  };
}

const ledgerOf = (account: string): string => `ledger#${account}`;

/** What was read of an item that does not change: a table in memory puts another in its place. */
function remembered<Read>(read: (item: Item) => Read): (item: Item) => Read {
  const known = new WeakMap<Item, Read>();
  return (item) => {
    const found = known.get(item) ?? read(item);
    known.set(item, found);
    return found;
  };
}

const changeIn = remembered((item): Change => contentIn(item));
const entryIn = remembered((item): LogEntry => logEntry.parse({ ...item, seq: Number(item.sk) }));

const changeItems = (items: readonly Item[]): readonly Change[] =>
  items.filter(({ sk }) => sk === 'change').map(changeIn);

/** Returns the changes that people previewed or requested among the items of a table. */
export function changesAmong(items: readonly Item[]): ChangeState[] {
  const changes = changeItems(items);
  const ends = changes.filter(isReversal);
  const requests = changes.filter((change) => !isReversal(change));
  const known = new Set(requests.map(({ id }) => id));
  const previews = items
    .filter(({ sk }) => sk === 'preview')
    .map((item): Change => ({ ...contentIn(item), status: item.status }))
    .filter(({ id }) => !known.has(id));
  return [...requests, ...previews].map((change) => stateOf(change, ends));
}

/** Returns what is not finished at `now` among the items of a table, whether or not the sweeper would look at it. */
export const waitingAmong = (items: readonly Item[], now: number): Unfinished[] =>
  unfinished(changeItems(items), now);

const unfinished = (changes: readonly Change[], now: number): Unfinished[] =>
  changes
    .toSorted((one, other) => one.expires - other.expires)
    .flatMap((change) => {
      const { id, status, steps } = change;
      const ends = isReversal(change) ? steps.flatMap(({ undoes }) => undoes?.id ?? []) : [];
      const lacks = lacksOf(change, now);
      return lacks.length > 0 ? [{ id, status, ends, lacks }] : [];
    });

/** Returns when the sweeper looks at changes and ends next, by id. */
export const wakingAmong = (items: readonly Item[]): ReadonlyMap<string, number> =>
  new Map(
    items
      .filter(({ pk }) => pk === duePartition)
      .map(refIn)
      .map(({ id, wakesAt }) => [id, wakesAt]),
  );

/** Returns the audit log of an account among the items of a table, oldest first. */
export const logAmong = (items: readonly Item[], account = 'ACME'): LogEntry[] =>
  items
    .filter(({ pk, sk }) => pk === ledgerOf(account) && sk !== 'head')
    .map(entryIn)
    .toSorted((one, other) => one.seq - other.seq);

/** Returns an item with its content as JSON, as it is stored if it is short: so a test can read and edit its text. */
export const readable = (item: Item): Item =>
  item.content instanceof Uint8Array ? { ...item, content: JSON.stringify(contentIn(item)) } : item;

/** What changes in progress lack. */
const progress: Readonly<Partial<Record<Status, Lack>>> = {
  open: 'decision',
  approved: 'start',
  running: 'outcome',
};

/** What a change lacks that has something left to do. */
const deliveries: Readonly<Record<Due, Lack>> = {
  rollback: 'rollback',
  log: 'entry',
  card: 'message',
  messages: 'message',
  requester: 'message',
  channel: 'message',
  thread: 'message',
  suggester: 'message',
  undo: 'undo',
};

function lacksOf(change: Change, now: number): readonly Lack[] {
  const { status, due = [], staleAt } = change;
  const lack = progress[status];
  // An end that waits for its time lacks nothing yet.
  const isEarly = status === 'approved' && isReversal(change) && (endsAtOf(change) ?? 0) > now;
  return [
    ...(lack && !isEarly ? [lack] : []),
    ...new Set(due.map((task) => deliveries[task])),
    ...(staleAt !== undefined && staleAt <= now && !lack ? (['button'] as const) : []),
  ];
}

function stateOf(change: Change, ends: readonly Reversal[]): ChangeState {
  const { id, approval, steps, status, job } = change;
  const { suggestion, declined } = approval ?? {};
  return {
    id,
    number: change.number,
    status,
    isImmediate: steps[0].claimed?.job === job || (status === 'refused' && approval === undefined),
    seen: seenDigest(change),
    requester: change.requester,
    approvers: neededApprovals(change),
    votes: votesOf(change).map((cast) => ({
      person: cast.person,
      vote: cast.vote,
      isBreakGlass: cast.breakGlass === true,
      counts: counts(cast),
    })),
    suggestion: suggestion && { id: suggestion.id, by: suggestion.by, comment: suggestion.comment },
    declinedOf: declined?.by,
    isReminded: approval?.reminded === true,
    expires: change.expires,
    replaces: approval?.supersedes,
    isAllOrNothing: change.plan?.allOrNothing === true,
    steps: stepStatesOf(change, ends),
    cards: messagesWith('card', change).map(({ channel, ts }) => ({ channel, ts })),
  };
}

const stepStatesOf = ({ id, steps }: Pick<Change, 'id' | 'steps'>, ends: readonly Reversal[]): StepState[] =>
  steps.map((step, index) => ({
    id: stepId(id, index),
    title: step.title,
    operation: step.operation,
    arguments: step.raw,
    resource: resourceOf(step),
    outcome: step.outcome?.kind,
    isTemporary: step.ends !== undefined,
    end: endOf(stepId(id, index), ends),
    undoes: step.undoes?.id,
  }));

/** Returns the state of a step's end: that in the rollback of its plan, if there is one. */
function endOf(step: string, ends: readonly Reversal[]): EndState | undefined {
  const ofStep = ends
    .filter(({ steps }) => steps.some(({ undoes }) => undoes?.id === step))
    .sort((_, other) => (other.status === 'superseded' ? -1 : 0));
  const [end] = ofStep;
  if (!end) return undefined;
  const index = end.steps.findIndex(({ undoes }) => undoes?.id === step);
  return { id: end.id, status: stepEndOf(end, index).phase, at: endsAtOf(end) };
}

/** What a story tells of a change when it is stored first, also of an end. */
export interface Glance {
  readonly number: number | undefined;
  readonly status: string;
  readonly titles: readonly string[];
  readonly votes: { readonly cast: number; readonly needed: number } | undefined;
  readonly startsAt: number | undefined;
  readonly expires: number;
}

/** Returns what a story tells of the change in an item. */
export function glance(item: Item): Glance {
  const { number, status, steps, approval, expires } = changeIn(item);
  return {
    number,
    status,
    titles: steps.map(({ title }) => title),
    votes: approval && { cast: approval.votes.length, needed: approval.approvers },
    startsAt: steps[0].startsAt,
    expires,
  };
}
