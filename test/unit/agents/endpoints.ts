import { onTestFinished } from 'vitest';
import { gateway } from '../../../local/aws/gateway.ts';
import { listenOnLoopback } from '../../../local/loopback/listen.ts';
import { signedHeaders } from '../../../local/slack/human/sign.ts';
import { mcpEndpoint } from '../../../src/agents/mcp-endpoint.ts';
import type { Presented } from '../../../src/agents/present.ts';
import { runEndpoint } from '../../../src/agents/run-endpoint.ts';
import type { CallAnswer, ToolCall } from '../../../src/agents/tool-call.ts';
import { note } from '../../../src/answer/answer.ts';
import type { ApiKey } from '../../../src/api-keys/api-key.ts';
import type { GatewayEvent } from '../../../src/http/gateway-event.ts';
import type { Profile } from '../../../src/messaging/person-label.ts';
import { apiKeyOf } from '../api-key-of.ts';

export const secret = 'a-signing-secret';
export const now = Date.UTC(2026, 10, 21, 12);
export const token = 'skydesk_U0ANA_7f3a21_secret';
export const key = apiKeyOf(now - 1000, { expiresAt: now + 1000 });

export const answered: CallAnswer = { outcome: 'answered', answer: [note('Two alerts')] };

/** Both endpoints, over stand-ins for all that a call uses. `presented` replaces the rendered answer. */
export function endpoints(
  answer: (call: ToolCall) => Promise<CallAnswer> | CallAnswer = () => answered,
  presented: Partial<Presented> = {},
) {
  const calls: ToolCall[] = [];
  const lines: unknown[] = [];
  const used: string[] = [];
  let lookups = 0;
  const deps = {
    secret: {
      get: async () => ({ signingSecret: secret, botToken: 'xoxb-1' }),
      renew: async () => ({ signingSecret: secret, botToken: 'xoxb-1' }),
    },
    keys: {
      async find(given: string) {
        lookups++;
        return given === token ? key : undefined;
      },
      async markUsed({ id }: ApiKey) {
        used.push(id);
      },
    },
    clock: () => now,
    command: '/cloud',
    log: (event: string, facts?: object) => lines.push({ event, ...facts }),
    present: ({ outcome, answer: parts }: CallAnswer): Presented => ({
      text: JSON.stringify(parts),
      plainText: JSON.stringify(parts),
      structured: { outcome, text: '', facts: {}, tables: [], next: [], note: '' },
      blocks: [{ type: 'divider' }],
      ...presented,
    }),
    profileOf: async (): Promise<Profile | undefined> => undefined,
    names: { group: async () => undefined, channel: async () => undefined },
    async answerCall(call: ToolCall) {
      calls.push(call);
      return answer(call);
    },
  };
  return { deps, mcp: mcpEndpoint(deps), run: runEndpoint(deps), calls, lines, used, lookups: () => lookups };
}

/** The endpoints behind a socket, as the HTTP API has them. */
export async function serve(served = endpoints()) {
  const { url, close } = await listenOnLoopback(
    gateway([
      { method: 'ANY', path: '/mcp', lambda: { invoke: (event) => served.mcp(event as GatewayEvent) } },
      { method: 'ANY', path: '/run', lambda: { invoke: (event) => served.run(event as GatewayEvent) } },
    ]),
  );
  onTestFinished(close);
  return { ...served, url };
}

/** `fetch` that signs each request as Slack does. */
export const slackFetch =
  (at = now): typeof fetch =>
  async (url, { headers, body, ...init } = {}) =>
    fetch(url, {
      ...init,
      ...(body && { body }),
      headers: headersOf(headers, String(body ?? ''), at),
    });

const headersOf = (headers: RequestInit['headers'], body: string, at: number) => ({
  ...Object.fromEntries(new Headers(headers)),
  ...signedHeaders(secret, String(Math.floor(at / 1000)), body, 'application/json'),
});

export const withKey = { authorization: `Bearer ${token}` };
export const ana = { slack: { user_id: 'U0ANA', team_id: 'T1' } };
