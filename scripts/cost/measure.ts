import path from 'node:path';
import { signedHeaders } from '../../local/slack/human/sign.ts';
import { build } from '../build.ts';
import { metered, type Runs, type Usage } from './meter.ts';

/** The measurements of a bot that watches nothing. */
export interface Measured {
  readonly command: Usage;
  /** One run of the sweeper that finds nothing to do. */
  readonly sweeper: Runs | undefined;
  /** One tool call of an agent. */
  readonly call: Usage;
}

/** Ten typical commands of a team. One is a change, which is confirmed. */
const day = [
  'alert list',
  'server find web',
  'server show de1acmeweb01',
  'alert show "Night watch"',
  'invoice',
  'ip show de1acmeweb01',
  'dc list',
  'firewall list de1',
  'alrt list',
];
/** Alternates, since a change without effect isn’t made. */
const changes = ['assign', 'unassign'].map((verb) => `alert ${verb} "Night watch" de1acmejump01`);

/** Ten typical calls of an agent. One requests a change, whose preview is sent. */
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

const rounds = 10;
/** Twenty calls stay below the limit of calls per person and minute. */
const callsInAll = 2 * calls.length;

export const measure = (): Promise<Measured> =>
  metered({}, async ({ url, slack, settled, sweep, used }) => {
    const command = await used(rounds * (day.length + 1), async () => {
      for (let round = 0; round < rounds; round += 1) {
        for (const line of [...day, changes[round % changes.length] ?? '']) {
          await slack.type('ana', 'cloud-ops', `/cloud ${line}`);
          await settled();
        }
        await slack.press('ana', 'decide:confirm');
        await settled();
      }
    });
    const { runs } = await used(rounds, async () => {
      for (let round = 0; round < rounds; round += 1) await sweep();
    });
    const call = await used(callsInAll, async () => {
      // Each call has its own id: a request with equal bytes in the same second would be a copy.
      for (let id = 0; id < callsInAll; id += 1) await callTool(url, id);
    });
    return { command, sweeper: runs.sweeper, call };
  });

async function callTool(url: string, id: number): Promise<void> {
  const [name, args] = calls[id % calls.length] ?? calls[0];
  const slack = { user_id: 'U0ANA', team_id: 'T0SKYDESK' };
  const params = { name, arguments: args, _meta: { slack } };
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

const looks = 10;
const everyMinutes = 15;

/** Measures one look at an account of the emulator in which nothing has changed, without the sweep that starts it. */
export async function measureWatch(): Promise<Usage> {
  const bundles = path.join(import.meta.dirname, '../../dist/watched');
  await build({ watch: { accounts: ['ACME'], everyMinutes }, dist: bundles });
  return metered({ bundles }, async ({ time, sweep, settled, used }) => {
    const sweeps = (count: number, minutes: number): Promise<Usage> =>
      used(count, async () => {
        for (let done = 0; done < count; done += 1) {
          time.advance(minutes * 60_000);
          await sweep();
          await settled();
        }
      });
    // The first watch takes a snapshot.
    await sweeps(1, everyMinutes);
    const look = await sweeps(looks, everyMinutes);
    const idle = await sweeps(looks, 0);
    return {
      ...look,
      runs: { ...(look.runs.worker && { worker: look.runs.worker }) },
      tableCalls: look.tableCalls - idle.tableCalls,
      writeUnits: look.writeUnits - idle.writeUnits,
      readUnits: look.readUnits - idle.readUnits,
      logBytes: look.logBytes - idle.logBytes,
    };
  });
}
