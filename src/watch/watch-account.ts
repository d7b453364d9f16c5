import { errorName } from '../answer/user-error.ts';
import { resourceId } from '../change/model/resource.ts';
import { clockSkew, type RestoredTable } from '../change/model/restored-table.ts';
import type { Service } from '../cloud/index.ts';
import { CloudApiError } from '../cloud/model/cloud-error.ts';
import { type Clock, day, type Instant } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type Difference, differences, isSame } from '../drift/compare.ts';
import {
  type Finding,
  type FindingSet,
  isOutside,
  type ReadPart,
  SnapshotTooLarge,
  type Watches,
} from '../drift/findings.ts';
import {
  dueKinds,
  type Reading,
  type SnapshotHead,
  type SnapshotTime,
  type Watched,
  type WatchedKind,
  type WatchedResources,
} from '../drift/watched-state.ts';
import { inWords } from '../evaluate/describe-error.ts';
import { canonicalForm } from '../operation/state-hash.ts';
import { conclude, concludeAsBefore, type OwnStep, stepsAfter } from './conclude.ts';
import { openedBy } from './opened.ts';
import { lastEntryOf, type OwnStepDependencies, ownSteps } from './own-steps.ts';
import { type KindRead, kindsOf, type ReadKind, resourcesFrom } from './read-kind.ts';
import { hashOf } from './snapshot-hash.ts';
import { isUnseen, keptIds, unreadToKeep } from './unread-resources.ts';

/** Dependencies of a watch, which only reads from the cloud API. */
export interface WatchDependencies extends OwnStepDependencies, RestoredTable {
  readonly service: Pick<Service, 'account'>;
  readonly watches: Watches;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns whether this job has time to read more. */
  hasTime(): boolean;
}

/** One watch of an account. */
interface Watch {
  readonly account: string;
  /** Start of the watch. */
  readonly at: Instant;
  /** The last entry of the audit log at that time. */
  readonly until: number;
  readonly read: ReadKind;
}

/**
 * Reads those of these kinds of an account that nobody has read since `before`, compares them with their stored snapshots, and stores the
 * new ones with what differs. Resolves to the kinds that were due, and to those that another job has to go on with. A kind that can’t be
 * read is marked as such, and nothing is concluded of it. What another watch stored meanwhile stays.
 */
export async function watchAccount(
  account: string,
  { before, kinds }: { readonly before: Instant; readonly kinds?: readonly WatchedKind[] | undefined },
  deps: WatchDependencies,
): Promise<Record<'due' | 'left', readonly WatchedKind[]>> {
  const heads = await deps.watches.heads(account);
  const due = dueKinds(heads, before, kinds);
  const left: WatchedKind[] = [];
  if (due.length === 0) return { due, left };
  const watch: Watch = {
    account,
    at: deps.clock(),
    until: await lastEntryOf(account, deps),
    read: kindsOf(deps.service.account(account)),
  };
  const headOf = (kind: WatchedKind): SnapshotHead =>
    heads.find((known) => known.kind === kind) ?? { kind, version: 0, seq: 0, form: canonicalForm };
  // What takes several jobs comes last, so that it delays nothing else.
  const ordered = due.toSorted(
    (one, other) => Number(!!headOf(one).reading) - Number(!!headOf(other).reading),
  );
  for (const [at, kind] of ordered.entries()) {
    const isOver = at > 0 && !deps.hasTime();
    if (isOver || !(await watchKind(headOf(kind), watch, deps))) left.push(kind);
  }
  return { due, left };
}

/** Watches one kind. Resolves to false if another job has to go on with it. Rejects if the table does not answer. */
async function watchKind(head: SnapshotHead, watch: Watch, deps: WatchDependencies): Promise<boolean> {
  const { account } = watch;
  const before = isComparable(head, deps) ? await deps.watches.resources(account, head) : {};
  // Another watch has stored a newer snapshot since.
  if (!before) return true;
  try {
    const begun = readingToGoOn(head, deps);
    const read = await watch.read(head.kind, { after: begun?.upTo, hasTime: deps.hasTime });
    if (read.rest) {
      await storePart(head, { ...read, rest: read.rest }, begun, watch, deps);
      return false;
    }
    if (!begun) await compare(head, before, read, watch, deps);
    else {
      const parts = await deps.watches.parts(account, head.kind, begun);
      const { takenAt: at, seq: until } = begun;
      await compare(head, before, joined([...parts, read], read), { ...watch, at, until }, deps);
    }
  } catch (error) {
    if (!(error instanceof CloudApiError || error instanceof SnapshotTooLarge)) throw error;
    deps.log('watch failed', { account, kind: head.kind, error: errorName(error) });
    const why = error instanceof CloudApiError ? inWords(error)[0] : 'There are more than Skydesk can keep.';
    const since = head.failure?.since ?? watch.at;
    const failed = { ...head, version: head.version + 1, failure: { since, at: watch.at, why } };
    await deps.watches.save(account, { head: failed });
  }
  return true;
}

