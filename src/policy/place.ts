import type { Policy } from './policy.ts';

/** Where a command was typed, by the ids of the workspace and the channel. */
export interface Spot {
  readonly team: string;
  readonly channel: string;
}

/** Why no command is taken here, and in which channels it is, by id; undefined where commands are taken. */
export function refusedHere(
  { team, channel }: Spot,
  { workspace, channels }: Policy,
): { readonly why: string; readonly where: readonly string[] } | undefined {
  if (workspace !== undefined && team !== workspace) {
    return { why: 'Skydesk does not serve this workspace.', where: [] };
  }
  if (channels === undefined || channels.includes(channel)) return undefined;
  return { why: 'Commands are not taken in this channel.', where: channels };
}
