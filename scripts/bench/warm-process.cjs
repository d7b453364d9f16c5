// The inside of a process that stays: it loads one program, and runs the events that it is sent, one after the other.
const { performance } = require('node:perf_hooks');

// So much time passes between two events, in milliseconds: what is kept for a moment only is asked for again.
const apart = Number(process.env.APART);
let ahead = 0;
const now = Date.now;
Date.now = () => now() + ahead;

const { handler } = require(process.env.BENCH_TARGET);

// What the functions log goes nowhere, as the platform takes it from them.
process.stdout.write = () => true;

const context = { getRemainingTimeInMillis: () => 60_000 };

process.on('disconnect', () => process.exit());
process.on('message', async (events) => {
  const times = [];
  const used = process.cpuUsage();
  for (const event of events) {
    const started = performance.now();
    await handler(event, context);
    times.push(performance.now() - started);
    ahead += apart;
  }
  const { user, system } = process.cpuUsage(used);
  global.gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ times, cpuMs: (user + system) / 1000, heapBytes: heapUsed, residentBytes: rss });
});