/**
 * Returns the unfinished reading of a kind; undefined if it is to be begun. A reading lasts as long as it takes: of what Skydesk did since
 * its start, it may show one part and not another, so nothing is concluded of that until the next one (`ownSteps`).
 */
const readingToGoOn = (
  { reading }: SnapshotHead,
  { clock, restoredAt = Number.NEGATIVE_INFINITY }: Pick<WatchDependencies, 'clock' | 'restoredAt'>,
): Reading | undefined =>
  reading &&
  reading.form === canonicalForm &&
  clock() - reading.takenAt < day &&
  reading.takenAt >= restoredAt + clockSkew
    ? reading
    : undefined;

/** Stores what this job has read of a kind, and where the next one has to go on. */
async function storePart(
  head: SnapshotHead,
  { resources, unread, rest }: KindRead & { readonly rest: NonNullable<KindRead['rest']> },
  begun: Reading | undefined,
  { account, at, until }: Watch,
  { watches, log }: WatchDependencies,
): Promise<void> {
  const { kind, version } = head;
  const { takenAt, seq, parts } = begun ?? { takenAt: at, seq: until, parts: 0 };
  const reading = { takenAt, seq, form: canonicalForm, ...rest, parts: parts + 1 };
  const next = { ...head, version: version + 1, failure: undefined, reading };
  await watches.save(account, { head: next, part: { resources, unread } });
  log('watch goes on', { account, kind, read: resources.length + unread.length, left: rest.left });
}

/** Joins the parts of a reading. The last one shows which servers can't be seen. */
const joined = (parts: readonly ReadPart[], { unseen }: KindRead): KindRead => ({
  resources: parts.flatMap(({ resources }) => resources),
  unread: parts.flatMap(({ unread }) => unread),
  unseen,
});

/** Returns whether a stored snapshot can be compared. Skydesk may have made changes that a restore of the table removed. */
const isComparable = (
  { takenAt, form }: SnapshotHead,
  { restoredAt = Number.NEGATIVE_INFINITY }: RestoredTable,
): boolean => takenAt !== undefined && form === canonicalForm && takenAt >= restoredAt + clockSkew;

/** Upper bound for the stored findings of one kind and watch, to fit into an item of the table. */
const maxKept = 500;

/** Compares what was read with the snapshot `before`, and stores the differences with the new snapshot in one write. */
async function compare(
  head: SnapshotHead,
  before: WatchedResources,
  read: KindRead,
  watch: Watch,
  deps: WatchDependencies,
): Promise<void> {
  const { account, at, until } = watch;
  const { kind } = head;
  const version = head.version + 1;
  const resources = resourcesFrom(account, read, before);
  const taken = isComparable(head, deps) ? { takenAt: head.takenAt ?? at, seq: head.seq } : undefined;
  const { from, findings, left } = taken
    ? await conclusions(
        newTo(head, before, resources),
        read.resources,
        { ...taken, waiting: head.waiting },
        watch,
        deps,
      )
    : { from: at, findings: [], left: [] };
  const next = asBefore(resources, left);
  const kept = keptIds(account, read.unread, before).filter((id) => isSame(next[id], before[id]));
  const found: FindingSet | undefined =
    taken && findings.length > 0
      ? {
          ...{ id: `${at}.${kind}.${version}`, account, kind, from, to: deps.clock() },
          ...toStore(withOpened(findings, before, account)),
        }
      : undefined;
  const hash = hashOf(next);
  const isStored = await deps.watches.save(account, {
    head: {
      ...{ kind, version, takenAt: at, seq: until, hash, form: canonicalForm },
      firstAt: taken ? head.firstAt : at,
      waiting: taken && waitingSince([...left.map(({ id }) => id), ...kept], head.waiting, taken),
      unseen: [...read.unseen].filter((server) => !taken || head.unseen?.includes(server)),
      unread: unreadToKeep(read.unread, head, at, !taken),
    },
    ...((!taken || hash !== head.hash) && { resources: next }),
    ...(found && { found }),
  });
  if (found && isStored) deps.log('changed', { account, kind, findings: findings.length });
}

