import { UserError } from '../../answer/user-error.ts';
import type { Fact } from '../../change/model/audit-log.ts';
import type { Change } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import type { Hold } from '../../change/model/resource.ts';
import type { VersionedChange } from './change-items.ts';
import { mayBeStored, type Write } from './dynamodb.ts';
import { type Joined, type Joining, joinTransitions } from './join-transitions.ts';
import { LogBusy, type Logged, type Written } from './logged-writer.ts';
import { type Pause, untilWritten } from './until-written.ts';

/** One stored change. */
export interface ChangeRow {
  read(): Promise<VersionedChange | undefined>;
  /** Returns the writes that replace a version of the change, on condition that it is stored. That condition is on the first. */
  writesOf(before: VersionedChange, joined: Joined): readonly Write[];
  /** Writes in one transaction, with the facts. */
  write(writes: readonly Write[], facts: readonly Fact[]): Promise<Written>;
  /** Rejects with a `ResourceChanged` if what a step claims was claimed since it was read. */
  refuseIfClaimed(hold: Hold | undefined): Promise<void>;
  /** Returns a change that a caller gets, after which `stored` is stored. */
  remember(change: Change, stored: VersionedChange): Change;
}

/** A transition that waits for its write. */
interface Waiting {
  readonly transition: (change: Change) => Transition;
  /** The change as its caller knows it, which saves a read. */
  readonly known: VersionedChange | undefined;
  readonly result: PromiseWithResolvers<Applied>;
}

/** A transition that is stored or refused; `logged`: what came of its facts. */
interface Applied {
  readonly transitioned: Transition;
  readonly facts: readonly Fact[];
  readonly logged: Logged;
}

/** Applies a transition, as `Changes.change` describes. */
export type ApplyTransition = (
  transition: Waiting['transition'],
  known: VersionedChange | undefined,
) => Promise<Applied>;

/** Transitions that can't be stored together, and perhaps alone. */
class NotTogether extends Error {}

const nothingLogged: Logged = { entries: new Map(), holders: new Map() };
const unlogged = (transitioned: Transition): Applied => ({ transitioned, facts: [], logged: nothingLogged });
const unknown = unlogged({ refused: 'This request no longer exists.' });
const crowded = () =>
  new UserError('Many people decide at once, so your click wasn’t counted.', { next: 'Press again.' });

/**
 * The writer of one change in this process. Transitions that come during a write are the next write, together, and each gets its result
 * as if they had been stored one after the other. After a conflict they are applied again, together. If anything else
 * refuses them, such as a claim of a busy resource, each is stored alone. After an answer that was lost, all callers get the error,
 * since their transitions may be stored. `onIdle` is called when nothing waits any more.
 */
export function changeWriter(row: ChangeRow, pause: Pause, onIdle: () => void): ApplyTransition {
  let queue: readonly Waiting[] = [];
  let isWriting = false;
  /** The change after the last write of this process. */
  let last: VersionedChange | undefined;

  /** Makes one attempt. Resolves to what has to be tried again. `isGuess`: the change may have been written since. */
  async function attempt(
    waiting: readonly Waiting[],
    before: VersionedChange,
    isGuess: boolean,
  ): Promise<readonly Waiting[]> {
    const joining = joinTransitions(waiting, before.change, (joined) => row.writesOf(before, joined));
    const { joined, writes, later } = joining;
    if (writes.length === 0) {
      // Only the stored change can refuse a transition.
      if (isGuess) return attemptOnStored(waiting);
      settle(joining, before, nothingLogged);
      return [];
    }
    const written = await row.write(writes, joined.facts);
    if (written === 'raced') return waiting;
    if (written === 'blocked') {
      if (waiting.length > 1) throw new NotTogether();
      await row.refuseIfClaimed(joined.holds[0]);
      return waiting;
    }
    settle(joining, { change: joined.change, version: before.version + 1 }, written);
    queue = [...later, ...queue];
    return [];
  }

  /** Makes one attempt on the change as it is stored, which refuses all if there is none. */
  async function attemptOnStored(waiting: readonly Waiting[]): Promise<readonly Waiting[]> {
    const before = await row.read();
    if (before) return attempt(waiting, before, false);
    for (const { result } of waiting) result.resolve(unknown);
    return [];
  }

  function settle({ results }: Joining<Waiting>, stored: VersionedChange, logged: Logged): void {
    last = stored;
    for (const [{ result }, made] of results) {
      if ('refused' in made) result.resolve(unlogged(made));
      else {
        const transitioned = { change: row.remember(made.change, stored) };
        result.resolve({ transitioned, facts: made.facts ?? [], logged });
      }
    }
  }

  /** Stores transitions, and settles their results. Never rejects. */
  async function write(waiting: readonly Waiting[]): Promise<void> {
    let left = waiting;
    let guess = newestOf([last, ...waiting.map(({ known }) => known)]);
    last = undefined;
    try {
      await untilWritten(
        async () => {
          const guessed = guess;
          guess = undefined;
          left = await (guessed ? attempt(left, guessed, true) : attemptOnStored(left));
          return left.length === 0 || undefined;
        },
        crowded,
        pause,
      );
    } catch (error) {
      if (left.length > 1 && isOfOne(error)) for (const one of left) await write([one]);
      else for (const { result } of left) result.reject(error);
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (queue.length > 0) {
      const waiting = queue;
      queue = [];
      await write(waiting);
    }
    isWriting = false;
    onIdle();
  }

  return (transition, known) => {
    const result = Promise.withResolvers<Applied>();
    queue = [...queue, { transition, known, result }];
    if (!isWriting) void writeAll();
    return result.promise;
  };
}

/** Whether a write failed for what one of several transitions made, so that others can be stored alone. */
const isOfOne = (error: unknown): boolean =>
  error instanceof LogBusy || !(mayBeStored(error) || error instanceof UserError);

const newestOf = (known: readonly (VersionedChange | undefined)[]): VersionedChange | undefined =>
  known
    .filter((one) => one !== undefined)
    .reduce<VersionedChange | undefined>(
      (newest, one) => (newest && newest.version >= one.version ? newest : one),
      undefined,
    );
