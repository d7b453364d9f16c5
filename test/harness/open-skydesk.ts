import type { LogLine } from '../../local/aws/index.ts';
import { type Skydesk, type SkydeskOptions, startSkydesk } from '../../local/skydesk.ts';
import { inThisProcess } from './in-process.ts';
import { followRefusals } from './refused-content.ts';

export interface OpenOptions extends SkydeskOptions {
  /** For what cannot be undone, such as a part that goes away. */
  readonly alone?: boolean;
}

type Shared = Pick<SkydeskOptions, 'workers' | 'batchSize'>;

interface Kept {
  readonly skydesk: Skydesk;
  readonly listeners: Set<(line: LogLine) => void>;
}

/** Where all is one process, what is busy keeps the acknowledgement waiting; no test is about how fast it is. */
const asTested = { createFunction: inThisProcess, holdBack: true, ackTimeout: 60_000 };

/** One for each vitest worker and choice of options; it ends with its worker. */
const kept = new Map<string, Promise<Kept>>();

/**
 * The whole bot as at its start, with its functions in this process; what it does later, it does when `settled` asks
 * for it. To start one takes long, so it is lent to one
 * file after the other where `options` are those of others too, and `close` gives it back. Closing it fails if Slack refused
 * the content of anything that the bot sent.
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

/** Closing it fails if Slack refused the content of anything that the bot sent. */
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
