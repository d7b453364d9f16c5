import type { Action, Invocation } from '../../local/aws/index.ts';
import type { LocalCloud } from '../../local/cloud/index.ts';
import type { Skydesk } from '../../local/skydesk.ts';
import { signedHeaders } from '../../local/slack/human/sign.ts';
import { average, type RunAverages, sizeOf, slackCallsIn, tableUse, type Usage } from './averages.ts';

/** Averages of one tool call of an agent. */
export interface MeasuredCalls extends Usage {
  readonly mcp: RunAverages;
}

/** Ten calls as an agent makes them; one asks for a change, whose preview is sent. */
const calls = [
  ['alert_list', {}],
  ['alert_list', {}],
  ['server_find', { text: 'web' }],
  ['server_show', { server: 'de1acmeweb01' }],
  ['alert_show', { policy: 'Night watch' }],
  ['invoice', {}],
  ['ip_show', { server: 'de1acmeweb01' }],
  ['dc_list', {}],
  ['firewall_list', { dc: 'de1' }],
  ['alert_assign', { policy: 'Night watch', server: 'de1acmejump01' }],
] as const;
/** Fewer calls than one person may make in a minute. */
const rounds = 2;
const count = rounds * calls.length;

const ana = { user_id: 'U0ANA', team_id: 'T0SKYDESK' };

/** Lets Slackbot call tools for a person, and counts what that takes. `ran` and `lines` grow meanwhile. */
export async function measureCalls(
  skydesk: Skydesk,
  cloud: LocalCloud,
  ran: readonly Invocation[],
  lines: readonly string[],
): Promise<MeasuredCalls> {
  const used = (): ReturnType<typeof tableUse> =>
    tableUse((action: Action) => skydesk.aws.faults.calls(action));
  const [before, served, logged] = [used(), cloud.requests.length, lines.length];
  for (let round = 0; round < rounds; round += 1) {
    // Each has an id of its own: a request with the same bytes in the same second would be a copy.
    for (const [at, [name, args]] of calls.entries())
      await call(skydesk.url, name, args, round * calls.length + at);
  }
  await skydesk.settled();
  const after = used();
  const own = lines.slice(logged);
  const perCall = (sum: number): number => sum / count;
  return {
    mcp: average(ran, 'mcp', count),
    tableCalls: perCall(after.tableCalls - before.tableCalls),
    writeUnits: perCall(after.writeUnits - before.writeUnits),
    readUnits: perCall(after.readUnits - before.readUnits),
    serviceCalls: perCall(cloud.requests.length - served),
    slackCalls: perCall(slackCallsIn(own)),
    logBytes: perCall(sizeOf(own)),
  };
}

async function call(url: string, name: string, args: object, id: number): Promise<void> {
  const params = { name, arguments: args, _meta: { slack: ana } };
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...signedHeaders('local-signing-secret', timestamp, body, 'application/json'),
      accept: 'application/json, text/event-stream',
    },
    body,
  });
  const text = await response.text();
  if (!response.ok || text.includes('"isError":true')) throw new Error(`${name}: ${response.status} ${text}`);
}
