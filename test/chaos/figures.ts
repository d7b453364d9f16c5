import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from 'vitest';

/**
 * Counts what a file of tests tries, for its suite. `scripts/chaos.ts` names a folder, and adds up what the files
 * leave there.
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
