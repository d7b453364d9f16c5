import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from 'vitest';

/**
 * Counts the trials of a file of tests, for its suite. `scripts/chaos.ts` names a folder, and sums the counts of the files
 * there.
 */
export function figuresOf(suite: string): { count(what: string, more?: number): void } {
  const figures: Record<string, number> = {};
  afterAll(() => {
    const folder = process.env.CHAOS_FIGURES;
    if (folder) writeFileSync(path.join(folder, `${randomUUID()}.json`), JSON.stringify({ suite, figures }));
  });
  return {
    count(what, more = 1) {
      figures[what] = (figures[what] ?? 0) + more;
    },
  };
}
