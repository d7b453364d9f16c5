import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Variables that preload what the other variables steer: time.cjs. */
export const inTestTime = { NODE_OPTIONS: `--require=${path.join(import.meta.dirname, 'time.cjs')}` };

/** A clock for functions that are processes of their own, which the test sets forward; they run with its `environment`. */
export function movableClock() {
  const replyTo = mkdtempSync(path.join(tmpdir(), 'skydesk-clock-'));
  const file = path.join(replyTo, 'ahead');
  let ahead = 0;
  function later(ms: number): void {
    ahead += ms;
    writeFileSync(file, String(ahead));
  }
  later(0);
  return {
    environment: { ...inTestTime, CLOCK_FILE: file },
    /** Sets it forward, by milliseconds. */
    later,
    /** By how many milliseconds it is ahead. */
    get ahead(): number {
      return ahead;
    },
    remove: (): void => rmSync(replyTo, { recursive: true }),
  };
}
