import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Variables that preload time.cjs, which the other variables control. */
export const inTestTime = { NODE_OPTIONS: `--require=${path.join(import.meta.dirname, 'time.cjs')}` };

/** Creates a clock for functions in separate processes, which run with its `environment`. The test sets it forward. */
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
    /** Sets it forward, in milliseconds. */
    later,
    /** Time by which it is ahead, in milliseconds. */
    get ahead(): number {
      return ahead;
    },
    remove: (): void => rmSync(replyTo, { recursive: true }),
  };
}
