import { onTestFinished } from 'vitest';
import { gateway } from '../../../local/aws/gateway.ts';
import { listenOnLoopback } from '../../../local/loopback/listen.ts';
import { signedHeaders } from '../../../local/slack/human/sign.ts';
import type { RenderedAnswer } from '../../../src/agents/agent-answers.ts';
import { mcpEndpoint } from '../../../src/agents/mcp-endpoint.ts';
import { runEndpoint } from '../../../src/agents/run-endpoint.ts';
import { hashOfToken } from '../../../src/api-keys/api-key-token.ts';
import type { GatewayEvent } from '../../../src/http/gateway-event.ts';
import type { AgentCall } from '../../../src/queue/agent-call.ts';
import { agentDoor, type DoorEvent } from '../../../src/slack/receive/agent-door.ts';
import { apiKeyOf } from '../../support/made/api-key-of.ts';

export const secret = 'a-signing-secret';
export const now = Date.UTC(2026, 10, 21, 12);
export const token = `skydesk_U0ANA_7f3a21_${'s'.repeat(43)}`;
export const key = apiKeyOf(now - 1000, { expiresAt: now + 1000 });

/** A rendered answer. */
export const answeredWith = (more: Partial<RenderedAnswer> = {}): RenderedAnswer => ({
  outcome: 'answered',
  text: 'Two alerts',
  plainText: 'Two alerts, plainly',
  structured: { outcome: 'answered', text: '', facts: {}, tables: [], next: [], note: '' },
  blocks: [{ type: 'divider' }],
  ...more,
});

/** Both endpoints, before the door of a receiver whose calls are answered at once. */
export function endpoints(answer: (call: AgentCall) => RenderedAnswer = () => answeredWith()) {
  const calls: AgentCall[] = [];
  const lines: unknown[] = [];
  const stored = new Map<string, RenderedAnswer>();
  let lookups = 0;
  const [clock, log] = [() => now, (event: string, facts?: object) => void lines.push({ event, ...facts })];
  const content = { signingSecret: secret };
  const door = agentDoor({
    secret: { get: async () => content, renew: async () => content },
    queue: {
      async send(call) {
        calls.push(call);
        stored.set(call.slot, answer(call));
      },
    },
    clock,
    log,
  });
  const deps = {
    receiver: async (event: object) => ({ ...(await door(JSON.parse(JSON.stringify(event)) as DoorEvent)) }),
    answers: { take: async (slot: string) => stored.get(slot) },
    keys: {
      async findTyped({ hash }: { readonly hash: string }) {
        lookups++;
        return hash === hashOfToken(token) ? key : undefined;
      },
    },
    clock,
    wait: async () => {},
    command: '/cloud',
    log,
  };
  return { deps, mcp: mcpEndpoint(deps), run: runEndpoint(deps), calls, lines, lookups: () => lookups };
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
