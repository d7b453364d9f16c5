import { setTimeout } from 'node:timers/promises';
import {
  type Connection,
  ConnectionLimited,
  type ConnectionOptions,
  ConnectionRefused,
  connect,
} from './connection.ts';

export interface StayConnectedOptions extends ConnectionOptions {
  /** Prints a sentence for the person at the terminal. */
  say(sentence: string): void;
  /** Waits for a number of milliseconds. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** A connection that renews itself. */
export interface Connected {
  /** Rejects with `ConnectionRefused` if Slack refuses to continue. */
  readonly refused: Promise<never>;
  /** Closes after all received envelopes are handled. */
  close(): Promise<void>;
}

/** Time for which Slack may still send envelopes on a connection after the next one is open, in milliseconds. */
const lingerMs = 500;
const maxBackoffMs = 30_000;

/** Returns why a connection failed, as a clause, and the shortest pause that Slack asks for, in milliseconds. */
function failureOf(error: unknown): { readonly why: string; readonly atLeastMs: number } {
  if (error instanceof ConnectionLimited) return { why: error.message, atLeastMs: error.retryAfterMs };
  const reason = error instanceof Error ? error.message : String(error);
  return { why: `Slack can't be reached (${reason})`, atLeastMs: 0 };
}

/**
 * Connects to Slack, and stays connected. Slack replaces its connections every few hours: the old one stays open until the next
 * one is open and all received envelopes are acknowledged. A lost connection is replaced at once, later after growing pauses, or
 * longer ones if Slack asks for them.
 * @throws ConnectionRefused
 */
export async function stayConnected(options: StayConnectedOptions): Promise<Connected> {
  const { say, wait = setTimeout } = options;
  const open = new Set<Connection>();
  const refused = Promise.withResolvers<never>();
  let stopped = false;

  async function next(): Promise<Connection> {
    for (let backoffMs = 1_000; ; backoffMs = Math.min(2 * backoffMs, maxBackoffMs)) {
      try {
        const connection = await connect(options);
        open.add(connection);
        return connection;
      } catch (error) {
        if (error instanceof ConnectionRefused || stopped) throw error;
        const { why, atLeastMs } = failureOf(error);
        const pauseMs = Math.max(backoffMs, atLeastMs);
        say(`${why}. Trying again in ${pauseMs / 1000} s.`);
        await wait(pauseMs);
      }
    }
  }

  async function end(connection: Connection): Promise<void> {
    await connection.close();
    open.delete(connection);
  }

  async function replace(first: Connection): Promise<void> {
    let current = first;
    while (!stopped) {
      const reason = await current.ended;
      if (stopped) return;
      if (reason === 'link_disabled') throw new ConnectionRefused(reason);
      if (reason === 'closed') say('The connection to Slack was lost. Connecting again.');
      const old = current;
      current = await next();
      void wait(lingerMs).then(() => end(old));
    }
    await end(current);
  }

  replace(await next()).catch(refused.reject);
  // Possibly nobody awaits it.
  refused.promise.catch(() => {});
  return {
    refused: refused.promise,
    async close() {
      stopped = true;
      await Promise.all([...open].map(end));
    },
  };
}
