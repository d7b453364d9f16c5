import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { agentAnswersIn } from '../../../../src/aws/sdk/agent-answer-store.ts';
import { apiKeysIn } from '../../../../src/aws/sdk/api-key-store.ts';
import { auditLogIn } from '../../../../src/aws/sdk/audit-log-store.ts';
import { callLimitIn } from '../../../../src/aws/sdk/call-limit-store.ts';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { idempotencyStoreIn } from '../../../../src/aws/sdk/idempotency-store.ts';
import { openingsIn } from '../../../../src/aws/sdk/opening-store.ts';
import { visitorsIn } from '../../../../src/aws/sdk/visitor-store.ts';
import { watchesIn } from '../../../../src/aws/sdk/watch-store.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { evaluatedTogetherFor } from '../../../../src/change/model/openings.ts';
import { longestApproval, longestLease } from '../../../../src/change/model/time-limits.ts';
import { extend } from '../../../../src/change/transitions/moving.ts';
import { enter } from '../../../../src/change/transitions/status.ts';
import { maxSteps } from '../../../../src/command-line/plan-steps.ts';
import type { Adoption } from '../../../../src/drift/findings.ts';
import { longestSpan } from '../../../../src/time/timing.ts';
import { filesIn, textOf } from '../../../support/imports.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { apiKeyOf } from '../../../support/made/api-key-of.ts';
import { endOf } from '../../../support/made/ends.ts';
import { entryOf } from '../../../support/made/log-entries.ts';
import { ownTable } from '../../../support/made/own-table.ts';
import { previewOf, request } from '../../../support/made/requests.ts';

/*
 * A record that the table let expire counts as one that never existed. So none expires while something that is allowed can
 * still wait for it: each is written here at noon, the table deletes what has expired when the wait is over, and the record is
 * there.
 */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const noon = Date.UTC(2026, 10, 20, 12);

const local = awsOfFile();
const time = { now: noon };
const clock = () => time.now;
const table = () => ownTable(local.aws);
const changes = () => changesIn(table(), clock);
const jobs = () => idempotencyStoreIn<string>(table(), clock);
const auditLog = () => auditLogIn(table());
const openings = () => openingsIn(table());
const keys = () => apiKeysIn(table(), clock);

/** How long SQS keeps a message, in milliseconds: in the queue, and with the dead letters since it was sent or redriven. */
const [inQueue = 0, inDeadLetters = 0] = [
  ...textOf('deploy/queue.yml').matchAll(/MessageRetentionPeriod: (\d+)/g),
].map(([, seconds]) => Number(seconds) * 1000);

/** The longest time from one delivery of a message to the next: it is redriven just before it expires, and waits in the queue. */
const untilReceivedAgain = inDeadLetters + inQueue;

/** A request of noon with the longest time for its approval, which starts as late as possible. */
const late = request(
  { id: 'a1', number: 1, expires: noon + longestApproval },
  { startsAt: noon + longestSpan },
);

const approve = (open: Change) => enter(open, 'approved', noon + longestApproval - 1);

/** Stores that request, and that it was approved at the last moment. */
async function approvedLate(): Promise<void> {
  await changes().put(late);
  await changes().change(late.id, approve);
}

/** Stores an end that comes as late as possible, and is extended at the last moment for as long as possible. */
async function extendedEnd(of?: string): Promise<void> {
  const endsAt = noon + 2 * longestSpan;
  const end = endOf({ step: { startsAt: endsAt }, created: noon, expires: endsAt }, of);
  await changes().put(end);
  await changes().change(end.id, (now) =>
    extend(now, { from: endsAt, to: endsAt + longestSpan }, endsAt - 1),
  );
}

/** Stores a request that claims a resource. */
const claimedResource = (): Promise<boolean> =>
  changes().put(request({ id: 'r9' }), {
    resources: [{ id: 'ACME/autoscale/server/s1', version: 0, ends: [] }],
    by: { change: 'r9', index: 0 },
  });

/** A watch that found something. */
const watchedAt = (): Promise<boolean> => {
  const kind = 'alert policy';
  const subject = { kind, id: 'p1' } as const;
  const findings = [{ subject, by: { kind: 'outside' } }] as const;
  return watchesIn(table()).save('ACME', {
    head: { kind, version: 1, takenAt: noon, seq: 0, hash: 'h1', form: 1 },
    resources: { p1: { subject, content: 1 } },
    found: { id: 'f1', account: 'ACME', kind, from: noon, to: noon, findings },
  });
};

