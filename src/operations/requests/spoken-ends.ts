import { changeUndoneBy, type Reversal } from '../../change/model/reversal.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import { readPortRange } from '../../network/port-range.ts';
import { portSet } from '../../network/port-set.ts';
import { includes } from '../../network/ranges.ts';
import type { Context } from '../context/context.ts';

/**
 * Finds ends as people speak of them, among those of the account: “it” is that of the thread, or else the person's own; “tcp/22 on web01” is
 * what they opened there, with exactly these ports. Undefined if the words are a number or an id; then `list` isn't called.
 */
export async function spokenEnds(
  words: string,
  list: () => Promise<readonly Reversal[]>,
  context: Pick<Context, 'requester' | 'thread' | 'changes'>,
): Promise<readonly Reversal[] | undefined> {
  const isIt = /^(?:it|this|that)$/i.test(words);
  const [, ports, server] = /^(\S.*) on (\S+)$/i.exec(words) ?? [];
  const isOpened = ports !== undefined && server !== undefined;
  if (!isIt && !isOpened) return undefined;
  const ends = await list();
  if (isIt && context.thread) return inThread(ends, context);
  const own = ends.filter(({ requester }) => requester === context.requester);
  return isOpened ? own.filter((end) => isOpening(end, ports.split(/[\s,]+/), server.toLowerCase())) : own;
}

/** Finds the ends of the changes whose messages are in the thread of the request. */
async function inThread(
  ends: readonly Reversal[],
  { thread, changes }: Pick<Context, 'thread' | 'changes'>,
): Promise<readonly Reversal[]> {
  const found = await mapConcurrently(
    ends,
    async (end) => {
      const change = await changes.get(changeUndoneBy(end));
      const isThere = [...end.messages, ...(change?.messages ?? [])].some(
        (message) =>
          message.channel === thread?.channel && [message.ts, message.thread].includes(thread?.thread),
      );
      return isThere ? [end] : [];
    },
    maxConcurrency.store,
  );
  return found.flat();
}

/** Returns whether an end closes exactly these ports of a public IP on a server, which is named by its id or a part of it. */
function isOpening(
  { steps: [{ networkChange }] }: Reversal,
  ports: readonly string[],
  server: string,
): boolean {
  if (networkChange?.scope.kind !== 'public' || !('ports' in networkChange.traffic)) return false;
  if (!networkChange.scope.server.toLowerCase().includes(server)) return false;
  const named = portSet(ports.map((port) => readPortRange(port) ?? { protocol: port })).numbers;
  const opened = portSet(networkChange.traffic.ports).numbers;
  return includes(named, opened) && includes(opened, named);
}
