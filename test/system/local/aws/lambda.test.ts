import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Begun, createLambda, type Invocation } from '../../../../local/aws/index.ts';
import { bundleOf, lambdaOf } from './handler-file.ts';

const hangs = `exports.handler = () => { console.log('in'); return new Promise(() => {}) }`;

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { reached: promise, reach: () => resolve() };
}

test('an event goes in, the result comes out as JSON', async () => {
  const lambda = await lambdaOf(
    `exports.handler = async (event) => ({ event, gone: undefined, day: new Date(0) })`,
  );
  expect(await lambda.invoke({ a: [1, 'ü'] })).toEqual({
    event: { a: [1, 'ü'] },
    day: '1970-01-01T00:00:00.000Z',
  });
});

test('a handler that returns nothing gives null', async () => {
  const lambda = await lambdaOf(`exports.handler = async () => {}`);
  expect(await lambda.invoke({})).toBeNull();
});

test('the handler is called with an event and a context, and nothing else', async () => {
  const lambda = await lambdaOf(
    `exports.handler = async (...given) => {
       const [, context] = given;
       return { count: given.length, left: context.getRemainingTimeInMillis(), ...context };
     }`,
    { environment: { AWS_REGION: 'eu-central-1' }, timeoutMs: 5000 },
  );
  const seen = await lambda.invoke({});
  expect(seen).toMatchObject({
    count: 2,
    functionName: 'probe',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:probe',
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(seen).toHaveProperty(
    'left',
    expect.toSatisfy((left: number) => left > 3000 && left <= 5000),
  );
});

test('its clock is ahead as its host says, from the start and in a warm instance', async () => {
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

test('nothing of the host environment reaches the function', async () => {
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

test('a thrown error keeps its name and message, and the instance stays warm', async () => {
  const lambda = await lambdaOf(
    `let calls = 0;
     exports.handler = async () => { if (++calls === 1) throw new TypeError('no such thing'); return calls }`,
  );
  await expect(lambda.invoke({})).rejects.toMatchObject({
    name: 'FunctionError',
    errorType: 'TypeError',
    message: 'no such thing',
    trace: expect.arrayContaining([expect.stringContaining('index.js')]),
  });
  expect(await lambda.invoke({})).toBe(2);
});

test('an invocation beyond its time is killed, and the next one starts cold', async () => {
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

test('a busy loop is killed as well', async () => {
  const lambda = await lambdaOf(`exports.handler = () => { for (;;); }`, { timeoutMs: 100 });
  await expect(lambda.invoke({})).rejects.toMatchObject({ errorType: 'Sandbox.Timedout' });
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

test.each([
  ['that throws while loading', `throw new RangeError('bad day')`, 'RangeError'],
  ['with an import that is missing', `require('not-bundled')`, 'Runtime.ImportModuleError'],
  ['that does not parse', `exports.handler = (`, 'Runtime.UserCodeSyntaxError'],
  ['without a handler', `exports.main = 1`, 'Runtime.HandlerNotFound'],
  [
    'with a callback handler',
    `exports.handler = (event, context, callback) => callback(null, 1)`,
    'Runtime.CallbackHandlerDeprecated',
  ],
])('a bundle %s is refused at init', async (_, source, errorType) => {
  const lambda = await lambdaOf(source);
  await expect(lambda.invoke({})).rejects.toMatchObject({ errorType });
});

test('concurrent invocations get instances of their own, up to the limit', async () => {
  const lambda = await lambdaOf(
    `let inside = 0;
     exports.handler = async () => {
       inside++;
       await new Promise((resolve) => setTimeout(resolve, 50));
       return { pid: process.pid, inside: inside-- };
     }`,
    { concurrency: 3 },
  );
  const results = (await Promise.all(Array.from({ length: 9 }, () => lambda.invoke({})))) as {
    pid: number;
    inside: number;
  }[];
  expect(results.every(({ inside }) => inside === 1)).toBe(true);
  expect(new Set(results.map(({ pid }) => pid)).size).toBe(3);
  expect(lambda.running).toBe(0);
});

test('a cold start forgets what the warm instance knew', async () => {
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

test('each instance has a name, and an environment of its own if wanted', async () => {
  const begun: Begun[] = [];
  const invocations: Invocation[] = [];
  const lambda = await lambdaOf(`exports.handler = async (event) => [event, process.env.ADDRESS]`, {
    environment: (instance) => ({ ADDRESS: `/i/${instance}` }),
    onStart: (start) => begun.push(start),
    onInvocation: (invocation) => invocations.push(invocation),
  });
  expect(await lambda.invoke('a')).toEqual(['a', '/i/probe-1']);
  expect(await lambda.invoke('b')).toEqual(['b', '/i/probe-1']);
  await lambda.coldStart();
  expect(await lambda.invoke('c')).toEqual(['c', '/i/probe-2']);
  expect(begun.map(({ instance, cold, event }) => [instance, cold, event])).toEqual([
    ['probe-1', true, 'a'],
    ['probe-1', false, 'b'],
    ['probe-2', true, 'c'],
  ]);
  expect(invocations.map(({ instance, requestId, result }) => [instance, requestId, result])).toEqual(
    begun.map(({ instance, requestId, event }) => [instance, requestId, [event, `/i/${instance}`]]),
  );
});

test('a cold start lets a running invocation finish', async () => {
  const { reached, reach } = gate();
  const lambda = await lambdaOf(
    `let calls = 0;
     exports.handler = async () => {
       console.log('in');
       await new Promise((resolve) => setTimeout(resolve, 50));
       return ++calls;
     }`,
    { onLog: reach },
  );
  const running = lambda.invoke({});
  await reached;
  await lambda.coldStart();
  expect(await running).toBe(1);
  expect(await lambda.invoke({})).toBe(1);
});

test('kill() ends an invocation in the middle', async () => {
  const { reached, reach } = gate();
  const lambda = await lambdaOf(hangs, { onLog: reach });
  const refused = expect(lambda.invoke({})).rejects.toMatchObject({
    errorType: 'Runtime.ExitError',
    message: expect.stringContaining('signal: killed'),
  });
  await reached;
  expect(await lambda.kill()).toBe(1);
  await refused;
});

test('lines are there, in order and whole, before the result is', async () => {
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

test('a closed function takes no more events', async () => {
  const lambda = await lambdaOf(`exports.handler = async () => 1`);
  await lambda.close();
  await expect(lambda.invoke({})).rejects.toThrow('closed');
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

test('a bundle that is not there is refused', async () => {
  const lambda = createLambda({ name: 'probe', bundle: path.resolve('nowhere/index.js'), environment: {} });
  await expect(lambda.invoke({})).rejects.toThrow();
  await lambda.close();
});
