import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Instance, type Line, startInstance } from './instance.ts';

/** A function as it would be deployed. */
export interface LambdaOptions {
  readonly name: string;
  /** Path of the built bundle: CommonJS, with `exports.handler`. */
  readonly bundle: string;
  /** The function's environment; nothing of this process's own environment is added to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Longest invocation, in milliseconds; then the instance is killed. Lambda's own default is 3000. */
  readonly timeoutMs?: number;
  /** Most instances at once; further invocations wait for a free one. */
  readonly concurrency?: number;
  /** How many log lines are kept. */
  readonly keepLogs?: number;
  readonly onLog?: (line: LogLine) => void;
  readonly onInvocation?: (invocation: Invocation) => void;
}

/** One line that a function wrote. */
export interface LogLine extends Line {
  readonly function: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** How one invocation went. Durations are in milliseconds. */
export interface Invocation {
  readonly function: string;
  readonly requestId: string;
  readonly durationMs: number;
  /** Present when the invocation had to start an instance first. */
  readonly initMs?: number;
  /** Present when it failed. */
  readonly error?: unknown;
}

/** A function that runs here as it does on Lambda. */
export interface Lambda {
  readonly name: string;
  readonly arn: string;
  /** The last lines written, oldest first. */
  readonly logs: readonly LogLine[];
  /** How many invocations are running or waiting for an instance. */
  readonly running: number;
  /** Runs the handler on an event. Resolves to its result as JSON; rejects with a FunctionError. */
  invoke(event: unknown): Promise<unknown>;
  /** Ends the idle instances now and the busy ones after their invocation: the next invocation starts cold. */
  coldStart(): Promise<void>;
  /** Kills every instance, in the middle of an invocation too; tells how many invocations that cut short. */
  kill(): Promise<number>;
  close(): Promise<void>;
}

/** Prepares a function; its first instance starts with its first invocation. */
export function createLambda(options: LambdaOptions): Lambda {
  const { name, timeoutMs = 3000, concurrency = 10, keepLogs = 1000 } = options;
  const region = options.environment.AWS_REGION ?? 'eu-west-1';
  const arn = `arn:aws:lambda:${region}:000000000000:function:${name}`;
  const logs: LogLine[] = [];
  const waiting: (() => void)[] = [];
  const busy = new Set<Instance>();
  let warm: Instance[] = [];
  const retired = new WeakSet<Instance>();
  let taken = 0;
  let closed = false;

  function keep(line: LogLine): void {
    logs.push(line);
    if (logs.length > keepLogs) logs.shift();
    options.onLog?.(line);
  }

  function start(requestId: string): Instance {
    return startInstance(requestId, {
      environment: { ...platformEnvironment(options, region), ...options.environment },
      directory: path.dirname(options.bundle),
      arn,
      timeoutMs,
      onLine: (line) => keep({ function: name, at: Date.now(), ...line }),
    });
  }

  async function withSlot<T>(work: () => Promise<T>): Promise<T> {
    if (taken < concurrency) taken += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    }
  }

  async function run(event: unknown): Promise<unknown> {
    if (closed) throw new Error(`The function ${name} is closed`);
    const requestId = randomUUID();
    const startedAt = performance.now();
    warm = warm.filter((instance) => instance.alive);
    const found = warm.pop();
    const instance = found ?? start(requestId);
    busy.add(instance);
    let error: unknown;
    let initMs: number | undefined;
    try {
      if (!found) initMs = await instance.ready;
      return await instance.invoke(event, requestId);
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      busy.delete(instance);
      if (instance.alive && !retired.has(instance)) warm.push(instance);
      else await instance.end();
      options.onInvocation?.({
        function: name,
        requestId,
        durationMs: performance.now() - startedAt - (initMs ?? 0),
        ...(initMs !== undefined && { initMs }),
        ...(error !== undefined && { error }),
      });
    }
  }

  async function endWarm(): Promise<void> {
    const ending = warm;
    warm = [];
    await Promise.all(ending.map((instance) => instance.end()));
  }

  async function kill(): Promise<number> {
    const cut = [...busy];
    await Promise.all([endWarm(), ...cut.map((instance) => instance.end())]);
    return cut.length;
  }

  return {
    name,
    arn,
    logs,
    get running() {
      return taken + waiting.length;
    },
    invoke: (event) => withSlot(() => run(event)),
    async coldStart() {
      for (const instance of busy) retired.add(instance);
      await endWarm();
    },
    kill,
    async close() {
      closed = true;
      await kill();
    },
  };
}

/** The variables that Lambda sets, and the few without which no process starts. */
function platformEnvironment(options: LambdaOptions, region: string): Record<string, string> {
  const directory = path.dirname(options.bundle);
  return {
    PATH: process.env.PATH ?? '',
    HOME: directory,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    _HANDLER: `${path.basename(options.bundle, '.js')}.handler`,
    LAMBDA_TASK_ROOT: directory,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: options.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${options.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: `local/[$LATEST]${randomUUID().replaceAll('-', '')}`,
  };
}
