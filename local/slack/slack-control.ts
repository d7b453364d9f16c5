import { channelFor, personNamed, verificationToken } from './human/acts.ts';
import { act, homeOpened, remember, suggest } from './human/block-actions.ts';
import { findElement, type Where } from './human/find.ts';
import type { Ack, AppClient } from './human/post-to-app.ts';
import { closeView, type Submission, submitView } from './human/submission.ts';
import { sendEvent, typeCommand, typeMessage } from './human/typing.ts';
import { type Entered, offered, valueFor } from './human/values.ts';
import type { JsonObject } from './payload/json.ts';
import { asObject, asString } from './payload/json.ts';
import type { Fault, Faults, PlannedFault } from './slack-faults.ts';
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

/** What a test, a terminal or the web page can do in the local Slack in the name of its people. */
export type SlackControl = ReturnType<typeof createSlackControl>;

/** Who and what there is in the local Slack. */
export interface WorkspaceInfo {
  /** Those who can be acted as. */
  readonly people: Person[];
  readonly channels: Channel[];
  readonly bots: { readonly id: string; readonly name: string }[];
  readonly groups: UserGroup[];
  /** The slash command of the app. */
  readonly command: string;
}

/** People and channels are named (`ana`, `cloud-ops`, `dm`) or given by id. All methods throw an Error that says what does not exist. */
export function createSlackControl(local: Local, app: AppClient, faults: Faults, command: string) {
  const { workspace, views } = local;
  const who = (key: string): Person => personNamed(local, key);
  const top = (person: Person) => {
    const view = views.of(person.id).at(-1);
    if (!view) throw new Error(`${person.name} has no view open.`);
    return view;
  };

  const choices = async (
    person: string,
    name: string,
    query: string,
    where: Where = {},
  ): Promise<JsonObject[]> => {
    const member = who(person);
    const found = findElement(local, member, name, where);
    return asString(found.element.type).includes('external')
      ? suggest(local, app, member, found, query)
      : offered(found.element);
  };

  const fill = async (person: string, values: Record<string, Entered>): Promise<void> => {
    const member = who(person);
    const view = top(member);
    for (const [name, entered] of Object.entries(values)) {
      const { block, element } = findElement(local, member, name, { view: view.id });
      const external = asString(element.type).includes('external');
      const query = entered === null ? '' : ([entered].flat()[0] ?? '');
      const value = valueFor(
        element,
        entered,
        external ? await choices(person, name, query, { view: view.id }) : undefined,
      );
      remember(view, asString(block.block_id), asString(element.action_id), value);
    }
  };

  const canSee =
    (person: Person) =>
    (entry: Entry): boolean =>
      entry.audience?.includes(person.id) ?? false;

  return {
    /** Types a line and sends it: a slash command, or a message. `undefined` when the app receives nothing. */
    type: async (
      person: string,
      channel: string,
      line: string,
      more: { threadTs?: string } = {},
    ): Promise<Ack | undefined> => {
      const member = who(person);
      const typed = { person: member, channel: channelFor(local, member, channel), line, ...more };
      return line.startsWith('/') ? typeCommand(local, app, command, typed) : typeMessage(local, app, typed);
    },

    /** Presses a button, by its text, `action_id` or value; the newest one that the person sees unless `where` says more. */
    press: async (person: string, button: string, where: Where = {}): Promise<Ack> => {
      const member = who(person);
      return act(local, app, member, findElement(local, member, button, where), {});
    },

    /** Chooses in a select, overflow menu, radio group, checkboxes or date picker, which tells the app at once. */
    choose: async (person: string, name: string, entered: Entered, where: Where = {}): Promise<Ack> => {
      const member = who(person);
      const found = findElement(local, member, name, where);
      const external = asString(found.element.type).includes('external');
      const query = entered === null ? '' : ([entered].flat()[0] ?? '');
      const value = valueFor(
        found.element,
        entered,
        external ? await choices(person, name, query, where) : undefined,
      );
      return act(local, app, member, found, value);
    },

    /** The options of a select; those of an external one are asked from the app. */
    choices,

    /** Fills fields of the view on top: by label, `block_id` or `action_id`. Tells the app nothing. */
    fill,

    /** Fills fields and submits the view on top. */
    submit: async (person: string, values: Record<string, Entered> = {}): Promise<Submission> => {
      await fill(person, values);
      return submitView(local, app, who(person), top(who(person)));
    },

    /** Closes the view on top, or all of them. */
    dismiss: async (person: string, all = false): Promise<Ack | undefined> =>
      closeView(local, app, who(person), all),

    /** Opens the Home tab. */
    openHome: async (person: string): Promise<Ack> =>
      sendEvent(local, app, who(person), homeOpened(local, who(person))),

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

    /** Makes the Web API misbehave. */
    fault: (fault: Fault): PlannedFault => faults.set(fault),

    clearFaults: (): void => faults.clear(),

    /** What the bot's token may do from now on; everything when left out. Returns what it could before. */
    grant: (scopes?: readonly string[]): readonly string[] | undefined => {
      const before = local.scopes.granted;
      local.scopes.grant(scopes);
      return before;
    },

    /** Makes someone, usually the bot, a member of a channel. */
    invite: (person: string, channel: string): void => {
      const found = workspace.channel(channel);
      if (!found) throw new Error(`There is no channel "${channel}".`);
      workspace.invite(who(person).id, found.id);
    },

    /** Adds a person to the workspace, without any channel; returns the id. */
    addPerson: (name: string): string => workspace.addPerson(name).id,

    /** Puts these people into a user group, by its id, and all others out of it. */
    setGroupMembers: (group: string, people: readonly string[]): void => {
      if (!workspace.group(group)) throw new Error(`There is no user group "${group}".`);
      workspace.setGroupMembers(
        group,
        people.map((person) => who(person).id),
      );
    },

    /** Who and what there is. */
    info: (): WorkspaceInfo => ({
      people: sampleHumans,
      channels: workspace.channels(),
      bots: sampleBots.map(({ id, realName }) => ({ id, name: realName })),
      groups: sampleUserGroups.flatMap(({ id }) => workspace.group(id) ?? []),
      command,
    }),

    /** Sends Slack's own checks of the request URL. */
    check: async (kind: 'url_verification' | 'ssl_check'): Promise<Ack> =>
      kind === 'url_verification'
        ? app.json({
            type: 'url_verification',
            token: verificationToken,
            challenge: 'are-you-there',
          })
        : app.form({ ssl_check: '1', token: verificationToken }),

    /** Forgets messages, views, faults and what happened. */
    reset: (): void => {
      workspace.reset();
      views.reset();
      local.triggers.reset();
      local.responseUrls.reset();
      local.files.reset();
      faults.clear();
    },
  };
}
