import { createContext, use } from 'react';
import type { WorkspaceInfo } from '../slack/slack-control.ts';
import type { Channel, Person } from '../slack/workspace/sample-workspace.ts';
import { sampleApp, slackbotId } from '../slack/workspace/sample-workspace.ts';
import { nothing, type Seen } from './workspace-view.ts';

/** The person who looks, and their workspace. */
export type Reader = ReturnType<typeof readerOf>;

export function readerOf(person: Person, info: WorkspaceInfo) {
  const mine = info.channels.filter(({ members }) => members.includes(person.id));
  const directWith = (id: string) => mine.find(({ kind, members }) => kind === 'im' && members.includes(id));
  const names = new Map<string, string>([
    ...info.people.map(({ id, realName, displayName }): [string, string] => [id, displayName || realName]),
    ...info.bots.map(({ id, name }): [string, string] => [id, name]),
    ...info.channels.map(({ id, name }): [string, string] => [id, name]),
    ...info.groups.map(({ id, handle }): [string, string] => [id, handle]),
  ]);
  return {
    person,
    info,
    /** Without direct messages. */
    channels: mine.filter(({ kind }) => kind !== 'im'),
    direct: directWith(sampleApp.userId),
    slackbot: directWith(slackbotId),
    /** Returns the name of a person, channel or group by id, without `@` or `#`. */
    nameOf: (id: string): string | undefined => names.get(id),
  };
}

/** Returns the name of a channel in addresses: its own, or that of the other member of a direct message. */
export function placeNameOf(
  { id, name }: Channel,
  { direct, slackbot }: Pick<Reader, 'direct' | 'slackbot'>,
): string {
  return { [direct?.id ?? '']: 'skydesk', [slackbot?.id ?? '']: 'slackbot' }[id] ?? name;
}

/** Returns the channel of an address; undefined if the reader has no such channel. */
export const channelAt = (place: string, reader: Reader): Channel | undefined =>
  [...reader.channels, reader.direct, reader.slackbot].find(
    (channel) => channel !== undefined && placeNameOf(channel, reader) === place,
  );

export const ReaderContext = createContext<Reader | undefined>(undefined);

/** Returns the reader. @throws Error outside of the workspace */
export function useReader(): Reader {
  const reader = use(ReaderContext);
  if (!reader) throw new Error('Nobody reads here.');
  return reader;
}

/** Separate from the reader, so that an event rerenders only the components that show it. */
export const SeenContext = createContext<Seen>(nothing);

export const useSeen = (): Seen => use(SeenContext);