/** A part of a reading that began at noon. */
const readAt = (): Promise<boolean> => {
  const kind = 'public address';
  const reading = { takenAt: noon, seq: 0, form: 1, upTo: 'a', parts: 1, left: 1 };
  return watchesIn(table()).save('ACME', {
    head: { kind, version: 1, seq: 0, form: 1, reading },
    part: { resources: [], unread: [] },
  });
};

/** An adopted change. */
const adoptedAt = (): Promise<Adoption> =>
  watchesIn(table()).adopt('ACME', 'f1', { person: 'U0ANA', at: noon, reason: 'because' });

/** A card about traffic that was opened outside Skydesk. */
const toldAt = (): Promise<boolean> => {
  const message = { channel: 'C1', ts: '1.1' };
  return watchesIn(table()).saveMessages('ACME', {
    version: 1,
    cards: [{ at: noon, shown: [], posted: { message, rendered: 'h' } }],
  });
};

const entry = entryOf({ at: noon, event: 'requested' });

const opening = {
  step: 'a1',
  requester: 'U0ANA',
  account: 'ACME',
  networkChange: { change: 'deletes', scope: { kind: 'public', server: 's1' }, traffic: { rule: 'f1' } },
  at: noon,
  openSince: noon,
  endsAt: noon + longestSpan,
} as const;

const key = apiKeyOf(noon);

const rendered = {
  outcome: 'answered',
  text: '',
  plainText: '',
  structured: { outcome: 'answered', text: '', facts: {}, tables: [], next: [], note: '' },
  blocks: [],
} as const;

/** By the start of their partition keys: the records, what waits longest for them, until when, and how they are written. */
const waits: readonly (readonly [string, string, number, () => Promise<unknown>])[] = [
  [
    'receipt#',
    'a job whose message is redriven at the last moment is not new',
    noon + untilReceivedAgain,
    () => jobs().claim('j1', minute),
  ],
  [
    'agent-answer#',
    'the function for agents waits for half a minute at most',
    noon + minute / 2,
    () => agentAnswersIn(table(), clock).put('slot', rendered),
  ],
  [
    'once#',
    'what was applied is extended as long as it may be, and a redriven job ends it',
    noon + longestLease + untilReceivedAgain,
    () => auditLog().append(entry, 'j1'),
  ],
  [
    'preview#',
    'the message of a confirmation is redriven',
    noon + 10 * minute + untilReceivedAgain,
    () => changes().preview(previewOf({ id: 'p1', expires: noon + 10 * minute })),
  ],
  [
    'change#',
    'a request starts as late as it may, and a redriven job brings its last step',
    noon + longestSpan + longestApproval + untilReceivedAgain,
    approvedLate,
  ],
  [
    'request-number#',
    'somebody asks by its number for the request, which was approved after that was stored',
    noon + longestSpan + longestApproval + 399 * day,
    approvedLate,
  ],
  [
    'change#',
    'what starts as late as it may ends as late as it may, is extended, and the end fails for a month',
    noon + longestSpan + 3 * longestSpan,
    () => extendedEnd(),
  ],
  [
    'resource#',
    'what ends on it is extended as long as it may be, and its end fails for a month',
    noon + longestSpan + 3 * longestSpan,
    () => extendedEnd('l2'),
  ],
  [
    'resource#',
    'a worker that looked at it before another one claimed it claims it, too, after its longest run',
    noon + 15 * minute,
    () => claimedResource(),
  ],
  [
    'opened#',
    'after it has ended, another opening to the same end continues it, under the longest limit of a policy',
    noon + longestSpan + 30 * day + evaluatedTogetherFor,
    () => openings().put(opening),
  ],
  ['calls#', 'their minute is over', noon + minute, () => callLimitIn(table(), clock).take('U0ANA')],
  ['adopted#', 'somebody asks for what changed in a month', noon + 31 * day, adoptedAt],
  ['found#', 'somebody asks for what changed in a month', noon + 31 * day, watchedAt],
  ['reading#', 'a reading is begun again after a day', noon + day, readAt],
  [
    'api-key#',
    'the message with a key that was revoked is redriven',
    key.expiresAt + untilReceivedAgain,
    async () => {
      await keys().put(key, 'h1');
      await keys().revoke(key.person, key.id);
    },
  ],
];

