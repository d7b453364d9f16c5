// Runs in a warm process: loads one program, and handles the events that it receives sequentially.
const { performance } = require('node:perf_hooks');

// Milliseconds by which the clock advances after each event, so that short-lived cache entries expire.
const apart = Number(process.env.APART);
let ahead = 0;
const now = Date.now;
Date.now = () => now() + ahead;

const { handler } = require(process.env.BENCH_TARGET);

// Discards the functions' logs, which the platform would collect.
process.stdout.write = () => true;

const context = { getRemainingTimeInMillis: () => 60_000 };

process.on('disconnect', () => process.exit());
process.on('message', async (events) => {
  const times = [];
  for (const event of events) {
    const started = performance.now();
    await handler(event, context);
    times.push(performance.now() - started);
    ahead += apart;
  }
  global.gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ times, heapBytes: heapUsed, residentBytes: rss });
});
