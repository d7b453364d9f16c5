import type { Json, JsonObject } from '../payload/json.ts';
import { asObject, asObjects } from '../payload/json.ts';
import { Journal } from './journal.ts';
import type { Channel, Person, ProfileNames, UserGroup } from './sample-workspace.ts';
import { member, sampleApp, sampleChannels, samplePeople, sampleUserGroups } from './sample-workspace.ts';

export interface Message {
  /** Seconds and microseconds since the epoch, unique in the workspace. */
  readonly ts: string;
  readonly channel: string;
  /** User id of the author. */
  readonly user: string;
  readonly text: string;
  readonly blocks: JsonObject[];
  readonly files: JsonObject[];
  /** User id of the only person who sees it ("Only visible to you"). */
  readonly onlyFor?: string;
  /** For a reply: the `ts` of the thread's parent message. */
  readonly threadTs?: string;
  /** Whether it is a reply that is also shown in the channel. */
  readonly isBroadcast?: boolean;
  /** Whether it has a reply that everybody in the channel sees. */
  hasReplies?: boolean;
  /** The `ts` of its last edit. */
  readonly edited?: string;
}

export type Draft = Pick<Message, 'channel' | 'user' | 'text'> &
  Partial<Pick<Message, 'blocks' | 'files' | 'onlyFor' | 'threadTs' | 'isBroadcast'>>;
export type Change = Partial<Pick<Message, 'text' | 'blocks'>>;

/** People, channels and messages. Every change is written to the journal. */
export class Workspace {
  readonly journal: Journal;
  readonly clock: () => number;
  #messages: Message[] = [];
  #joined = new Map<string, string[]>();
  #hired: Person[] = [];
  #renamed = new Map<string, ProfileNames>();
  #grouped = new Map<string, string[]>();
  #deletedGroups = new Set<string>();
  /** The error code with which edits of messages are refused; undefined if they are accepted. */
  refusedEdits: string | undefined;
  #serial = 0;

  /** @param clock milliseconds since the epoch */
  constructor(clock: () => number) {
    this.clock = clock;
    this.journal = new Journal(clock);
  }

