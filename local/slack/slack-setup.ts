import { personNamed } from './human/acts.ts';
import type { Fault, Faults, PlannedFault } from './slack-faults.ts';
import type { Slackbot } from './slackbot/conversation.ts';
import { type Encoding, plainly } from './workspace/encoding.ts';
import type { Local } from './workspace/local.ts';
import type { Person, ProfileNames } from './workspace/sample-workspace.ts';

/** Returns the functions that set up the local Slack: its people, channels and faults. */
export function setup(local: Local, slackbot: Slackbot, faults: Faults) {
  const { workspace } = local;
  const who = (key: string): Person => personNamed(local, key);
  const groupNamed = (id: string): string => {
    if (!workspace.group(id)) throw new Error(`There is no user group "${id}".`);
    return id;
  };

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
    setGroupMembers: (group: string, members: readonly string[]): void => {
      const ids = members.map((person) => who(person).id);
      workspace.setGroupMembers(groupNamed(group), ids);
    },

    /** Deletes a user group, by its id, as any administrator of a workspace can. */
    deleteGroup: (group: string): void => workspace.deleteGroup(groupNamed(group)),

    /** Refuses each edit of a message with an error code, also in a new place; accepts them again without one. */
    refuseEdits: (error?: string): void => {
      workspace.refusedEdits = error;
    },

    /** Removes messages, views, faults and journal entries. */
    reset: (): void => {
      slackbot.reset();
      local.reset();
      faults.clear();
    },
  };
}
