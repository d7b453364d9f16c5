import { buffer } from 'node:stream/consumers';
import { credentialsOf, startLocalCloud } from '../../../local/cloud/index.ts';
import { listenOnLoopback } from '../../../local/loopback/listen.ts';
import { type Json, parseJson } from '../../../local/slack/payload/json.ts';
import { changesSent } from './local-cloud.ts';

/** A local cloud whose answers are changed on their way to the bot; the bot is opened with `service` and `cloud`. */
export async function startRewrittenCloud(rewrite: (answer: Json, path: string) => Json) {
  const cloud = await startLocalCloud();
  const { url, close } = await listenOnLoopback(async (request, response) => {
    const body = await buffer(request);
    const { authorization, 'content-type': type = 'application/json' } = request.headers;
    const answer = await fetch(`${cloud.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': type, ...(authorization && { authorization }) },
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    const json = parseJson(text);
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
      .end(json === undefined ? text : JSON.stringify(rewrite(json, request.url ?? '')));
  });
  return {
    cloud,
    service: { baseUrl: url, ...credentialsOf() },
    /** Returns the calls that change something. */
    changes: (): string[] => changesSent(cloud.requests),
    async close(): Promise<void> {
      await Promise.all([close(), cloud.close()]);
    },
  };
}
