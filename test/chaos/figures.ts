import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from 'vitest';

/** What one file of tests tried, counted by itself: what was counted, and how often. */
export type Figures = Readonly<Record<string, number>>;

/**
 * A count of what is tried in this file of tests. `npm run chaos` names a folder for it, and adds up what the files
 * leave there.
 */
export function figuresOf(part: string): { count(what: string, more?: number): void } {
  const counted: Record<string, number> = {};
  afterAll(() => {
    const folder = process.env.CHAOS_FIGURES;
    if (folder) writeFileSync(path.join(folder, `${part}.json`), JSON.stringify(counted));
  });
  return {
    count(what, more = 1) {
      counted[what] = (counted[what] ?? 0) + more;
    },
  };
}
