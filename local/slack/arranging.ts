import { personNamed } from './human/acts.ts';
import type { Fault, Faults, PlannedFault } from './slack-faults.ts';
import type { Slackbot } from './slackbot/conversation.ts';
import type { Local } from './workspace/local.ts';
import {
  type Channel,
  type Person,
  sampleBots,
  sampleHumans,
  sampleUserGroups,
  type UserGroup,
} from './workspace/sample-workspace.ts';

/** Who and what there is in the local Slack. */
export interface WorkspaceInfo {
  /** Those who can be acted as. */
  readonly people: Person[];
  readonly channels: Channel[];
  readonly bots: { readonly id: string; readonly name: string }[];
  readonly groups: UserGroup[];
  /** Milliseconds since 1970, by the clock of the workspace. */
  readonly now: number;
  /** The slash command of the app. */
  readonly command: string;
}

/** How the local Slack is set up: its people, channels and faults. */
export function arranging(local: Local, slackbot: Slackbot, faults: Faults, command: string) {
  const { workspace, views } = local;
  const who = (key: string): Person => personNamed(local, key);

  return {
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
      now: workspace.clock(),
      command,
    }),

    /** Forgets messages, views, faults and what happened. */
    reset: (): void => {
      slackbot.reset();
      workspace.reset();
      views.reset();
      local.triggers.reset();
      local.messageValues.reset();
      local.responseUrls.reset();
      local.files.reset();
      faults.clear();
    },
  };
}
