import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../loopback/listen.ts';
import type { Lambda } from './lambda.ts';

const action = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Serves Lambda's `Invoke`, by which functions invoke each other. `functions` returns them by their names. */
export function serveInvocations(functions: () => Readonly<Record<string, Pick<Lambda, 'invoke'>>>) {
  return listenOnLoopback(async (request, response) => {
    const [, name = ''] = action.exec(request.url ?? '') ?? [];
    const invoked = functions()[decodeURIComponent(name)];
    const answer = (status: number, body: unknown, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    if (!invoked) {
      answer(404, { __type: 'ResourceNotFoundException' });
      return;
    }
    try {
      answer(200, await invoked.invoke(JSON.parse(await text(request))));
    } catch {
      answer(200, { errorType: 'Error' }, { 'x-amz-function-error': 'Unhandled' });
    }
  });
}
