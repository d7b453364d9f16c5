import type { ServerResponse } from 'node:http';
import type { Fault, FaultKind } from '../control/cloud-faults.ts';
import { message, type Reply } from './reply.ts';
import { send } from './send.ts';

/** Sends the faulty response of a fault, or none. */
export function spoil(response: ServerResponse, fault: Fault): void {
  if (fault.how === 'hang') return;
  if (fault.how === 'drop') response.destroy();
  else if (fault.how in texts) sendText(response, fault);
  else send(response, jsonReply(fault), '');
}

const json = 'application/json; charset=utf-8';
const texts: Partial<Record<FaultKind, readonly [type: string, text: string]>> = {
  html: ['text/html', '<!DOCTYPE html><html><body>Be right back.</body></html>'],
  empty: [json, ''],
  text: ['text/plain; charset=utf-8', 'OK'],
  broken: [json, '{"id":"0123","items":[{"na'],
};

function sendText(response: ServerResponse, { how, status = 200 }: Fault): void {
  const [type, text] = texts[how] ?? [json, ''];
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

function jsonReply({ how, status, body }: Fault): Reply {
  if (how === 'internal') return { ...internalError, status: status ?? internalError.status };
  if (how === 'wrongShape') return { status: status ?? 200, body: { unexpected: [{ shape: 1 }] } };
  return body === undefined
    ? message(status ?? 503, 'An error has occurred.')
    : { status: status ?? 503, body };
}

const frame =
  '   at Platform.Api.Controllers.ResourceController.<Load>d__4.MoveNext() in d:\\builds\\api\\Controllers\\ResourceController.cs:line 87\r\n' +
  '--- End of stack trace from previous location where exception was thrown ---\r\n' +
  '   at System.Runtime.CompilerServices.TaskAwaiter.ThrowForNonSuccess(Task task)\r\n';

/** The four-key 500 of about 4.4 KB that the service occasionally sends (docs/cloud-api.md, Errors). */
export const internalError: Reply = {
  status: 500,
  body: {
    message: 'An error has occurred.',
    exceptionMessage: 'Timeout expired. The connection pool at sql-internal-07 has no free connection.',
    exceptionType: 'System.InvalidOperationException',
    stackTrace: frame.repeat(14),
  },
};
