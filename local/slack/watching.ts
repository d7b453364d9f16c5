import { channelFor, personNamed } from './human/acts.ts';
import { asObject, asString, type JsonObject } from './payload/json.ts';
import type { Entry } from './workspace/journal.ts';
import type { Local } from './workspace/local.ts';
import { forApps } from './workspace/open-views.ts';
import type { Person } from './workspace/sample-workspace.ts';
import { toJson } from './workspace/workspace.ts';

/** What people see in the local Slack, and what has happened there. */
export function watching(local: Local) {
  const { workspace, views } = local;
  const who = (key: string): Person => personNamed(local, key);
  const canSee =
    (person: Person) =>
    (entry: Entry): boolean =>
      entry.audience?.includes(person.id) ?? false;

  return {
    /** The Home tab as published, or `null`. */
    home: (person: string): JsonObject | null => {
      const view = views.home(who(person).id);
      return view ? forApps(view) : null;
    },

    /** The open views, the one on top last, each with the messages at its fields. */
    views: (person: string): JsonObject[] =>
      views.of(who(person).id).map((view) => ({ ...forApps(view), errors: view.errors })),

    /** The messages that a person sees now, oldest first: of one channel, or of all. */
    sees: (person: string, channel?: string): JsonObject[] => {
      const member = who(person);
      return workspace.seenBy(member.id, channel && channelFor(local, member, channel).id).map(toJson);
    },

    /** What a person sees happen after `cursor`, waiting up to `timeout` ms (default 10 s) for the first thing. */
    next: (person: string, cursor: number, timeout = 10_000): Promise<Entry[]> =>
      workspace.journal.next(cursor, canSee(who(person)), timeout),

    /** The cursor of the newest entry of the journal. */
    cursor: (): number => workspace.journal.cursor,

    /** Everything that happened after `cursor`: messages, views, Web API calls, requests to the app. */
    journal: (cursor = 0): Entry[] => workspace.journal.since(cursor),

    /** Calls `listener` with all that happens from now on; returns the way to stop. */
    follow: (listener: (entry: Entry) => void): (() => void) => workspace.journal.follow(listener),

    /** The Web API calls so far, oldest first, tokens masked. */
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
