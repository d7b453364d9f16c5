import { personNamed } from './human/acts.ts';
import type { Fault, Faults, PlannedFault } from './slack-faults.ts';
import type { Slackbot } from './slackbot/conversation.ts';
import { type Encoding, plainly } from './workspace/encoding.ts';
import type { Local } from './workspace/local.ts';
import {
  type Channel,
  type Person,
  type ProfileNames,
  sampleBots,
  sampleHumans,
  sampleUserGroups,
  type UserGroup,
} from './workspace/sample-workspace.ts';

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

/** Returns the functions that set up the local Slack: its people, channels and faults. */
export function arranging(local: Local, slackbot: Slackbot, faults: Faults, command: string) {
  const { workspace, views } = local;
  const who = (key: string): Person => personNamed(local, key);

  return {
    /** Makes calls of the Web API fail. */
    fault: (fault: Fault): PlannedFault => faults.set(fault),

    clearFaults: (): void => faults.clear(),

    /** Sets the scopes of the bot's token; all by default. Returns the previous ones. */
    grant: (scopes?: readonly string[]): readonly string[] | undefined => {
      const before = local.scopes.granted;
      local.scopes.grant(scopes);
      return before;
    },

    /** Sets how Slack encodes what people type: what is not given stays off. */
    encode: (how: Partial<Encoding> = {}): void => {
      Object.assign(local.encoding, plainly, how);
    },

    /** Adds a person, usually the bot, to a channel. */
    invite: (person: string, channel: string): void => {
      const found = workspace.channel(channel);
      if (!found) throw new Error(`There is no channel "${channel}".`);
      workspace.invite(who(person).id, found.id);
    },

    /** Adds a person to the workspace, without channels. Others may have the same full name and display name. Returns the id. */
    addPerson: (name: string, names?: ProfileNames): string => workspace.addPerson(name, names).id,

    /** Changes the full name or the display name of a person, as everybody can change their own. */
    rename: (person: string, names: ProfileNames): void => workspace.rename(who(person).id, names),

    /** Sets the members of a user group, by its id. */
    setGroupMembers: (group: string, people: readonly string[]): void => {
      if (!workspace.group(group)) throw new Error(`There is no user group "${group}".`);
      workspace.setGroupMembers(
        group,
        people.map((person) => who(person).id),
      );
    },

    /** Deletes a user group, by its id, as any administrator of a workspace can. */
    deleteGroup: (group: string): void => {
      if (!workspace.group(group)) throw new Error(`There is no user group "${group}".`);
      workspace.deleteGroup(group);
    },

    /** Refuses each edit of a message with an error code, also in a new place; accepts them again without one. */
    refuseEdits: (error?: string): void => {
      workspace.refusedEdits = error;
    },

    /** Returns the people, channels and bots. */
    info: (): WorkspaceInfo => ({
      people: sampleHumans.map(({ id }) => who(id)),
      channels: workspace.channels(),
      bots: sampleBots.map(({ id, realName }) => ({ id, name: realName })),
      groups: sampleUserGroups.flatMap(({ id }) => workspace.group(id) ?? []),
      now: workspace.clock(),
      command,
    }),

    /** Removes messages, views, faults and journal entries. */
    reset: (): void => {
      slackbot.reset();
      workspace.reset();
      views.reset();
      local.triggers.reset();
      local.messageValues.reset();
      local.responseUrls.reset();
      local.files.reset();
      Object.assign(local.encoding, plainly);
      faults.clear();
    },
  };
}