/** Returns the findings to store: openings first, then other changes by others. Counts those that don’t fit. */
function toStore(findings: readonly Finding[]): Pick<FindingSet, 'findings' | 'dropped' | 'droppedOpenings'> {
  const rankOf = (finding: Finding): number => (finding.opens !== undefined ? 0 : isOutside(finding) ? 1 : 2);
  const ranked = findings.toSorted((one, other) => rankOf(one) - rankOf(other));
  const dropped = new Set(ranked.slice(maxKept));
  if (dropped.size === 0) return { findings };
  const droppedOpenings = [...dropped].filter(({ opens }) => opens !== undefined).length;
  // In their order, since of two findings of a resource the second is the newer one.
  return {
    findings: findings.filter((finding) => !dropped.has(finding)),
    dropped: dropped.size,
    ...(droppedOpenings > 0 && { droppedOpenings }),
  };
}

/** Returns the differences from a snapshot, without what the first snapshot couldn't see or read. */
const newTo = (
  head: SnapshotHead,
  before: WatchedResources,
  resources: WatchedResources,
): readonly Difference[] =>
  differences(before, resources).filter(
    ({ subject, before: was }) =>
      was !== undefined || !(head.unseen?.includes(subject.server ?? '') || isUnseen(head, subject)),
  );

/** Adds the traffic that others opened, or may have opened, to findings. Changes by Skydesk are part of the state before. */
function withOpened(
  findings: readonly Finding[],
  before: WatchedResources,
  account: string,
): readonly Finding[] {
  const left = new Map(Object.entries(before));
  for (const { subject, after, by } of findings) {
    const id = resourceId(account, subject);
    if (by.kind === 'skydesk' && after) left.set(id, { subject, ...after });
    else if (by.kind === 'skydesk') left.delete(id);
  }
  const own = Object.fromEntries(left);
  return findings.map((finding) => {
    const opens = isOutside(finding) ? openedBy(finding, own, { alias: account }) : undefined;
    return opens === undefined ? finding : { ...finding, opens };
  });
}

interface Conclusions {
  /** Time of the oldest snapshot that was compared. */
  readonly from: Instant;
  readonly findings: readonly Finding[];
  /** Differences without a conclusion so far, which the next watch sees again. */
  readonly left: readonly Difference[];
}

/** The snapshot before, and older ones of resources without a conclusion since. */
type Since = SnapshotTime & Pick<SnapshotHead, 'waiting'>;

/** Concludes from the differences, and from the resources that were read and are as before: others may have reverted a step. */
async function conclusions(
  found: readonly Difference[],
  read: readonly Watched[],
  { waiting = {}, ...taken }: Since,
  { account, at, until }: Watch,
  deps: WatchDependencies,
): Promise<Conclusions> {
  const oldest = [taken, ...Object.values(waiting)];
  const isLogged = oldest.some(({ seq }) => seq < until);
  if (found.length === 0 && !isLogged) return { from: taken.takenAt, findings: [], left: [] };
  const earliest = Math.min(...oldest.map(({ takenAt }) => takenAt));
  const steps = await ownSteps(account, earliest, until, deps);
  const sinceTaken = stepsAfter(taken, steps);
  const stepsSince = (id: string): readonly OwnStep[] =>
    waiting[id] ? stepsAfter(waiting[id], steps) : sinceTaken;
  const concluded = found.map((difference) => ({
    difference,
    conclusion: conclude(difference, stepsSince(difference.id), at),
  }));
  const different = new Set(found.map(({ id }) => id));
  const reverted = read.flatMap((before) => {
    const id = resourceId(account, before.subject);
    if (different.has(id)) return [];
    return concludeAsBefore({ id, subject: before.subject, before }, stepsSince(id), at);
  });
  const times = concluded.flatMap(({ difference: { id }, conclusion }) =>
    conclusion === 'later' ? [] : (waiting[id] ?? taken).takenAt,
  );
  return {
    from: Math.min(taken.takenAt, ...times),
    findings: [
      ...concluded.flatMap(({ conclusion }) => (conclusion === 'later' ? [] : conclusion)),
      ...reverted,
    ],
    left: concluded.flatMap(({ difference, conclusion }) => (conclusion === 'later' ? [difference] : [])),
  };
}

/** Returns the snapshots since which resources wait for a conclusion, by their ids. */
const waitingSince = (
  ids: readonly string[],
  waiting: SnapshotHead['waiting'] = {},
  { takenAt, seq }: SnapshotTime,
): SnapshotHead['waiting'] =>
  ids.length > 0 ? Object.fromEntries(ids.map((id) => [id, waiting[id] ?? { takenAt, seq }])) : undefined;

/** Restores the previous state of these resources in a snapshot. */
function asBefore(resources: WatchedResources, left: readonly Difference[]): WatchedResources {
  const ids = new Set(left.map(({ id }) => id));
  return Object.fromEntries([
    ...Object.entries(resources).filter(([id]) => !ids.has(id)),
    ...left.flatMap(({ id, before }) => (before ? [[id, before] as const] : [])),
  ]);
}
