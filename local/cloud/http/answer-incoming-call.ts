import type { IncomingMessage } from 'node:http';
import { authenticate, seesAccount } from '../access/authenticate.ts';
import type { Service } from '../store/cloud-service.ts';
import { settleJobs } from '../store/job-status.ts';
import { check } from './body-schema.ts';
import { parseBody } from './parse-body.ts';
import { readQuery } from './query.ts';
import { forbidden, HttpError, message, type Reply } from './reply.ts';
import type { Call, Route, Visit } from './route-types.ts';
import type { Match } from './router.ts';

export interface IncomingCall {
  readonly request: IncomingMessage;
  readonly search: URLSearchParams;
  readonly text: string;
}

/**
 * Answers one request: 404 or 405 without a matching route, 401 without a login, 403 if the roles or the account forbid it, and
 * otherwise with the route's reply.
 */
export async function answer(service: Service, match: Match, arrived: IncomingCall): Promise<Reply> {
  if (match.found === 'nothing') return message(404, 'Requested resource could not be found.');
  if (match.found === 'otherMethods') {
    const text = `The requested resource does not support http method '${arrived.request.method}'.`;
    return { ...message(405, text), headers: { allow: match.methods.join(', ') } };
  }
  settleJobs(service.store, service.now());
  try {
    return await answerRoute(service, match.route, match.params, arrived);
  } catch (error) {
    if (error instanceof HttpError) return error.reply;
    throw error;
  }
}

async function answerRoute(
  service: Service,
  route: Route,
  params: Readonly<Record<string, string>>,
  arrived: IncomingCall,
): Promise<Reply> {
  const visit = visitOf(service, params, arrived);
  if (route.needs === 'nothing') return route.answer(visit);
  const caller = await authenticate(service, arrived.request.headers.authorization);
  const account = visit.param('account').toUpperCase();
  const isAllowed = caller.may(route.needs) && seesAccount(service.store, caller, account);
  const call: Call = { ...visit, caller, account };
  return isAllowed ? route.answer(call) : forbidden;
}

function visitOf(service: Service, params: Readonly<Record<string, string>>, arrived: IncomingCall): Visit {
  const { request, search, text } = arrived;
  const now = service.now();
  return {
    store: service.store,
    settings: service.settings,
    now,
    host: request.headers.host ?? 'localhost',
    query: readQuery(search),
    param: (name) => params[name] ?? '',
    body: (schema) => check(parseBody(text, request.headers['content-type']), schema),
    issueToken: (user) => service.tokens.issue(user, now, service.settings.tokenSeconds),
  };
}
