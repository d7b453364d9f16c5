import { type Answer, time, warning } from '../../answer/answer.ts';
import { list } from '../../core/list.ts';
import { type SnapshotHead, type WatchedKind, watchedKinds } from '../../drift/watched-state.ts';

export const nameOfKind: Readonly<Record<WatchedKind, string>> = {
  'firewall between': 'Firewall policies between data centers',
  'firewall inside': 'Firewall policies inside data centers',
  'public address': 'Public IPs',
  'alert policy': 'Alert policies',
  'autoscale policy on server': 'Autoscale policies of servers',
};

/** Warns about the kinds that couldn’t be read, one line per reason. */
export function unreadKinds(heads: readonly SnapshotHead[], { alias }: { readonly alias: string }): Answer {
  const failed = heads.flatMap(({ kind, failure }) => (failure ? [{ kind, ...failure }] : []));
  return [...Map.groupBy(failed, ({ why }) => why)].map(([why, alike]) => {
    const names = alike.map(({ kind }) => nameOfKind[kind]);
    const what = names.length === watchedKinds.length ? alias : list(names);
    const since = new Date(Math.min(...alike.map(({ since }) => since)));
    return warning(
      `${what} couldn’t be read since `,
      time(since),
      `, so what changed there isn’t known. ${why}`,
    );
  });
}
