import type { JsonObject } from '../../slack/payload/json.ts';

/** The local server rejected a request, or could not be reached. The message is a sentence. */
class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
}

/** Identifies this window to the server. A modal is shown in the window that opened it, and disappears after a reload. */
export const ownClient = crypto.randomUUID();

/** Queries the page's server. The response has the server's own type. Rejects with a `RequestFailed`. */
export async function ask<Answer>(path: string): Promise<Answer> {
  return answered(await reach(path));
}

/** Sends an act to the page's server. Rejects with a `RequestFailed`. */
export async function act<Answer>(path: string, body: JsonObject = {}): Promise<Answer> {
  const headers = { 'x-slack-client': ownClient };
  return answered(await reach(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function reach(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw new RequestFailed('Skydesk doesn’t respond. Is “npm run dev” still running?');
  }
}

async function answered<Answer>(response: Response): Promise<Answer> {
  const body = await response.json();
  if (!response.ok)
    throw new RequestFailed(String(body.error ?? `Skydesk responded with HTTP ${response.status}.`));
  return body;
}
