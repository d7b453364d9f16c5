import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Instance, type InstanceOptions, type Line, startInstance } from './instance.ts';
import { InstancePool } from './instance-pool.ts';
import { platformEnvironment } from './platform-environment.ts';
import { createSlots } from './slots.ts';

/** The configuration of a function, as deployed. */
export interface LambdaOptions {
  readonly name: string;
  /** Path of the built bundle, or a function that returns that for the next instance: CommonJS, with `exports.handler`. */
  readonly bundle: string | (() => string);
  /** The function's environment, without this process's own; or a function that returns it for an instance by its name. */
  readonly environment: Environment | ((instance: string) => Environment);
  /** Timeout of an invocation, in milliseconds; then the instance is killed. 3000 by default, as in Lambda. */
  readonly timeoutMs?: number;
  /** Maximum number of concurrent instances; further invocations wait for a free one. */
  readonly concurrency?: number;
  /** Time by which its clock is ahead of this machine's, in milliseconds; 0 by default. */
  readonly ahead?: () => number;
  /** Maximum number of stored log lines. */
  readonly keepLogs?: number;
  /** Starts an instance; a separate process by default. */
  readonly startInstance?: (firstRequestId: string, options: InstanceOptions) => Instance;
  readonly onLog?: (line: LogLine) => void;
  /** Called before an event is passed to an instance, and before an instance is started for it. */
  readonly onStart?: (begun: InvocationStart) => void;
  readonly onInvocation?: (invocation: Invocation) => void;
}

export type FunctionHooks = Required<Pick<LambdaOptions, 'onLog' | 'onStart' | 'onInvocation'>>;

export type Environment = Readonly<Record<string, string>>;

export interface LogLine extends Line {
  readonly function: string;
  readonly instance: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface InvocationStart {
  readonly function: string;
  readonly requestId: string;
  readonly instance: string;
  /** Whether a new instance has to be started for it. */
  readonly cold: boolean;
  readonly event: unknown;
}

/** The outcome of an invocation. Durations are in milliseconds. */
export interface Invocation {
  readonly function: string;
  readonly requestId: string;
  readonly instance: string;
  readonly durationMs: number;
  /** Present if the invocation first had to start an instance. */
  readonly initMs?: number;
  /** The handler's result, as JSON; absent if it failed. */
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface Lambda {
  readonly name: string;
  readonly arn: string;
  /** The last log lines, oldest first. */
  readonly logs: readonly LogLine[];
  /** Number of invocations that are running or waiting for an instance. */
  readonly running: number;
  /** Runs the handler with an event. Resolves to its result as JSON; rejects with a FunctionError. */
  invoke(event: unknown): Promise<unknown>;
  /** Ends the idle instances now and the busy ones after their invocation: the next invocation starts cold. */
  coldStart(): Promise<void>;
  /** Kills one instance or all, even during an invocation. Resolves to the number of interrupted invocations. */
  kill(instance?: string): Promise<number>;
  close(): Promise<void>;
}

export const environmentOf = (
  { environment }: Pick<LambdaOptions, 'environment'>,
  instance: string,
): Environment => (typeof environment === 'function' ? environment(instance) : environment);

export const bundleOf = ({ bundle }: Pick<LambdaOptions, 'bundle'>): string =>
  typeof bundle === 'function' ? bundle() : bundle;

/** Creates a function. Its first invocation starts its first instance. */
export function createLambda(options: LambdaOptions): Lambda {
  const {
    name,
    timeoutMs = 3000,
    concurrency = 10,
    keepLogs = 1000,
    ahead = () => 0,
    startInstance: start = startInstance,
  } = options;
  const region = environmentOf(options, '').AWS_REGION ?? 'eu-west-1';
  const arn = `arn:aws:lambda:${region}:000000000000:function:${name}`;
  const logs: LogLine[] = [];
  const pool = new InstancePool(name);
  const slots = createSlots(concurrency);
  let closed = false;

  function keep(line: LogLine): void {
    logs.push(line);
    if (logs.length > keepLogs) logs.shift();
    options.onLog?.(line);
  }

  function begin(requestId: string, instance: string): Instance {
    const bundle = bundleOf(options);
    const platform = platformEnvironment(name, bundle, region);
    return start(requestId, {
      environment: { ...platform, ...environmentOf(options, instance) },
      directory: path.dirname(bundle),
      arn,
      timeoutMs,
      ahead,
      onLine: (line) => keep({ function: name, instance, at: Date.now() + ahead(), ...line }),
    });
  }

  async function run(event: unknown): Promise<unknown> {
    if (closed) throw new Error(`The function ${name} is closed`);
    const requestId = randomUUID();
    const startedAt = performance.now();
    const { name: instanceName, warm } = pool.next();
    options.onStart?.({ function: name, requestId, instance: instanceName, cold: !warm, event });
    const instance = warm ?? begin(requestId, instanceName);
    pool.begins(instance, instanceName);
    let result: unknown;
    let error: unknown;
    let initMs: number | undefined;
    try {
      if (!warm) initMs = await instance.ready;
      result = await instance.invoke(event, requestId);
      return result;
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      await pool.release(instance);
      options.onInvocation?.({
        function: name,
        requestId,
        instance: instanceName,
        durationMs: performance.now() - startedAt - (initMs ?? 0),
        ...(initMs !== undefined && { initMs }),
        ...(error === undefined ? { result } : { error }),
      });
    }
  }

  return {
    name,
    arn,
    logs,
    get running() {
      return slots.waiting;
    },
    invoke: (event) => slots.use(() => run(event)),
    coldStart: () => pool.retire(),
    kill: (instance) => pool.kill(instance),
    async close() {
      closed = true;
      await pool.kill();
    },
  };
}
