import { hour, type Instant, type Millis } from '../core/clock.ts';
import { type Difference, isSame } from '../drift/compare.ts';
import type { Finding, OwnChange } from '../drift/findings.ts';
import type { SnapshotTime, Watched } from '../drift/watched-state.ts';
import { stateAfter } from '../evaluate/state-after.ts';
import type { ResultingState } from '../operation/leaves.ts';
import { isComparable, stateHash } from '../operation/state-hash.ts';
import { isAsSet } from './is-as-set.ts';

/** A step of a Skydesk change that ran, or may have run, since the snapshot was taken. */
export interface OwnStep {
  readonly change: OwnChange;
  /** `running`: it may be sent at any moment. `unknown`: it may have been applied. */
  readonly state: 'running' | 'unknown' | 'done';
  /** `seq` of the audit log entry with its outcome; undefined while it has none. */
  readonly over?: Instant | undefined;
  /** Time of its claim. */
  readonly at: Instant;
  /** The kind of resource that it changes, if its operation has a snapshot. */
  readonly kind?: string | undefined;
  /** The id of the resource (`resourceId`); undefined if the step creates it, or if only the arguments name it. */
  readonly resource?: string | undefined;
  /** Its arguments, with names resolved to ids. */
  readonly raw: Readonly<Record<string, string>>;
  /** The cloud API's name of the resource that it created. */
  readonly made?: string | undefined;
  /** The values that it sets, as far as they are known. */
  readonly leaves?: ResultingState | undefined;
  /** The content with which it creates its resource, as far as its arguments give it. */
  readonly creates?: object | undefined;
  /** Hash of the state in which it left the resource (`stateHash`), if that was read. */
  readonly wholeState?: string | undefined;
}

/** The conclusion about a difference. `later`: a Skydesk change of the resource isn't over, so the next watch decides. */
export type Conclusion = 'later' | readonly Finding[];

/** Time from its claim in which a step with an unknown outcome may still be applied. */
const mayStillRun: Millis = hour;

/**
 * Returns the steps that a snapshot may lack: those that had not ended by its entry of the audit log, and those with an unknown
 * outcome that could still be applied.
 */
export const stepsAfter = ({ seq, takenAt }: SnapshotTime, steps: readonly OwnStep[]): readonly OwnStep[] =>
  steps.filter(({ over, state, at }) =>
    state === 'unknown' ? takenAt - at < mayStillRun : over === undefined || over > seq,
  );

/**
 * Concludes who made a difference. `steps` contains all Skydesk steps in the account that were not over when the first snapshot
 * was read, in the order in which they ran. Attributes to Skydesk only what its steps have certainly left; if the origin is
 * unknown, the result shows that.
 */
export function conclude(difference: Difference, steps: readonly OwnStep[], now: Instant): Conclusion {
  const own = steps.filter((step) => isAbout(step, difference));
  const makers = isNew(difference) ? steps.filter((step) => mayHaveMade(step, difference)) : [];
  const open = [...own, ...makers].filter((step) => isOpen(step, now));
  const isRunning = open.some(({ state }) => state === 'running');
  // What shows the effect of a step of unknown outcome doesn't wait for it: it was applied, as it seems.
  if (isRunning || (open.length > 0 && !showsAll(difference, own))) return 'later';
  const done = own.filter(({ state }) => state === 'done');
  if (own.length + makers.length === 0) return [findingOf(difference, { kind: 'outside' })];
  if (own.length === 0) return [findingOf(difference, { kind: 'unclear', changes: changesOf(makers) })];
  return [...concluded(difference, own, done)];
}

/**
 * Returns the findings about a resource that is as it was at the snapshot before: the change by Skydesk, and its reversal outside.
 * Empty unless steps have left another state in between.
 */
export function concludeAsBefore(
  { id, subject, before }: Omit<Difference, 'after'>,
  steps: readonly OwnStep[],
  now: Instant,
): readonly Finding[] {
  const conclusion = conclude({ id, subject, before, after: before }, steps, now);
  return conclusion === 'later' ? [] : conclusion.filter((finding) => !isSame(finding.before, finding.after));
}

function* concluded(
  difference: Difference,
  own: readonly OwnStep[],
  done: readonly OwnStep[],
): Generator<Finding> {
  const { subject, before, after } = difference;
  const folded = foldOf(difference, done);
  const hash = hashAfter(done);
  const known = folded && (folded.isCertain || hasHash(folded.state, hash)) ? folded : undefined;
  const left = known ?? (isReverted(difference, hash) ? folded : undefined);
  const areDone = done.length === own.length;
  if (isLeftBy(done, { subject, after, folded, known, areDone }))
    yield findingOf(difference, { kind: 'skydesk', changes: changesOf(done) });
  else if (!areDone || (!left && hash === undefined))
    yield findingOf(difference, { kind: 'unclear', changes: changesOf(own) });
  else if (!left) yield findingOf(difference, { kind: 'both', changes: changesOf(own) });
  else {
    const between = left.state && { ...left.state, subject };
    if (!isSame(before, between))
      yield findingOf({ ...difference, after: between }, { kind: 'skydesk', changes: changesOf(own) });
    yield findingOf({ ...difference, before: between }, { kind: 'outside' });
  }
}

