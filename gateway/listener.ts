import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { answer } from './answer.ts';
import { headersOf, textOf } from './headers.ts';
import type { Connect } from './provider.ts';

/** Returns the gateway as a listener of `node:http`. */
export const gatewayListener =
  (connect: Connect): RequestListener =>
  async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    try {
      const { authorization = '' } = headers;
      const answered = await answer(connect, { method, url, authorization, text: await text(request) });
      response.writeHead(answered.status, headersOf(answered)).end(textOf(answered));
    } catch {
      // The caller has gone.
      response.destroy();
    }
  };
