// Preloaded into a function: its clock runs ahead by as many milliseconds as stand in a file, and what it would wait
// a second or more for, it waits a part of that for, where it is in a hurry.
const { appendFileSync, readFileSync } = require('node:fs');

const now = Date.now;
Date.now = () => now() + Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));

const shorter = (ms) => (ms >= 1000 ? ms / Number(process.env.HURRY) : ms);
const { setTimeout: wait } = globalThis;
const timeout = AbortSignal.timeout.bind(AbortSignal);
globalThis.setTimeout = Object.assign((act, ms, ...rest) => wait(act, shorter(ms), ...rest), wait);
AbortSignal.timeout = (ms) => timeout(shorter(ms));

// Before each run, what is left on the heap of the runs before it, in bytes.
if (process.env.HEAP_FILE) {
  require('node:v8').setFlagsFromString('--expose-gc');
  const collect = require('node:vm').runInNewContext('gc');
  process.on('message', () => {
    collect();
    appendFileSync(process.env.HEAP_FILE, `${process.memoryUsage().heapUsed}\n`);
  });
}