/** Returns the hash of the state that was read after the last step; undefined without one, or if it is of another form. */
function hashAfter(done: readonly OwnStep[]): string | undefined {
  const hash = done.at(-1)?.wholeState;
  return hash !== undefined && isComparable(hash) ? hash : undefined;
}

/** Returns whether a resource is as before, although another state was read after the last step. */
const isReverted = ({ before, after }: Difference, hash: string | undefined): boolean =>
  isSame(before, after) && hash !== undefined && !hasHash(after, hash);

/**
 * Returns whether steps have certainly left a state. Others may have changed it before it was read after the last step, so it
 * also has to be what the steps have set, as far as that is known.
 */
function isLeftBy(
  done: readonly OwnStep[],
  {
    subject,
    after,
    folded,
    known,
    areDone,
  }: Pick<Difference, 'subject' | 'after'> & Folded & { readonly areDone: boolean },
): boolean {
  if (folded && isSame(folded.state, after)) return true;
  if (known || !hasHash(after, done.at(-1)?.wholeState)) return false;
  return folded ? isAsSet(subject.kind, after?.content, folded.state?.content) : areDone;
}

type State = Pick<Watched, 'content' | 'label'> | undefined;

/** Returns whether this is the state that was read after the last step. */
const hasHash = (state: State, hash: string | undefined): boolean =>
  state !== undefined && stateHash(state.content) === hash;

interface KnownState {
  readonly state: State;
  readonly isCertain: boolean;
}

/** The state after the completed steps, and the same if it is known exactly. */
interface Folded {
  readonly folded: KnownState | undefined;
  readonly known: KnownState | undefined;
}

/** Returns the state after consecutive steps; undefined if it can't be derived. */
function foldOf({ subject, before }: Difference, steps: readonly OwnStep[]): KnownState | undefined {
  let known: KnownState | undefined = { state: before, isCertain: true };
  for (const { leaves, creates } of steps) {
    const next: ReturnType<typeof stateAfter> = creates
      ? { content: creates, isCertain: false }
      : leaves && applied(subject, known, leaves);
    known = next && after(next, known);
  }
  return known;
}

/** Returns the known state after another step. An uncertain state stays uncertain until the resource is removed. */
function after(next: NonNullable<ReturnType<typeof stateAfter>>, known: KnownState | undefined): KnownState {
  if (next === 'gone') return { state: undefined, isCertain: true };
  return { state: { content: next.content }, isCertain: next.isCertain && known?.isCertain !== false };
}

/** Returns the state after another step. A removal leaves nothing, whatever the state before. */
const applied = (
  subject: Watched['subject'],
  known: KnownState | undefined,
  leaves: ResultingState,
): ReturnType<typeof stateAfter> => {
  if (leaves.existence === false) return 'gone';
  return known && stateAfter(subject, known.state?.content, leaves);
};

const isNew = ({ before, after }: Difference): boolean => before === undefined && after !== undefined;

/** Returns whether a step can still be applied. */
const isOpen = ({ state, at }: OwnStep, now: Instant): boolean =>
  state === 'running' || (state === 'unknown' && now - at < mayStillRun);

/** Returns whether a resource is as all these steps leave it, those with an unknown outcome, too. */
function showsAll(difference: Difference, own: readonly OwnStep[]): boolean {
  const folded = own.length > 0 && foldOf(difference, own);
  return folded ? isSame(folded.state, difference.after) : false;
}

/** Returns whether a step concerns a resource: by its id, by what it created, or by its arguments. */
function isAbout({ resource, made, raw }: OwnStep, { id, subject }: Difference): boolean {
  if (resource !== undefined) return resource === id;
  const { kind: _, ...key } = subject;
  const names = Object.entries(key);
  // Other commands also name a server in their arguments, but no address of it.
  if (names.length < 2 && made === undefined) return false;
  if (made !== undefined) return names.some(([, name]) => sameText(name, made));
  return names.every(([field, name]) => sameText(name, raw[field] ?? ''));
}

/** Returns whether a step may have created a new resource without learning its id. */
const mayHaveMade = ({ resource, made, leaves, kind, raw }: OwnStep, { subject }: Difference): boolean =>
  resource === undefined &&
  made === undefined &&
  leaves === undefined &&
  kind === subject.kind &&
  (subject.server === undefined || raw.server === undefined || sameText(subject.server, raw.server));

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const changesOf = (steps: readonly OwnStep[]): readonly OwnChange[] => [
  ...new Map(steps.map(({ change }) => [change.change, change])).values(),
];

const stateOf = (watched: Watched | undefined): Finding['before'] =>
  watched && { content: watched.content, ...(watched.label !== undefined && { label: watched.label }) };

const findingOf = ({ subject, before, after }: Difference, by: Finding['by']): Finding => ({
  subject,
  ...(before && { before: stateOf(before) }),
  ...(after && { after: stateOf(after) }),
  by,
});
