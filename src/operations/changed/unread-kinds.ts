import { type Answer, note, time, warning } from '../../answer/answer.ts';
import { grouped } from '../../core/grouped.ts';
import { list, shortList } from '../../core/list.ts';
import {
  type SnapshotHead,
  type UnreadResource,
  type WatchedKind,
  watchedKinds,
} from '../../drift/watched-state.ts';

export const nameOfKind: Readonly<Record<WatchedKind, string>> = {
  'firewall between': 'Firewall policies between data centers',
  'firewall inside': 'Firewall policies inside data centers',
  'public address': 'Public IPs',
  'alert policy': 'Alert policies',
  'autoscale policy on server': 'Autoscale policies of servers',
};

/** Names the kinds that couldn’t be read, one line per reason, single resources, one line per kind, and what is still being read. */
export const unreadKinds = (heads: readonly SnapshotHead[], own: { readonly alias: string }): Answer => [
  ...failedKinds(heads, own),
  ...heads.flatMap(unreadResources),
  ...heads.flatMap(unfinished),
];

/** Says how far the reading of a kind is that takes several jobs. */
const unfinished = ({ kind, reading }: SnapshotHead): Answer =>
  reading
    ? [
        note(
          `${nameOfKind[kind]}: being read since `,
          time(new Date(reading.takenAt)),
          `, ${grouped(reading.left)} left. What changed there is shown after that.`,
        ),
      ]
    : [];

function failedKinds(heads: readonly SnapshotHead[], { alias }: { readonly alias: string }): Answer {
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

/** Upper bound for the resources that are named. */
const maxNamed = 3;

/** Names the resources of a kind of which not all could be read. A kind that failed says so already. */
function unreadResources({ kind, unread, failure }: SnapshotHead): Answer {
  if (!unread || failure) return [];
  const { count, since, resources } = unread;
  const named = resources.filter(({ subject }) => Object.keys(subject).length > 1);
  const more = count - Math.min(named.length, maxNamed);
  const all = named.slice(0, maxNamed).map(nameOf);
  const which = list([...all, ...(all.length > 0 && more > 0 ? [`${more} more`] : [])]);
  return [
    warning(
      `${nameOfKind[kind]}: ${count} couldn’t be read${which && ` (${which})`} since `,
      time(new Date(since)),
      ', so what changed there isn’t known.',
    ),
  ];
}

/** Formats an unread resource: "195f2e21 in DE1: source", "one in DE1: id". */
function nameOf({ subject, parts }: UnreadResource): string {
  const { dc, id, server, address } = subject;
  const what = id?.slice(0, 8) ?? address ?? 'one';
  const where = dc?.toUpperCase() ?? server?.toUpperCase();
  const name = [what, ...(where === undefined ? [] : [`in ${where}`])].join(' ');
  return parts.length > 0 ? `${name}: ${shortList(parts, maxNamed)}` : name;
}
