import { channelFor, personNamed } from './human/acts.ts';
import { asObject, asString, type JsonObject } from './payload/json.ts';
import type { Entry } from './workspace/journal.ts';
import type { Local } from './workspace/local.ts';
import { forApps } from './workspace/open-views.ts';
import {
  type Channel,
  type Person,
  sampleBots,
  sampleHumans,
  sampleUserGroups,
  type UserGroup,
} from './workspace/sample-workspace.ts';
import { toJson } from './workspace/workspace.ts';

/** The people, channels and bots of the local Slack. */
export interface WorkspaceInfo {
  /** The people who can act. */
  readonly people: Person[];
  readonly channels: Channel[];
  readonly bots: { readonly id: string; readonly name: string }[];
  readonly groups: UserGroup[];
  /** Milliseconds since 1970, by the workspace's clock. */
  readonly now: number;
  /** The slash command of the app. */
  readonly command: string;
}

/** Returns the queries about the local Slack: people's views and the events. */
export function queries(local: Local, command: string) {
  const { workspace, views } = local;
  const who = (key: string): Person => personNamed(local, key);
  const canSee =
    (person: Person) =>
    (entry: Entry): boolean =>
      entry.audience?.includes(person.id) ?? false;

  return {
    info: (): WorkspaceInfo => ({
      people: sampleHumans.map(({ id }) => who(id)),
      channels: workspace.channels(),
      bots: sampleBots.map(({ id, realName }) => ({ id, name: realName })),
      groups: sampleUserGroups.flatMap(({ id }) => workspace.group(id) ?? []),
      now: workspace.clock(),
      command,
    }),

    /** Returns the published Home tab, or `null`. */
    home: (person: string): JsonObject | null => {
      const view = views.home(who(person).id);
      return view ? forApps(view) : null;
    },

    /** Returns the open views, with the top one last, each with the messages at its fields. */
    views: (person: string): JsonObject[] =>
      views.of(who(person).id).map((view) => ({ ...forApps(view), errors: view.errors })),

    /** Returns the messages that a person sees, oldest first, in one channel or in all. */
    sees: (person: string, channel?: string): JsonObject[] => {
      const member = who(person);
      return workspace.seenBy(member.id, channel && channelFor(local, member, channel).id).map(toJson);
    },

    /** Returns the events that a person sees after `cursor`. Waits for the first one for up to `timeout` ms (default 10 s). */
    next: (person: string, cursor: number, timeout = 10_000): Promise<Entry[]> =>
      workspace.journal.next(cursor, canSee(who(person)), timeout),

    /** Returns the cursor of the newest journal entry. */
    cursor: (): number => workspace.journal.cursor,

    /** Returns all events after `cursor`: messages, views, Web API calls, requests to the app. */
    journal: (cursor = 0): Entry[] => workspace.journal.since(cursor),

    /** Calls `listener` for all new events. Returns a function that stops it. */
    follow: (listener: (entry: Entry) => void): (() => void) => workspace.journal.follow(listener),

    /** Returns the Web API calls so far, oldest first, with masked tokens. */
    calls: (method?: string): { method: string; arguments: JsonObject; response: JsonObject }[] =>
      workspace.journal
        .since(0, ({ kind, data }) => kind === 'call' && (!method || data.method === method))
        .map(({ data }) => ({
          method: asString(data.method),
          arguments: asObject(data.arguments),
          response: asObject(data.response),
        })),
  };
}
