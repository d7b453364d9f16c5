// Preloaded into a function. Sets its clock ahead by the milliseconds in a file, and divides waits of at least HURRY_FROM
// milliseconds by HURRY; below 1, that lengthens them.
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

// Records the heap size that the previous runs left, in bytes, before each run.
if (HEAP_FILE) {
  require('node:v8').setFlagsFromString('--expose-gc');
  const collect = require('node:vm').runInNewContext('gc');
  process.on('message', () => {
    collect();
    appendFileSync(HEAP_FILE, `${process.memoryUsage().heapUsed}\n`);
  });
}
