import type { Watched, WatchedResources } from './watched-state.ts';

/** A resource that has changed. */
export interface Difference {
  /** The id of the resource (`resourceId`). */
  readonly id: string;
  readonly subject: Watched['subject'];
  /** Undefined if it didn't exist. */
  readonly before?: Watched | undefined;
  readonly after?: Watched | undefined;
}

/** Returns the resources that differ between two snapshots, in the order of their ids; empty for equal states. */
export function differences(before: WatchedResources, after: WatchedResources): readonly Difference[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].sort().flatMap((id) => {
    const [was, is] = [before[id], after[id]];
    const subject = (is ?? was)?.subject;
    return !subject || isSame(was, is) ? [] : [{ id, subject, before: was, after: is }];
  });
}

type State = Pick<Watched, 'content'> | undefined;

/** Returns whether two states of a resource are equal. A resource that doesn't exist has none. */
export const isSame = (one: State, other: State): boolean =>
  one && other ? JSON.stringify(one.content) === JSON.stringify(other.content) : one === other;
