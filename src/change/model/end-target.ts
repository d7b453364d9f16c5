import type { NonEmpty } from '../../core/non-empty.ts';

/** Returns the target of an operation that moves the end with this id. */
export const endTarget = (id: string): string => `change/${id}`;

/** Returns the id of the end that a change moves; undefined if it does anything else. */
export function endMovedBy({
  steps: [{ targets }, ...others],
}: {
  readonly steps: NonEmpty<{ readonly targets: readonly string[] }>;
}): string | undefined {
  return others.length > 0 ? undefined : endsAmong(targets)[0];
}

/** Returns the ids of the ends among the targets of an operation. */
export const endsAmong = (targets: readonly string[]): readonly string[] =>
  targets.flatMap((target) => /^change\/(.+)$/.exec(target)?.[1] ?? []);
