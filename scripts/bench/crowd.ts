import events from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type Skydesk, startSkydesk } from '../../local/skydesk.ts';
import { commandEvent } from './events.ts';
import { figure, quantile, table } from '../derived/figures.ts';

/** As in serverless.yml. */
const workers = 5;
const batchSize = 5;

/** Simulates `sizes` simultaneous users, over the built bundles and the queue. Workers start cold. */
export async function crowd(sizes: readonly number[]): Promise<string> {
  const skydesk = await startSkydesk({ workers, batchSize });
  try {
    await once(skydesk, 10);
    const rows: string[][] = [];
    for (const people of sizes) rows.push(await once(skydesk, people));
    return table(
      [
        'people at once',
        'not acknowledged',
        'ack, median ms',
        'ack, p99',
        'answer, median ms',
        'answer, p99',
        'logins',
        'calls of the cloud API per command',
        'calls of Slack per command',
      ],
      rows,
    );
  } finally {
    await skydesk.close();
  }
}

async function once(skydesk: Skydesk, people: number): Promise<string[]> {
  const { slack, cloud, worker } = skydesk;
  if (!slack || !cloud) throw new Error('Something local is missing');
  await worker.coldStart();
  const asked = cloud.requests.length;
  const cursor = slack.cursor();
  const started = Date.now();
  const posted = await Promise.all(Array.from({ length: people }, () => post(skydesk)));
  const acks = posted.flatMap((ms) => ms ?? []);
  await skydesk.settled();
  const since = slack.journal(cursor);
  const answers = since.filter(({ kind }) => kind === 'message.posted').map(({ at }) => at - started);
  // A command whose acknowledgement was lost may still have been queued.
  if (answers.length < acks.length) {
    throw new Error(`${acks.length} were acknowledged and ${answers.length} answered`);
  }
  const requests = cloud.requests.slice(asked);
  const logins = requests.filter(({ route }) => route === 'login').length;
  const calls = since.filter(({ kind }) => kind === 'call').length;
  return [
    people,
    people - acks.length,
    quantile(acks, 0.5),
    quantile(acks, 0.99),
    quantile(answers, 0.5),
    quantile(answers, 0.99),
    logins,
    (requests.length - logins) / answers.length,
    calls / answers.length,
  ].map(figure);
}

/** Number of connections that a gateway would hold open. With more users, some wait for a connection. */
const connections = new Agent({ maxSockets: 200 });

/** Posts a command. Resolves to the milliseconds until it is acknowledged; undefined if this machine dropped the connection. */
async function post({ url }: Skydesk): Promise<number | undefined> {
  const { headers, body } = commandEvent('alert list');
  const started = performance.now();
  try {
    const asked = request(`${url}/slack/events`, { method: 'POST', headers, agent: connections });
    asked.end(Buffer.from(body, 'base64'));
    const [answer]: IncomingMessage[] = await events.once(asked, 'response');
    if (answer?.statusCode !== 200) return undefined;
    await events.once(answer.resume(), 'end');
    return performance.now() - started;
  } catch {
    return undefined;
  }
}
