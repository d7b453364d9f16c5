import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Writable } from 'node:stream';
import { compileFunction } from 'node:vm';
import { dateAhead } from '../../local/aws/date-ahead.cjs';
import {
  bundleOf,
  createLambda,
  FunctionError,
  type Instance,
  type InstanceOptions,
  type Lambda,
  type LambdaOptions,
} from '../../local/aws/index.ts';
import { longLimits } from './time-limits.ts';

type Handler = (event: unknown, context: object) => unknown;

/** The globals of a bundle: each instance has its own environment, output and module state. */
const given = [
  'module',
  'exports',
  'require',
  'process',
  'console',
  'Date',
  'setTimeout',
  'AbortSignal',
  'performance',
  '__dirname',
];

/**
 * Suppresses the notice of a slow cloud API, which a busy machine would cause at random in tests that compare all messages. Moves
 * waits for Slack's rate limits to the queue, where tests can let time pass.
 */
const asTested = { SLOW_NOTICE_MS: String(2 ** 31 - 1), SLACK_WAIT_MS: '0' };

const compiled = new Map<string, ReturnType<typeof compileFunction>>();

/**
 * Creates a function with instances in this process, which saves the start of processes. Cold starts are possible. Tests that
 * kill instances need `createLambda`; those that wait for a time limit need `limitsAsDeployed`.
 */
export const inThisProcess = (options: LambdaOptions): Lambda =>
  createLambda({ ...options, startInstance: (_, instance) => start(bundleOf(options), instance) });

function start(bundle: string, { environment, arn, timeoutMs, ahead, onLine }: InstanceOptions): Instance {
  let requestId: string | undefined;
  let alive = true;
  const stdout = output((text) => onLine({ stream: 'stdout', text, ...(requestId && { requestId }) }));
  const stderr = output((text) => onLine({ stream: 'stderr', text, ...(requestId && { requestId }) }));
  const own = Object.create(process, {
    env: { value: { ...asTested, ...environment } },
    stdout: { value: stdout },
    stderr: { value: stderr },
  });
  const begun = performance.now();
  const load = async (): Promise<Handler> => {
    const module: { exports: { handler?: Handler } } = { exports: {} };
    const written = new Console({ stdout, stderr });
    const { setTimeout, AbortSignal, performance } = longLimits;
    const date = dateAhead(ahead);
    const args = [createRequire(bundle), own, written, date, setTimeout, AbortSignal, performance];
    code(bundle)(module, module.exports, ...args, path.dirname(bundle));
    if (!module.exports.handler) throw new Error(`${bundle} exports no handler`);
    return module.exports.handler;
  };
  const ready = load();
  ready.catch(() => {});
  return {
    ready: ready.then(() => performance.now() - begun),
    get alive() {
      return alive;
    },
    async invoke(event, id) {
      const handler = await ready;
      requestId = id;
      const deadline = Date.now() + timeoutMs;
      const context = {
        awsRequestId: id,
        invokedFunctionArn: arn,
        getRemainingTimeInMillis: () => Math.max(deadline - Date.now(), 0),
      };
      try {
        return asJson(await handler(asJson(event), context));
      } catch (error) {
        throw asReported(error);
      } finally {
        requestId = undefined;
      }
    },
    async end() {
      if (requestId)
        throw new Error(`${path.basename(bundle)} is busy and has no process that could be killed`);
      alive = false;
    },
  };
}

function code(bundle: string): ReturnType<typeof compileFunction> {
  const known =
    compiled.get(bundle) ?? compileFunction(readFileSync(bundle, 'utf8'), given, { filename: bundle });
  compiled.set(bundle, known);
  return known;
}

/** Returns a stream that passes on whole lines. */
function output(onLine: (text: string) => void): Writable {
  let rest = '';
  return new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
      done();
    },
  });
}

/** Copies a value, as on the way between processes. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const asReported = (error: unknown): FunctionError =>
  new FunctionError(
    error instanceof Error
      ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
      : { errorType: typeof error, errorMessage: String(error), trace: [] },
  );
