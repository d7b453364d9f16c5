import type { Instant, Millis } from '../core/clock.ts';
import { sha256 } from '../core/sha256.ts';
import { type Difference, isSame } from '../drift/compare.ts';
import type { Finding, OwnChange } from '../drift/findings.ts';
import type { Watched } from '../drift/watched-state.ts';
import type { ResultingState } from '../operation/leaves.ts';
import { stateAfter } from './state-after.ts';

/** A step of a change of Skydesk that ran, or may have, since the snapshot was taken. */
export interface OwnStep {
  readonly change: OwnChange;
  /** `running`: it may be sent any moment. `unknown`: nobody knows whether it was made. */
  readonly state: 'running' | 'unknown' | 'done';
  /** The entry of the audit log that says how it ended; undefined while it hasn’t. */
  readonly over?: Instant | undefined;
  /** When it was claimed. */
  readonly at: Instant;
  /** The kind of resource that it changes, if its operation has a snapshot. */
  readonly kind?: string | undefined;
  /** The id of the resource (`resourceId`); undefined for one that it creates, or that only its arguments name. */
  readonly resource?: string | undefined;
  /** Its arguments, each reference as an id. */
  readonly raw: Readonly<Record<string, string>>;
  /** What the cloud API named that it created. */
  readonly made?: string | undefined;
  /** The values that it sets, as far as they are known. */
  readonly leaves?: ResultingState | undefined;
  /** SHA-256 over the state in which it left the resource, where that was read. */
  readonly wholeState?: string | undefined;
}

/** What is concluded of a difference. `later`: a change of Skydesk there isn’t over, so the next watch looks again. */
export type Conclusion = 'later' | readonly Finding[];

/** For this long after it was claimed, a step with an unknown outcome may still be made. */
const mayStillRun: Millis = 60 * 60_000;

/** The steps that a snapshot doesn’t have: those that had not ended by the entry `seq` of the audit log. */
export const stepsAfter = (seq: number, steps: readonly OwnStep[]): readonly OwnStep[] =>
  steps.filter(({ over, state }) => over === undefined || over > seq || state === 'unknown');

/**
 * Who made a difference. `steps` has all steps of Skydesk in the account that were not over when the first snapshot was read, in the order
 * in which they ran. It never takes a step of Skydesk for somebody else’s, nor the other way: where that can’t be told, it says so.
 */
export function conclude(difference: Difference, steps: readonly OwnStep[], now: Instant): Conclusion {
  const own = steps.filter((step) => isAbout(step, difference));
  const makers = isNew(difference) ? steps.filter((step) => mayHaveMade(step, difference)) : [];
  if ([...own, ...makers].some((step) => isOpen(step, now))) return 'later';
  const done = own.filter(({ state }) => state === 'done');
  if (own.length + makers.length === 0) return [findingOf(difference, { kind: 'outside' })];
  if (own.length === 0) return [findingOf(difference, { kind: 'unclear', changes: changesOf(makers) })];
  return [...concluded(difference, own, done)];
}

function* concluded(
  difference: Difference,
  own: readonly OwnStep[],
  done: readonly OwnStep[],
): Generator<Finding> {
  const { subject, before, after } = difference;
  const folded = foldOf(difference, done);
  const candidates = [folded, foldOf(difference, own)];
  const hash = done.at(-1)?.wholeState;
  const known = folded && (folded.isCertain || hasHash(folded.state, hash)) ? folded : undefined;
  const isLeft = candidates.some((candidate) => candidate && isSame(candidate.state, after));
  if (isLeft || (!known && hasHash(after, hash)))
    yield findingOf(difference, { kind: 'skydesk', changes: changesOf(own) });
  else if (done.length < own.length || (!known && hash === undefined))
    yield findingOf(difference, { kind: 'unclear', changes: changesOf(own) });
  else if (!known) yield findingOf(difference, { kind: 'both', changes: changesOf(own) });
  else {
    const between = known.state && { ...known.state, subject };
    if (!isSame(before, between))
      yield findingOf({ ...difference, after: between }, { kind: 'skydesk', changes: changesOf(own) });
    yield findingOf({ ...difference, before: between }, { kind: 'outside' });
  }
}

type State = Pick<Watched, 'content' | 'label'> | undefined;

/** Whether this is the state that was read when the last step was over. */
const hasHash = (state: State, hash: string | undefined): boolean =>
  state !== undefined && sha256(state.content) === hash;

interface KnownState {
  readonly state: State;
  readonly isCertain: boolean;
}

/** The state that steps leave one after the other; undefined if it can’t be told. */
function foldOf({ subject, before }: Difference, steps: readonly OwnStep[]): KnownState | undefined {
  let known: KnownState | undefined = { state: before, isCertain: true };
  for (const { leaves } of steps) {
    const next: ReturnType<typeof stateAfter> = leaves && applied(subject, known, leaves);
    known = next && after(next, known);
  }
  return known;
}

/** What is known after one more step: a state that isn’t certain stays so, until the resource is removed. */
function after(next: NonNullable<ReturnType<typeof stateAfter>>, known: KnownState | undefined): KnownState {
  if (next === 'gone') return { state: undefined, isCertain: true };
  return { state: { content: next.content }, isCertain: next.isCertain && known?.isCertain !== false };
}

/** The state after one more step. What removes a resource leaves nothing, whatever was there. */
const applied = (
  subject: Watched['subject'],
  known: KnownState | undefined,
  leaves: ResultingState,
): ReturnType<typeof stateAfter> => {
  if (leaves.existence === false) return 'gone';
  return known && stateAfter(subject, known.state?.content, leaves);
};

const isNew = ({ before, after }: Difference): boolean => before === undefined && after !== undefined;

/** Whether a step can still be made. */
const isOpen = ({ state, at }: OwnStep, now: Instant): boolean =>
  state === 'running' || (state === 'unknown' && now - at < mayStillRun);

/** Whether a step is about a resource: by its id, by what it created, or by its arguments. */
function isAbout({ resource, made, raw }: OwnStep, { id, subject }: Difference): boolean {
  if (resource !== undefined) return resource === id;
  const { kind: _, ...key } = subject;
  const names = Object.entries(key);
  // The arguments of other commands name a server, too, and not an address of it.
  if (names.length < 2 && made === undefined) return false;
  if (made !== undefined) return names.some(([, name]) => sameText(name, made));
  return names.every(([field, name]) => sameText(name, raw[field] ?? ''));
}

/** Whether a step may have created a new resource without being told its id. */
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