  /** Finds a person by user id, or by name with or without `@`. */
  person(key: string): Person | undefined {
    const name = key.replace(/^@/, '');
    const found = [...samplePeople, ...this.#hired].find(
      (person) => person.id === key || person.name === name,
    );
    return found && { ...found, ...this.#renamed.get(found.id) };
  }

  /** Adds a person to the workspace, without channels. Others may have the same full name and display name. */
  addPerson(name: string, names?: ProfileNames): Person {
    const hired = member(name, names);
    this.#hired.push(hired);
    return hired;
  }

  /** Changes the names in a person's profile, as everybody can change their own. */
  rename(id: string, names: ProfileNames): void {
    this.#renamed.set(id, { ...this.#renamed.get(id), ...names });
  }

  /** Returns a user group with its current members; undefined if it was deleted. */
  group(id: string): UserGroup | undefined {
    const found = this.#deletedGroups.has(id) ? undefined : sampleUserGroups.find((group) => group.id === id);
    return found && { ...found, members: this.#grouped.get(id) ?? found.members };
  }

  setGroupMembers(id: string, members: readonly string[]): void {
    this.#grouped.set(id, [...members]);
  }

  deleteGroup(id: string): void {
    this.#deletedGroups.add(id);
  }

  /** Finds a channel by id, or by name with or without `#`. */
  channel(key: string): Channel | undefined {
    const name = key.replace(/^#/, '');
    const found = sampleChannels.find(
      (channel) => channel.id === key || (channel.name !== '' && channel.name === name),
    );
    return found && { ...found, members: [...found.members, ...(this.#joined.get(found.id) ?? [])] };
  }

  /** Returns the direct message between a person and the bot, or Slackbot. */
  directMessage(userId: string, withId: string = sampleApp.userId): Channel | undefined {
    return sampleChannels.find(
      ({ kind, members }) =>
        kind === 'im' && members.includes(userId) && members.includes(withId) && userId !== withId,
    );
  }

  /** Returns all channels, including members who have joined since the start. */
  channels(): Channel[] {
    return sampleChannels.flatMap(({ id }) => this.channel(id) ?? []);
  }

  /** Adds a person, usually the bot, to a channel. */
  invite(userId: string, channelId: string): void {
    if (this.channel(channelId)?.members.includes(userId)) return;
    this.#joined.set(channelId, [...(this.#joined.get(channelId) ?? []), userId]);
  }

  /** Returns the next message timestamp, which is later than all earlier ones. */
  nextTs(): string {
    this.#serial += 1;
    return `${Math.floor(this.clock() / 1000)}.${String(this.#serial).padStart(6, '0')}`;
  }

  nextSerial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  /**
   * Posts a message, for the whole channel or for one person. If `threadTs` names no message, Slack still posts into the channel.
   * An ephemeral message is shown in a thread only if the thread has a reply.
   */
  post({ threadTs, isBroadcast, ...draft }: Draft): Message {
    const parent = threadTs === undefined ? undefined : this.#parentOf(draft.channel, threadTs);
    const message: Message = {
      files: [],
      ...draft,
      ...(parent && { threadTs: parent.ts, ...(isBroadcast && { isBroadcast }) }),
      ts: this.nextTs(),
      blocks: this.identified(draft.blocks ?? []),
    };
    if (message.onlyFor && threadTs !== undefined && !parent?.hasReplies) return message;
    this.#messages.push(message);
    if (parent) this.#lookForReplies(parent);
    this.journal.append('message.posted', { message: toJson(message) }, this.audience(message));
    return message;
  }

  /** Returns the parent of a thread, also for the ts of a reply; undefined if a message can't be replied to. */
  #parentOf(channel: string, ts: string): Message | undefined {
    const named = this.find(channel, ts);
    const parent = named?.threadTs === undefined ? named : this.find(channel, named.threadTs);
    return parent?.onlyFor ? undefined : parent;
  }

  #lookForReplies(parent: Message): void {
    parent.hasReplies = this.#messages.some(
      ({ channel, threadTs, onlyFor }) =>
        channel === parent.channel && threadTs === parent.ts && onlyFor === undefined,
    );
  }

  /** Edits a message. Omitted blocks are removed. */
  change(message: Message, change: Change): Message {
    Object.assign(message, change, { blocks: this.identified(change.blocks ?? []), edited: this.nextTs() });
    this.journal.append('message.changed', { message: toJson(message) }, this.audience(message));
    return message;
  }

  delete(message: Message): void {
    this.#messages = this.#messages.filter((kept) => kept !== message);
    const parent = message.threadTs === undefined ? undefined : this.find(message.channel, message.threadTs);
    if (parent) this.#lookForReplies(parent);
    this.journal.append('message.deleted', { message: toJson(message) }, this.audience(message));
  }

  find(channel: string, ts: string): Message | undefined {
    return this.#messages.find((message) => message.channel === channel && message.ts === ts);
  }

  /** Returns the messages that a person can see, oldest first, in one channel or in all of the person's channels. */
  seenBy(userId: string, channel?: string): Message[] {
    return this.#messages.filter(
      (message) => (!channel || message.channel === channel) && this.audience(message).includes(userId),
    );
  }

  /** Returns the ids of the users who can see a message. */
  audience(message: Pick<Message, 'channel' | 'onlyFor'>): string[] {
    return message.onlyFor ? [message.onlyFor] : (this.channel(message.channel)?.members ?? []);
  }

  /** Adds the ids that Slack generates if the app gives none. */
  identified(blocks: JsonObject[]): JsonObject[] {
    return blocks.map((block) => ({
      ...this.#withActionIds(block),
      block_id: block.block_id ?? this.#madeUpId(),
    }));
  }

  /** Removes messages, invitations, new people, and changes of names and groups. Ids are still never reused. */
  reset(): void {
    this.#messages = [];
    this.#joined = new Map();
    this.#hired = [];
    this.#renamed = new Map();
    this.#grouped = new Map();
    this.#deletedGroups = new Set();
    this.refusedEdits = undefined;
    this.journal.reset();
  }

  #withActionIds(block: JsonObject): JsonObject {
    const identify = (element: Json): Json => {
      const { action_id } = asObject(element);
      return { ...asObject(element), action_id: action_id ?? this.#madeUpId() };
    };
    if (block.accessory) return { ...block, accessory: identify(block.accessory) };
    if (block.element) return { ...block, element: identify(block.element) };
    if (block.type === 'actions') return { ...block, elements: asObjects(block.elements).map(identify) };
    return block;
  }

  #madeUpId(): string {
    return `x${this.nextSerial().toString(36).padStart(4, '0')}`;
  }
}

/** Returns a message as the journal and the control API show it. */
export function toJson(message: Message): JsonObject {
  const { onlyFor, threadTs, isBroadcast, hasReplies: _, edited, ...always } = message;
  return {
    ...always,
    ...(onlyFor && { onlyFor }),
    ...(threadTs && { threadTs }),
    ...(isBroadcast && { isBroadcast }),
    ...(edited && { edited }),
  };
}
