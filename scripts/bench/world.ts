import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TEAM } from '../../src/playground/slack/world.ts';
import { signingSecret } from './events.ts';
import { entries, groupOf, invoiceOf, policiesOf } from './samples.ts';

/** Everything that the functions talk to, answering at once, so that what is measured is the function. */
export interface World {
  /** The variables that the functions run with. */
  readonly environment: Readonly<Record<string, string>>;
  /** How many of everything there are, and how many milliseconds the service takes to answer. */
  size: number;
  serviceMs: number;
  /** How often each action of AWS and each path was called, and the bytes of the largest request to it. */
  readonly calls: ReadonlyMap<string, { readonly times: number; readonly mostBytes: number }>;
  close(): Promise<void>;
}

type Reply = Readonly<Record<string, unknown>> | readonly unknown[];

const secrets: Readonly<Record<string, unknown>> = {
  slack: { signingSecret, botToken: 'xoxb-local-bot-token' },
  service: { username: 'skydesk', password: 'none' },
};

/** Starts the world on loopback, on one port: AWS's three services, the Cloud Infrastructure Service, Slack. */
export async function startWorld(): Promise<World> {
  const bodies = new Map<string, Buffer>();
  /** Large answers are made once, so that making them is not measured. */
  const made = (path: string, reply: () => Reply): Buffer => {
    const key = `${world.size} ${path}`;
    const known = bodies.get(key) ?? Buffer.from(JSON.stringify(reply()));
    bodies.set(key, known);
    return known;
  };
  const calls = new Map<string, { times: number; mostBytes: number }>();
  const count = (what: string, bytes: number): void => {
    const { times, mostBytes } = calls.get(what) ?? { times: 0, mostBytes: 0 };
    calls.set(what, { times: times + 1, mostBytes: Math.max(mostBytes, bytes) });
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    const body = await textOf(request);
    const target =
      String(request.headers['x-amz-target'] ?? '')
        .split('.')
        .at(-1) ?? '';
    count(target || pathname, body.length);
    if (pathname.startsWith('/v2/') && world.serviceMs > 0) await delay(world.serviceMs);
    const reply = target
      ? JSON.stringify(aws(target, body, world.size))
      : made(pathname, () =>
          pathname.startsWith('/api/') ? slack(pathname) : service(pathname, world.size),
        );
    response
      .writeHead(200, { 'content-type': target ? 'application/x-amz-json-1.0' : 'application/json' })
      .end(reply);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world: World = {
    size: 10,
    serviceMs: 0,
    calls,
    environment: {
      PATH: process.env.PATH ?? '',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL: url,
      QUEUE_URL: `${url}/000000000000/skydesk`,
      TABLE_NAME: 'skydesk',
      SERVICE_BASE_URL: url,
      SERVICE_SECRET_ID: 'service',
      SLACK_SECRET_ID: 'slack',
      SLACK_API_URL: `${url}/api/`,
      SLACK_SIGNING_SECRET: signingSecret,
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return world;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function aws(action: string, body: string, size: number): Reply {
  const input = JSON.parse(body);
  if (action === 'GetSecretValue') return { SecretString: JSON.stringify(secrets[input.SecretId]) };
  if (action === 'SendMessage') {
    // The SDK refuses an answer without it.
    const MD5OfMessageBody = createHash('md5').update(input.MessageBody).digest('hex');
    return { MessageId: MD5OfMessageBody, MD5OfMessageBody };
  }
  return action === 'Query' ? entries(input, size) : {};
}

function slack(pathname: string): Reply {
  if (pathname.endsWith('/auth.test')) return { ok: true, team_id: TEAM.id, user_id: 'U0BOT' };
  if (pathname.endsWith('/users.info'))
    return { ok: true, user: { id: 'U0ANA', name: 'ana', team_id: TEAM.id } };
  return { ok: true, channel: 'C0CLOUDOPS', ts: '1.1', message_ts: '1.1' };
}

function service(pathname: string, size: number): Reply {
  const [, , what] = pathname.split('/');
  switch (what) {
    case 'authentication':
      return {
        userName: 'skydesk',
        accountAlias: 'ACME',
        locationAlias: 'DE1',
        roles: [],
        bearerToken: 'none',
      };
    case 'alertPolicies':
      return policiesOf(size);
    case 'invoice':
      return invoiceOf(size);
    case 'datacenters':
      return [
        {
          id: 'de1',
          name: 'DE1 - Germany',
          links: [{ rel: 'group', href: '/v2/groups/ACME/root', id: 'root' }],
        },
      ];
    default:
      return groupOf(size);
  }
}
