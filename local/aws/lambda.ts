import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Instance, type InstanceOptions, type Line, startInstance } from './instance.ts';
import { InstancePool } from './instance-pool.ts';
import { platformEnvironment } from './platform-environment.ts';
import { createSlots } from './slots.ts';

/** A function as it would be deployed. */
export interface LambdaOptions {
  readonly name: string;
  /** Path of the built bundle, or what it is for the next instance: CommonJS, with `exports.handler`. */
  readonly bundle: string | (() => string);
  /**
   * The function's environment, or what it is for one instance by its name; nothing of this process's own
   * environment is added to it.
   */
  readonly environment: Environment | ((instance: string) => Environment);
  /** Longest invocation, in milliseconds; then the instance is killed. Lambda's own default is 3000. */
  readonly timeoutMs?: number;
  /** Most instances at once; further invocations wait for a free one. */
  readonly concurrency?: number;
  /** How far its clock is ahead of this machine's, in milliseconds; 0 when left out. */
  readonly ahead?: () => number;
  /** How many log lines are kept. */
  readonly keepLogs?: number;
  /** Starts one instance; a process of its own when left out. */
  readonly startInstance?: (firstRequestId: string, options: InstanceOptions) => Instance;
  readonly onLog?: (line: LogLine) => void;
  /** Told before an event is handed over, and before an instance is started for it. */
  readonly onStart?: (begun: InvocationStart) => void;
  readonly onInvocation?: (invocation: Invocation) => void;
}

export type Environment = Readonly<Record<string, string>>;

/** One line that a function wrote. */
export interface LogLine extends Line {
  readonly function: string;
  readonly instance: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** An invocation that begins. */
export interface InvocationStart {
  readonly function: string;
  readonly requestId: string;
  readonly instance: string;
  /** Whether an instance has to be started for it. */
  readonly cold: boolean;
  readonly event: unknown;
}

/** How one invocation went. Durations are in milliseconds. */
export interface Invocation {
  readonly function: string;
  readonly requestId: string;
  readonly instance: string;
  readonly durationMs: number;
  /** Present when the invocation had to start an instance first. */
  readonly initMs?: number;
  /** What the handler returned, as JSON carries it; absent when it failed. */
  readonly result?: unknown;
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
  /** Kills one instance, or all, in the middle of an invocation too; tells how many invocations that cut short. */
  kill(instance?: string): Promise<number>;
  close(): Promise<void>;
}

/** What the environment of a function is for one of its instances. */
export const environmentOf = (
  { environment }: Pick<LambdaOptions, 'environment'>,
  instance: string,
): Environment => (typeof environment === 'function' ? environment(instance) : environment);

/** The bundle of the instance that starts now. */
export const bundleOf = ({ bundle }: Pick<LambdaOptions, 'bundle'>): string =>
  typeof bundle === 'function' ? bundle() : bundle;

/** Prepares a function; its first instance starts with its first invocation. */
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
