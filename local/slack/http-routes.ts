import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { sendJson } from './payload/http-json.ts';
import { isObject, type JsonObject, parseJson } from './payload/json.ts';
import { SlackFailure } from './payload/slack-failure.ts';
import type { Local } from './workspace/local.ts';

/**
 * Answers requests below one path. `rest` is the remaining path, without a leading slash. `caller` is the name before the path
 * (`/i/<caller>/api/...`), which distinguishes the instances of an app.
 */
export type RouteHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  rest: string,
  caller?: string,
) => Promise<void>;

/** Serves `/hooks/...`, the response URLs. */
export function responseUrlRoute(local: Local): RouteHandler {
  return async (request, response, rest) => {
    const payload = parseJson(await text(request));
    const { journal } = local.workspace;
    const id = randomUUID();
    const path = `/hooks/${rest}`;
    const answer = (status: number, result: JsonObject): void => {
      journal.append('response', { id, path, payload: payload ?? null, status, response: result });
      sendJson(response, status, result);
    };
    try {
      if (!isObject(payload)) throw new SlackFailure('invalid_payload');
      journal.because(id, () => local.responseUrls.use(path, payload));
      answer(200, { ok: true });
    } catch (error) {
      if (!(error instanceof SlackFailure)) throw error;
      answer(error.code.endsWith('_url') ? 404 : 400, error.answer);
    }
  };
}

/** Serves files: `/files/upload/<id>` receives the bytes, `/files/<id>` returns them once a message shares them. */
export function fileUploadRoute(local: Local): RouteHandler {
  return async (request, response, rest) => {
    const [, upload, id = ''] = /^(upload\/)?(.*)$/.exec(rest) ?? [];
    if (upload) {
      const bytes = await buffer(request);
      const refused = local.files.receive(id, bytes);
      if (refused) sendJson(response, 400, { ok: false, error: refused });
      else response.end(`OK - ${bytes.length}`);
      return;
    }
    const { name = '', content, isShared } = local.files.find(id) ?? {};
    const type = name.endsWith('.png') ? 'image/png' : 'application/octet-stream';
    if (content && isShared) response.writeHead(200, { 'content-type': type }).end(content);
    else sendJson(response, 404, { ok: false, error: 'file_not_found' });
  };
}