/** A step that opened something for good. */
const forGood = {
  opened: { scope: { kind: 'public', server: 'DE1ACMEWEB01' }, traffic: { rule: 'p1' } },
  outcome: { kind: 'done', answer: [], job: 'j1' },
} as const;

/** Records that are kept until they are deleted. */
const keptForever: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['ledger#', () => auditLog().append(entry, 'j1')],
  ['watch#', watchedAt],
  ['snapshot#', watchedAt],
  ['messages#', toldAt],
  ['visitor#', () => visitorsIn(table()).isFirst('U0ANA', 'j1')],
  ['counter#', () => changes().takeNumber()],
  ['due', approvedLate],
  ['due', () => changes().put(endOf())],
  ['requester#', () => changes().put(request({ number: 7 }))],
  ['open#', () => changes().put(request({ id: 'o1', status: 'done' }, forGood))],
];

/** The start of a partition key that names a kind of records. */
const kindOf = (pk: unknown): string => /^[a-z-]+#?/.exec(String(pk))?.[0] ?? '';

async function stored(): Promise<readonly Record<string, unknown>[]> {
  const { Items = [] } = await local.table.send(new ScanCommand({ TableName: local.aws.tableName }));
  return Items;
}

const keysOf = async (kind: string): Promise<readonly unknown[]> =>
  (await stored()).filter(({ pk }) => kindOf(pk) === kind).map(({ pk }) => pk);

beforeEach(async () => {
  await local.aws.clear();
  time.now = noon;
});

test('the retention of both queues is read', () => {
  expect([inQueue, inDeadLetters]).toEqual([4 * day, 14 * day]);
});

test.each(waits)('%s still exists when %s', async (kind, _, until, write) => {
  await write();
  const written = await keysOf(kind);
  expect(written).toHaveLength(1);
  await local.aws.expire(until);
  expect(await keysOf(kind)).toEqual(written);
});

test.each(keptForever)('%s never expires', async (kind, write) => {
  await write();
  const written = await keysOf(kind);
  expect(written).not.toEqual([]);
  await local.aws.expire(noon + 100 * 366 * day);
  expect(await keysOf(kind)).toEqual(written);
});

test('a job is known each time its message is redriven, however often', async () => {
  for (const state of ['claimed', 'abandoned', 'abandoned', 'abandoned']) {
    expect(await jobs().claim('j1', minute)).toEqual({ state });
    time.now += untilReceivedAgain;
    await local.aws.expire(time.now);
  }
});

test('this list has each kind of record that is written to the table', async () => {
  for (const [, , , write] of waits) await write();
  for (const [, write] of keptForever) await write();
  const written = new Set((await stored()).map(({ pk }) => kindOf(pk)));
  const named = filesIn('src/aws/sdk').flatMap((file) =>
    [...textOf(file).matchAll(/['`](?<prefix>[a-z-]+#)|[pP]artition = '(?<all>[a-z-]+)'/g)].map(
      ({ groups }) => groups?.prefix ?? groups?.all ?? '',
    ),
  );
  const listed = [...new Set([...waits, ...keptForever].map(([kind]) => kind))].sort();
  expect([...written].sort()).toEqual(listed);
  expect([...new Set(named)].sort()).toEqual(listed);
});

test('a record that expires has the time in the table’s TTL attribute', async () => {
  for (const [, , , write] of waits) await write();
  const expiring = (await stored()).filter(({ ttl }) => typeof ttl === 'number').map(({ pk }) => kindOf(pk));
  expect([...new Set(expiring)].sort()).toEqual([...new Set(waits.map(([kind]) => kind))].sort());
});

test('all of these expire in the end', async () => {
  for (const [, , , write] of waits) await write();
  await local.aws.expire(noon + 2 * 366 * day);
  const left = (await stored()).map(({ pk }) => kindOf(pk));
  expect(waits.filter(([kind]) => left.includes(kind))).toEqual([]);
});

test('a request waits for its last step for a shorter time than a step can last', () => {
  expect(longestSpan + longestApproval).toBeLessThan(longestLease);
});

test('a confirmed plan has less time from its start than an approved request', () => {
  expect(maxSteps * hour).toBeLessThan(longestApproval);
});
