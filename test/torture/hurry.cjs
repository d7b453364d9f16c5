// Preloaded into a function: its clock runs ahead by as many milliseconds as stand in a file, and what it would wait
// three seconds or more for, it waits an eighth of that for.
const { readFileSync } = require('node:fs');

const now = Date.now;
Date.now = () => now() + Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));

const shorter = (ms) => (ms >= 3000 ? ms / 8 : ms);
const { setTimeout: wait } = globalThis;
const timeout = AbortSignal.timeout.bind(AbortSignal);
globalThis.setTimeout = Object.assign((act, ms, ...rest) => wait(act, shorter(ms), ...rest), wait);
AbortSignal.timeout = (ms) => timeout(shorter(ms));
