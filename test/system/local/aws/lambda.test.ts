import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Invocation } from '../../../../local/aws/index.ts';
import { bundleOf, lambdaOf } from './handler-file.ts';

test('its clock is as far ahead as its host says, from the start and in a warm instance', async () => {
  const hour = 3_600_000;
  let ahead = 0;
  const lambda = await lambdaOf(
    `const clock = Date.now;
     exports.handler = async (_, context) => ({
       times: [clock(), Date.now(), new Date().getTime(), Date.parse(Date())],
       fixed: new Date(0) instanceof Date && new Date(0).getTime(),
       left: context.getRemainingTimeInMillis(),
     })`,
    { ahead: () => ahead, timeoutMs: 5_000 },
  );
  for (const moved of [0, hour, 9 * hour]) {
    ahead = moved;
    const { times, fixed, left } = Object(await lambda.invoke({}));
    const hours = times.map((time: number) => Math.round((time - Date.now()) / hour) || 0);
    expect(hours).toEqual(Array(4).fill(moved / hour));
    expect(fixed).toBe(0);
    expect(left).toSatisfy((ms: number) => ms > 0 && ms <= 5_000);
  }
});

test('no variable of the host environment reaches the function', async () => {
  vi.stubEnv('HOST_SECRET', 'do not leak');
  const lambda = await lambdaOf(`exports.handler = async () => process.env`, {
    environment: { QUEUE_URL: 'here' },
  });
  const seen = await lambda.invoke({});
  vi.unstubAllEnvs();
  expect(seen).toMatchObject({ QUEUE_URL: 'here', AWS_LAMBDA_FUNCTION_NAME: 'probe' });
  expect(Object.keys(seen as object).filter((name) => !/^(AWS_|LAMBDA_|QUEUE_URL$)/.test(name))).toEqual([
    'PATH',
    'HOME',
    'LANG',
    'TZ',
    '_HANDLER',
  ]);
});

test('an invocation that takes too long is killed, and the next one starts cold', async () => {
  const lambda = await lambdaOf(
    `let calls = 0;
     exports.handler = (event) => { calls++; return event.hang ? new Promise(() => {}) : calls }`,
    { timeoutMs: 1_000 },
  );
  expect(await lambda.invoke({})).toBe(1);
  await expect(lambda.invoke({ hang: true })).rejects.toMatchObject({
    errorType: 'Sandbox.Timedout',
    message: expect.stringMatching(/^RequestId: \S+ Error: Task timed out after 1\.00 seconds$/),
  });
  expect(await lambda.invoke({})).toBe(1);
});

test.each([
  ['exits', `process.exit(7)`, 'Runtime.ExitError', 'exit status 7'],
  ['exits quietly', `process.exit(0)`, 'Runtime.ExitError', 'without providing a reason'],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`, 'Runtime.ExitError', 'signal: killed'],
  ['throws outside', `setImmediate(() => { throw new RangeError('late') })`, 'RangeError', 'late'],
  ['forgets a promise', `Promise.reject(new Error('lost'))`, 'Runtime.UnhandledPromiseRejection', 'lost'],
])('a process that %s in mid-invocation is an error', async (_, crash, errorType, words) => {
  const lambda = await lambdaOf(
    `exports.handler = (event) => { if (!event.crash) return 'well'; ${crash}; return new Promise(() => {}) }`,
  );
  await expect(lambda.invoke({ crash: true })).rejects.toMatchObject({
    errorType,
    message: expect.stringContaining(words),
  });
  expect(await lambda.invoke({})).toBe('well');
});

test('a cold start loses the memory of the warm instance', async () => {
  const invocations: Invocation[] = [];
  const lambda = await lambdaOf(`let calls = 0; exports.handler = async () => ++calls`, {
    onInvocation: (invocation) => invocations.push(invocation),
  });
  await lambda.invoke({});
  expect(await lambda.invoke({})).toBe(2);
  await lambda.coldStart();
  expect(await lambda.invoke({})).toBe(1);
  expect(invocations.map(({ initMs }) => initMs !== undefined)).toEqual([true, false, true]);
});

test('log lines are complete and in order before the result is there', async () => {
  const lambda = await lambdaOf(
    `console.log('loading');
     exports.handler = async () => {
       console.log('one\\ntwo');
       process.stdout.write('th');
       process.stdout.write('ree\\n');
       console.error('wrong');
     }`,
    { keepLogs: 4 },
  );
  await lambda.invoke({});
  expect(lambda.logs.filter(({ stream }) => stream === 'stdout').map(({ text }) => text)).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect(lambda.logs).toContainEqual({
    function: 'probe',
    instance: 'probe-1',
    stream: 'stderr',
    text: 'wrong',
    requestId: expect.any(String),
    at: expect.any(Number),
  });
});

test('no instance outlives its host', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const bundle = await bundleOf(
    `exports.handler = () => { require('node:net').connect(${port}, '127.0.0.1'); return new Promise(() => {}) }`,
  );
  const host = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { createLambda } from ${JSON.stringify(path.resolve('local/aws/lambda.ts'))};
       const bundle = ${JSON.stringify(bundle)};
       createLambda({ name: 'probe', bundle, environment: {}, timeoutMs: 60000 }).invoke({});`,
    ],
    { stdio: 'inherit' },
  );
  const [line] = (await once(server, 'connection')) as [Socket];
  host.kill('SIGKILL');
  await once(line.resume(), 'close');
});
