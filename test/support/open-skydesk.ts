import type { LogLine } from '../../local/aws/index.ts';
import { type Skydesk, type SkydeskOptions, startSkydesk } from '../../local/skydesk.ts';
import { inThisProcess } from './in-process.ts';
import { followRefusals } from './refused-content.ts';

export interface OpenOptions extends SkydeskOptions {
  /** Starts a separate bot, for tests with irreversible effects, such as closing a part. */
  readonly alone?: boolean;
}

type Shared = Pick<SkydeskOptions, 'workers' | 'batchSize'>;

interface Kept {
  readonly skydesk: Skydesk;
  readonly listeners: Set<(line: LogLine) => void>;
}

/** A long timeout: with all parts in one process, work delays the acknowledgement, and no test is about its speed. */
const asTested = { createFunction: inThisProcess, holdBack: true, ackTimeout: 60_000 };

/** A bot for each vitest worker and choice of options. It ends with its worker. */
const kept = new Map<string, Promise<Kept>>();

/**
 * Opens the whole bot in its initial state, with its functions in this process. Its delayed effects wait for `settled`. A start
 * takes long, so consecutive files share a bot if their `options` allow it, and `close` returns it. Closing fails if Slack
 * refused the content of any message of the bot.
 */
export async function openSkydesk({ alone = false, ...options }: OpenOptions = {}): Promise<Skydesk> {
  const { workers, batchSize, onLog, ...own } = options;
  if (alone || Object.keys(own).length > 0) return strict(await startSkydesk({ ...asTested, ...options }));
  const { skydesk, listeners } = await shared({
    ...(workers !== undefined && { workers }),
    ...(batchSize !== undefined && { batchSize }),
  });
  await skydesk.inspector.reset();
  if (onLog) listeners.add(onLog);
  const { cloud } = skydesk;
  return strict({
    ...skydesk,
    cloud: cloud && { ...cloud, close: () => Promise.reject(new Error('Others need it: be alone')) },
    async close() {
      await skydesk.settled();
      if (onLog) listeners.delete(onLog);
    },
  });
}

/** Makes closing fail if Slack refused the content of any message of the bot. */
function strict(skydesk: Skydesk): Skydesk {
  const { slack, close } = skydesk;
  if (!slack) return skydesk;
  const check = followRefusals(slack);
  return {
    ...skydesk,
    async close() {
      await close();
      check();
    },
  };
}

function shared(options: Shared): Promise<Kept> {
  const key = JSON.stringify(options);
  const found = kept.get(key) ?? start(options);
  kept.set(key, found);
  return found;
}

async function start(options: Shared): Promise<Kept> {
  const listeners: Kept['listeners'] = new Set();
  const skydesk = await startSkydesk({
    ...options,
    ...asTested,
    onLog: (line) => {
      for (const listener of listeners) listener(line);
    },
  });
  return { skydesk, listeners };
}
