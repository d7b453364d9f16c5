import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { chat } from './methods/chat.ts';
import { conversations } from './methods/conversations.ts';
import { files } from './methods/files.ts';
import type { Method } from './methods/method.ts';
import { rest } from './methods/rest.ts';
import { people } from './methods/users.ts';
import { views } from './methods/view-methods.ts';
import { type Arguments, readArguments } from './payload/arguments.ts';
import { sendJson } from './payload/http-json.ts';
import type { JsonObject } from './payload/json.ts';
import { lookUp } from './payload/json.ts';
import { SlackFailure } from './payload/slack-failure.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Fault, Faults } from './slack-faults.ts';
import type { Local } from './workspace/local.ts';

const methods = { ...rest, ...chat, ...people, ...conversations, ...views, ...files };

/** The only method that needs no token. */
const openMethod = 'blocks.validate';

/** Serves `/api/<method>` as Slack does, including faults and rate limits, and writes each call to the journal. */
export function webApi(local: Local, faults: Faults, rateLimits: RateLimits, botToken: () => string) {
  const answer = (method: string, args: Arguments, token: string | undefined): JsonObject => {
    try {
      const run = lookUp<Method>(methods, method);
      if (!run) throw new SlackFailure('unknown_method', [], { req_method: method });
      if (method !== openMethod) {
        authenticate(token, botToken());
        local.scopes.check(method, args);
      }
      return { ok: true, ...run(args, local) };
    } catch (error) {
      if (error instanceof SlackFailure) return error.answer;
      throw error;
    }
  };

  const sendResult = (response: ServerResponse, result: JsonObject, token: string | undefined): void => {
    const { granted } = local.scopes;
    if (granted && token === botToken()) response.setHeader('x-oauth-scopes', granted.join(','));
    sendJson(response, 200, result);
  };

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    method: string,
    caller?: string,
  ): Promise<void> => {
    const { journal } = local.workspace;
    const id = randomUUID();
    const started = performance.now();
    const body = await buffer(request);
    const planned: Partial<Fault> = faults.take(method) ?? {};
    if (planned.latency) await sleep(planned.latency);
    const args = readArguments(request.headers['content-type'] ?? '', body);
    const retryAfter = rateLimits.take(method, args.text('channel'));
    const fault = retryAfter > 0 ? { retryAfter } : planned;
    const token = request.headers.authorization?.replace(/^Bearer /i, '') ?? args.text('token');
    const record = (result: JsonObject): void => {
      journal.append('call', {
        id,
        ...(caller !== undefined && { caller }),
        method,
        arguments: masked(args.all),
        response: result,
        ms: Math.round(performance.now() - started),
      });
    };

    if (refuse(fault, response, record)) return;
    const result = journal.because(id, () => answer(method, args, token));
    record(result);
    sendResult(response, result, token);
  };
}

function authenticate(token: string | undefined, botToken: string): void {
  if (!token) throw new SlackFailure('not_authed');
  if (token !== botToken) throw new SlackFailure('invalid_auth');
}

/** Responds according to a fault. Returns false if the fault lets the call continue. */
function refuse(
  fault: Partial<Fault>,
  response: ServerResponse,
  record: (result: JsonObject) => void,
): boolean {
  if (fault.retryAfter !== undefined) {
    response.setHeader('retry-after', String(fault.retryAfter));
    const result = { ok: false, error: 'ratelimited' };
    record({ ...result, status: 429, retry_after: fault.retryAfter });
    sendJson(response, 429, result);
    return true;
  }
  if (fault.status !== undefined) {
    record({ status: fault.status });
    response.writeHead(fault.status, { 'content-type': 'text/html' }).end('<html>Server Error</html>');
    return true;
  }
  if (fault.error === undefined) return false;
  const result = { ok: false, error: fault.error, ...fault.more };
  record(result);
  sendJson(response, 200, result);
  return true;
}

function masked(args: JsonObject): JsonObject {
  return 'token' in args ? { ...args, token: 'xoxb-…' } : args;
}
