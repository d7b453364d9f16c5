// Preloaded into a function: its clock runs ahead by the milliseconds in a file, and what it would wait
// HURRY_FROM milliseconds or more for, it waits a part of that for, where it is in a hurry, and longer if HURRY is less than 1.
const { appendFileSync, readFileSync } = require('node:fs');

const { CLOCK_FILE, HURRY = '1', HURRY_FROM = '1000', HEAP_FILE } = process.env;

if (CLOCK_FILE) {
  const now = Date.now;
  Date.now = () => now() + Number(readFileSync(CLOCK_FILE, 'utf8'));
}

const shorter = (ms) => (ms >= Number(HURRY_FROM) ? ms / Number(HURRY) : ms);
const { setTimeout: wait } = globalThis;
const timeout = AbortSignal.timeout.bind(AbortSignal);
globalThis.setTimeout = Object.assign((act, ms, ...rest) => wait(act, shorter(ms), ...rest), wait);
AbortSignal.timeout = (ms) => timeout(shorter(ms));

// Before each run, what is left on the heap of the runs before it, in bytes.
if (HEAP_FILE) {
  require('node:v8').setFlagsFromString('--expose-gc');
  const collect = require('node:vm').runInNewContext('gc');
  process.on('message', () => {
    collect();
    appendFileSync(HEAP_FILE, `${process.memoryUsage().heapUsed}\n`);
  });
}
