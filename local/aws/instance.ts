import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type ErrorReport, exited, FunctionError, timedOut } from './function-error.ts';

const runtime = path.join(import.meta.dirname, 'runtime.cjs');
const initTimeoutMs = 10_000;

export interface InstanceOptions {
  /** The complete environment of the function, including the variables that Lambda sets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Working directory of the process. */
  readonly directory: string;
  readonly arn: string;
  readonly timeoutMs: number;
  /** Time by which the function's clock is ahead of this machine's, in milliseconds. */
  readonly ahead: () => number;
  readonly onLine: (line: Line) => void;
}

export interface Line {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
  /** Absent for a line written outside an invocation. */
  readonly requestId?: string;
}

/** A warm process with the loaded function, which handles one event at a time. */
export interface Instance {
  /** Milliseconds from the start of the process until the handler is loaded. Rejects with a FunctionError. */
  readonly ready: Promise<number>;
  /** False as soon as the process is told to end, or has ended. */
  readonly alive: boolean;
  /** Resolves to the handler's result, as JSON. Rejects with a FunctionError. */
  invoke(event: unknown, requestId: string): Promise<unknown>;
  end(): Promise<void>;
}

type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'succeeded'; readonly result?: unknown }
  | { readonly kind: 'failed' | 'died'; readonly error: ErrorReport };

/** Starts a process for an invocation. It ends with this process. */
export function startInstance(firstRequestId: string, options: InstanceOptions): Instance {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [runtime, String(options.ahead())], {
    cwd: options.directory,
    env: options.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let alive = true;
  let lastWords: FunctionError | undefined;
  let requestId: string | undefined;
  let task = Promise.withResolvers<unknown>();
  const gone = Promise.withResolvers<void>();

  function kill(reason?: FunctionError): void {
    alive = false;
    lastWords ??= reason;
    child.kill('SIGKILL');
  }

  function end(reason: Error): void {
    alive = false;
    task.reject(lastWords ?? reason);
    gone.resolve();
  }

  async function withinTime<T>(ms: number, id: string, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => kill(timedOut(id, ms)), ms);
    return work.finally(() => clearTimeout(timer));
  }

  child.once('error', (error) => end(error));
  child.once('close', (code, signal) => end(exited(requestId ?? firstRequestId, code, signal)));
  child.on('message', (message) => {
    const report = message as Report;
    if (report.kind === 'died') {
      alive = false;
      lastWords ??= new FunctionError(report.error);
    } else if (report.kind === 'failed') {
      afterLogs(() => task.reject(new FunctionError(report.error)));
    } else {
      afterLogs(() => task.resolve(report.kind === 'succeeded' ? (report.result ?? null) : undefined));
    }
  });
  captureLines(child, (text, stream) => options.onLine({ stream, text, ...(requestId && { requestId }) }));

  const ready = withinTime(initTimeoutMs, firstRequestId, task.promise).then(
    () => performance.now() - startedAt,
  );
  ready.catch(() => {});

  return {
    ready,
    get alive() {
      return alive;
    },
    async invoke(event, id) {
      await ready;
      task = Promise.withResolvers();
      requestId = id;
      const ahead = options.ahead();
      const deadline = Date.now() + ahead + options.timeoutMs;
      child.send({ event, requestId: id, deadline, ahead, arn: options.arn }, () => {});
      try {
        return await withinTime(options.timeoutMs, id, task.promise);
      } finally {
        requestId = undefined;
      }
    },
    async end() {
      kill();
      await gone.promise;
    },
  };
}

/** Waits one turn of the event loop: the function's last lines are in the pipe before its report. */
function afterLogs(settle: () => void): void {
  setImmediate(settle);
}

function captureLines(
  child: ChildProcess,
  onLine: (text: string, stream: 'stdout' | 'stderr') => void,
): void {
  const capture = (input: Readable | null, stream: 'stdout' | 'stderr') => {
    if (input) createInterface({ input }).on('line', (text) => onLine(text, stream));
  };
  capture(child.stdout, 'stdout');
  capture(child.stderr, 'stderr');
}
