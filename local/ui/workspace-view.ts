import { asObject, asObjects, asString, type JsonObject } from '../slack/payload/json.ts';
import type { Entry } from '../slack/workspace/journal.ts';

export interface Message {
  /** Unique in the workspace; also the time, in seconds since 1970. */
  readonly ts: string;
  readonly channel: string;
  readonly user: string;
  readonly text: string;
  readonly blocks: readonly JsonObject[];
  readonly files: readonly JsonObject[];
  /** Whether only the reader sees it. */
  readonly secret: boolean;
  readonly edited: boolean;
  readonly threadTs: string | undefined;
  /** Whether it is a reply that is also shown in the channel. */
  readonly isBroadcast: boolean;
}

export interface View {
  readonly id: string;
  /** For a modal: the window in which it was opened; empty if that was elsewhere, for example in a terminal. */
  readonly client: string;
  readonly json: JsonObject;
  readonly errors: Readonly<Record<string, string>>;
}

/** A notice of Slack itself at a message or in a view. */
interface Notice {
  readonly cursor: number;
  readonly text: string;
  /** `ts` of its message, or id of its view. */
  readonly about: string;
}

export interface Seen {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** All posted messages, oldest first, in their original state. */
  readonly posted: readonly Message[];
  /** Open modals in all windows, with the top one last. */
  readonly views: readonly View[];
  readonly home: View | undefined;
  readonly notices: readonly Notice[];
}

export const nothing: Seen = { messages: [], posted: [], views: [], home: undefined, notices: [] };

/** Updates a person's view with a visible event. */
function see(seen: Seen, { kind, data, cursor }: Entry): Seen {
  switch (kind) {
    case 'message.posted': {
      const message = readMessage(data);
      return { ...seen, messages: [...seen.messages, message], posted: [...seen.posted, message] };
    }
    case 'message.changed': {
      const changed = readMessage(data);
      return {
        ...seen,
        messages: seen.messages.map((message) => (isSame(message, changed) ? changed : message)),
      };
    }
    case 'message.deleted': {
      const deleted = readMessage(data);
      return { ...seen, messages: seen.messages.filter((message) => !isSame(message, deleted)) };
    }
    case 'view.opened': {
      const view = readView(data);
      const isOnTop = seen.views.some(({ id }) => id === view.json.previous_view_id);
      const others = isOnTop ? seen.views : seen.views.filter(({ client }) => client !== view.client);
      return { ...seen, views: [...others, view] };
    }
    case 'view.changed': {
      const changed = readView(data);
      const change = (view: View): View =>
        view.id === changed.id ? { ...changed, client: view.client } : view;
      return { ...seen, views: seen.views.map(change) };
    }
    case 'view.closed': {
      const { id } = readView(data);
      return { ...seen, views: seen.views.filter((view) => view.id !== id) };
    }
    case 'home.published':
      return { ...seen, home: readView(data) };
    case 'notice': {
      const about = asString(data.message_ts) || asString(data.view_id);
      const others = seen.notices.filter((notice) => notice.about !== about);
      return { ...seen, notices: [...others, { cursor, about, text: asString(data.text) }] };
    }
    default:
      return seen;
  }
}

const isSame = (first: Message, second: Message): boolean =>
  first.ts === second.ts && first.channel === second.channel;

function readMessage(data: JsonObject): Message {
  const message = asObject(data.message);
  return {
    ts: asString(message.ts),
    channel: asString(message.channel),
    user: asString(message.user),
    text: asString(message.text),
    blocks: asObjects(message.blocks),
    files: asObjects(message.files),
    secret: message.onlyFor !== undefined,
    edited: message.edited !== undefined,
    threadTs: asString(message.threadTs) || undefined,
    isBroadcast: message.isBroadcast === true,
  };
}

function readView(data: JsonObject): View {
  const json = asObject(data.view);
  const errors = Object.entries(asObject(data.errors)).map(([block, text]) => [block, asString(text)]);
  return { id: asString(json.id), client: asString(data.client), json, errors: Object.fromEntries(errors) };
}

/** The views of all people, updated from the local Slack's journal. */
export class SeenStore {
  #seen = new Map<string, Seen>();
  #cursor = 0;
  readonly #listeners = new Set<() => void>();

  /** Returns a person's view; it is replaced only when it changes. */
  of(person: string): Seen {
    return this.#seen.get(person) ?? nothing;
  }

  /** Applies new events. Skips known ones. */
  take(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.cursor <= this.#cursor) continue;
      this.#cursor = entry.cursor;
      if (entry.kind === 'reset') this.#seen = new Map();
      for (const person of entry.audience ?? []) this.#seen.set(person, see(this.of(person), entry));
    }
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` after each event. Returns a function that stops it. */
  readonly follow = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
