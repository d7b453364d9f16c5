import { isDeepStrictEqual } from 'node:util';

/** The value of one key of a resource. JSON; equal values mean equal states. */
export interface KeyState {
  /** The present value; undefined if it isn’t known. */
  readonly before: unknown;
  /** The value after the change. */
  readonly after: unknown;
}

/** The effect of a change on its resource. */
export interface Leaves {
  /** The keys that it sets, by name: a field, one membership, or `existence`, which covers all keys. */
  readonly keys: Readonly<Record<string, KeyState>>;
  /** The message if all of this is so already: "Disk 80 is already assigned to DE1ACMEWEB01." */
  readonly already: string;
  /** For an update: the new settings in words, for the end of the title. */
  readonly words?: {
    /** The difference: "disk ≥ 80% → 90%". */
    readonly change: string;
    /** The result without the present state, for a step after another one that changes the resource: "disk ≥ 90%". */
    readonly result: string;
  };
  /** False if no command can restore the replaced settings: the change then can’t end by itself. */
  readonly isRestorable?: boolean;
}

/** The values after a change, by key. JSON. */
export type ResultingState = Readonly<Record<string, unknown>>;

/** Returns the values that a change sets; undefined if one of them isn’t known. */
export function resultingState({ keys }: Pick<Leaves, 'keys'>): ResultingState | undefined {
  const values = Object.entries(keys).map(([key, { after }]) => [key, after] as const);
  return values.every(([, after]) => after !== undefined) ? Object.fromEntries(values) : undefined;
}

/** Returns whether a change is known to change nothing. */
export const changesNothing = ({ keys }: Pick<Leaves, 'keys'>): boolean =>
  Object.values(keys).every(({ before, after }) => before !== undefined && isDeepStrictEqual(before, after));
