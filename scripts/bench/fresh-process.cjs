// Runs in a fresh process: the clock starts before the first byte of the program is loaded, and stops when its handler has
// answered. Plain JavaScript, because stripping types would be measured as well.
const { file, event } = JSON.parse(process.env.BENCH_CALL);

const before = process.cpuUsage();
const started = performance.now();
const { handler } = require(file);
const loaded = performance.now();
handler(event, { getRemainingTimeInMillis: () => 60_000 }).then((answer) => {
  const ended = performance.now();
  const { user, system } = process.cpuUsage(before);
  const times = { load: loaded - started, total: ended - started, cpu: (user + system) / 1000 };
  process.stdout.write(JSON.stringify({ times, answer: JSON.stringify(answer) }), () => process.exit());
});
