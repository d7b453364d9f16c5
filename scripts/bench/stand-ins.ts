import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { sampleTeam } from '../../local/slack/workspace/sample-workspace.ts';
import { cloudAnswer, entries, type Reply } from './cloud-samples.ts';
import { signingSecret } from './events.ts';

/**
 * Stand-ins for all services that the functions call. They answer at once, since only the function is to be measured: the local
 * cloud and the local AWS would spend time computing their answers.
 */
export interface StandIns {
  readonly environment: Readonly<Record<string, string>>;
  size: number;
  /** Delay of each stand-in's answers, in milliseconds. */
  latency: Latency;
  /** Number of calls of each AWS action and each path, and the size of the largest request to it, in bytes. */
  readonly calls: ReadonlyMap<string, { readonly times: number; readonly mostBytes: number }>;
  close(): Promise<void>;
}

/** Delay of the answers of AWS, Slack and the Cloud Infrastructure Service, in milliseconds. */
export type Latency = Readonly<Record<'aws' | 'slack' | 'service', number>>;

export const atOnce: Latency = { aws: 0, slack: 0, service: 0 };

const secrets: Readonly<Record<string, unknown>> = {
  'slack-signing': { signingSecret },
  'slack-token': { botToken: 'xoxb-local-bot-token' },
  service: { username: 'skydesk', password: 'none' },
};

/** Each service has its own address, as on AWS: a program that calls two of them opens two connections. */
const parts = ['SECRETS_MANAGER', 'SQS', 'DYNAMODB', 'SERVICE', 'SLACK'] as const;

/**
 * Starts the stand-ins on loopback: AWS's three services, the Cloud Infrastructure Service and Slack. With `tls` they use HTTPS,
 * with a certificate that the functions trust.
 */
export async function startStandIns({ tls = false } = {}): Promise<StandIns> {
  const bodies = new Map<string, Buffer>();
  /** Builds a large answer once, to exclude its construction from the measurement. */
  const made = (pathname: string, reply: () => Reply): Buffer => {
    const key = `${standIns.size} ${pathname}`;
    const known = bodies.get(key) ?? Buffer.from(JSON.stringify(reply()));
    bodies.set(key, known);
    return known;
  };
  const calls = new Map<string, { times: number; mostBytes: number }>();
  const count = (what: string, bytes: number): void => {
    const { times, mostBytes } = calls.get(what) ?? { times: 0, mostBytes: 0 };
    calls.set(what, { times: times + 1, mostBytes: Math.max(mostBytes, bytes) });
  };
  const listener: RequestListener = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    const body = await text(request);
    const [action] = /\w+$/.exec(`${request.headers['x-amz-target'] ?? ''}`) ?? [];
    count(action ?? pathname, body.length);
    const isSlack = pathname.startsWith('/api/');
    const wait = standIns.latency[action ? 'aws' : isSlack ? 'slack' : 'service'];
    if (wait > 0) await delay(wait);
    const reply = action
      ? JSON.stringify(aws(action, body, standIns.size))
      : made(pathname, () => (isSlack ? slack(pathname) : cloudAnswer(pathname, standIns.size)));
    response
      .writeHead(200, { 'content-type': action ? 'application/x-amz-json-1.0' : 'application/json' })
      .end(reply);
  };
  const certificate = tls ? await ownCertificate() : undefined;
  const servers = await Promise.all(
    parts.map(async (part) => {
      const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
      server.keepAliveTimeout = 60_000;
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      return [part, server, `${tls ? 'https' : 'http'}://127.0.0.1:${port}`] as const;
    }),
  );
  const url = Object.fromEntries(servers.map(([part, , address]) => [part, address]));
  const standIns: StandIns = {
    size: 10,
    latency: atOnce,
    calls,
    environment: {
      PATH: process.env.PATH ?? '',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `${url.SECRETS_MANAGER}`,
      AWS_ENDPOINT_URL_SQS: `${url.SQS}`,
      AWS_ENDPOINT_URL_DYNAMODB: `${url.DYNAMODB}`,
      QUEUE_URL: `${url.SQS}/000000000000/skydesk`,
      TABLE_NAME: 'skydesk',
      SERVICE_BASE_URL: `${url.SERVICE}`,
      SERVICE_SECRET_ID: 'service',
      SLACK_SIGNING_SECRET_ID: 'slack-signing',
      SLACK_TOKEN_SECRET_ID: 'slack-token',
      RECEIVER_NAME: 'receiver',
      SLACK_API_URL: `${url.SLACK}/api/`,
      SLACK_SIGNING_SECRET: signingSecret,
      ...(certificate && { NODE_EXTRA_CA_CERTS: certificate.file }),
    },
    async close() {
      await Promise.all(
        servers.map(([, server]) => {
          server.closeAllConnections();
          return server[Symbol.asyncDispose]();
        }),
      );
      if (certificate) await rm(certificate.folder, { recursive: true });
    },
  };
  return standIns;
}

/** Creates a self-signed certificate for 127.0.0.1, and the file by which to trust it. */
async function ownCertificate() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Skydesk bench' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'skydesk-bench-'));
  const file = path.join(folder, 'ca.pem');
  await writeFile(file, cert);
  return { key, cert, folder, file };
}

function aws(action: string, body: string, size: number): Reply {
  const input = JSON.parse(body);
  if (action === 'GetSecretValue') return { SecretString: JSON.stringify(secrets[input.SecretId]) };
  if (action === 'SendMessage') {
    // The SDK refuses an answer without this hash.
    const MD5OfMessageBody = createHash('md5').update(input.MessageBody).digest('hex');
    return { MessageId: MD5OfMessageBody, MD5OfMessageBody };
  }
  return action === 'Query' ? entries(input, size) : {};
}

function slack(pathname: string): Reply {
  if (pathname.endsWith('/auth.test')) return { ok: true, team_id: sampleTeam.id, user_id: 'U0BOT' };
  if (pathname.endsWith('/users.info'))
    return { ok: true, user: { id: 'U0ANA', name: 'ana', team_id: sampleTeam.id } };
  return { ok: true, channel: 'C0CLOUDOPS', ts: '1.1', message_ts: '1.1' };
}
