import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type ErrorReport, exited, FunctionError, timedOut } from './function-error.ts';

const runtime = path.join(import.meta.dirname, 'runtime.cjs');
const initTimeoutMs = 10_000;

/** What one instance needs to know of its function. */
export interface InstanceOptions {
  /** The whole of the function's environment, the variables that Lambda itself sets included. */
  readonly environment: Readonly<Record<string, string>>;
  /** Directory that the process runs in. */
  readonly directory: string;
  readonly arn: string;
  readonly timeoutMs: number;
  /** How far the function's clock is ahead of this machine's, in milliseconds. */
  readonly ahead: () => number;
  readonly onLine: (line: Line) => void;
}

/** One line that the function wrote. */
export interface Line {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
  /** Absent for a line written outside an invocation. */
  readonly requestId?: string;
}

/** One warm process with the function loaded, which handles one event at a time. */
export interface Instance {
  /** Milliseconds from the start of the process to the loaded handler. Rejects with a FunctionError. */
  readonly ready: Promise<number>;
  /** False from the moment the process is told to end, or has ended. */
  readonly alive: boolean;
  /** The handler's result as JSON carries it. Rejects with a FunctionError. */
  invoke(event: unknown, requestId: string): Promise<unknown>;
  /** Kills the process and waits until it is gone. */
  end(): Promise<void>;
}

type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'succeeded'; readonly result?: unknown }
  | { readonly kind: 'failed' | 'died'; readonly error: ErrorReport };

/** Starts a process for the invocation that needs it; the process ends by itself when this one does. */
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

/** The function's last lines are in the pipe before its report; one turn of the event loop reads them. */
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
