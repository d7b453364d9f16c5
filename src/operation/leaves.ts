import { isDeepStrictEqual } from 'node:util';

/** The value of one key of a resource. JSON, equal exactly if the states are. */
export interface KeyState {
  /** The present value; undefined if it isn’t known. */
  readonly before: unknown;
  /** The value that the change leaves. */
  readonly after: unknown;
}

/** The state in which a change leaves the resource that it changes. */
export interface Leaves {
  /** Each key that it sets, by name: a field, one membership, or `existence`, which covers all keys. */
  readonly keys: Readonly<Record<string, KeyState>>;
  /** Said if all of this is so already: "Disk 80 is already assigned to DE1ACMEWEB01." */
  readonly already: string;
  /** For an update: what it sets, in words. They end the title of the change. */
  readonly words?: {
    /** What differs: "disk ≥ 80% → 90%". */
    readonly change: string;
    /** Without the present state, for a step of a plan after another one that changes it: "disk ≥ 90%". */
    readonly result: string;
  };
  /** False if no command can set again what it replaces, so that it can’t end by itself. */
  readonly isRestorable?: boolean;
}

/** The values that a change leaves, by key. JSON. */
export type ResultingState = Readonly<Record<string, unknown>>;

/** The values that a change sets; undefined if one of them isn’t known. */
export function resultingState({ keys }: Pick<Leaves, 'keys'>): ResultingState | undefined {
  const values = Object.entries(keys).map(([key, { after }]) => [key, after] as const);
  return values.every(([, after]) => after !== undefined) ? Object.fromEntries(values) : undefined;
}

/** Whether a change is known to leave everything as it is. */
export const changesNothing = ({ keys }: Pick<Leaves, 'keys'>): boolean =>
  Object.values(keys).every(({ before, after }) => before !== undefined && isDeepStrictEqual(before, after));
