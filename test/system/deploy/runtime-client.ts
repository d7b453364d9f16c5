import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { environmentOf, type Lambda, type LambdaOptions, type LogLine } from '../../../local/aws/index.ts';
import { type Loopback, listenOnLoopback } from '../../../local/loopback/listen.ts';

/** One event on its way through the runtime client. */
interface Invocation {
  readonly id: string;
  readonly event: unknown;
  readonly outcome: PromiseWithResolvers<unknown>;
}

const api = '/2018-06-01/runtime/';

/**
 * A function under AWS's own runtime interface client, which requests events from Lambda's runtime API: one process, one event
 * at a time. `bundle` is the file inside `taskRoot`, which has the content of the zip and nothing else.
 */
export function underRuntimeClient(
  { name, environment, timeoutMs = 3000, onLog = () => {} }: LambdaOptions,
  { client, taskRoot }: { readonly client: string; readonly taskRoot: string },
): Lambda {
  const waiting: Invocation[] = [];
  const underway = new Map<string, Invocation>();
  const logs: LogLine[] = [];
  let idle: ServerResponse | undefined;
  let running: { child: ChildProcess; server: Loopback } | undefined;

  function hand(): void {
    const next = waiting[0];
    if (!idle || !next) return;
    waiting.shift();
    underway.set(next.id, next);
    idle
      .writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': next.id,
        'lambda-runtime-deadline-ms': String(Date.now() + timeoutMs),
        'lambda-runtime-invoked-function-arn': arn,
      })
      .end(JSON.stringify(next.event));
    idle = undefined;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const what = (request.url ?? '').replace(api, '');
    if (what === 'invocation/next') {
      idle = response;
      return hand();
    }
    const body: unknown = JSON.parse((await text(request)) || 'null');
    response.writeHead(202).end();
    const [, id = '', end] = /^invocation\/(.+)\/(response|error)$/.exec(what) ?? [];
    const failed = new Error(`${name}: ${JSON.stringify(body)}`);
    if (what === 'init/error') return fail(failed);
    if (end === 'response') underway.get(id)?.outcome.resolve(body);
    else underway.get(id)?.outcome.reject(failed);
    underway.delete(id);
  }

  function fail(error: Error): void {
    for (const { outcome } of [...waiting.splice(0), ...underway.values()]) outcome.reject(error);
    underway.clear();
  }

  async function start(): Promise<void> {
    const server = await listenOnLoopback((request, response) => {
      serve(request, response).catch(() => response.destroy());
    });
    const child = spawn(process.execPath, [path.join(client, 'index.mjs')], {
      cwd: taskRoot,
      env: {
        PATH: process.env.PATH,
        ...environmentOf({ environment }, name),
        _HANDLER: `dist/${name}.handler`,
        LAMBDA_TASK_ROOT: taskRoot,
        AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${server.port}`,
        AWS_LAMBDA_FUNCTION_NAME: name,
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
        AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
        AWS_LAMBDA_LOG_STREAM_NAME: 'one',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of ['stdout', 'stderr'] as const) {
      createInterface({ input: child[stream] }).on('line', (line) => {
        const written = { function: name, instance: name, at: Date.now(), stream, text: line };
        logs.push(written);
        onLog(written);
      });
    }
    child.once('close', () => fail(new Error(`${name} ended`)));
    running = { child, server };
  }

  async function close(): Promise<void> {
    const { child, server } = running ?? {};
    child?.kill('SIGKILL');
    await server?.close();
    running = undefined;
  }

  const arn = `arn:aws:lambda:eu-west-1:000000000000:function:${name}`;
  let starting: Promise<void> | undefined;
  return {
    name,
    arn,
    logs,
    get running() {
      return waiting.length + underway.size;
    },
    async invoke(event) {
      starting ??= start();
      await starting;
      const invocation = { id: randomUUID(), event, outcome: Promise.withResolvers<unknown>() };
      waiting.push(invocation);
      hand();
      return invocation.outcome.promise;
    },
    coldStart: close,
    async kill() {
      await close();
      return 0;
    },
    close,
  };
}
