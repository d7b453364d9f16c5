import type { Policy } from './policy.ts';

/** Where a command was typed, by the ids of the workspace and the channel. */
export interface Spot {
  readonly team: string;
  readonly channel: string;
}

/**
 * Why no command is taken here; undefined where commands are taken. `where` are the ids of the channels in which they
 * are, left out for a workspace that is not served at all.
 */
export function refusedHere(
  { team, channel }: Spot,
  { workspace, channels }: Policy,
): { readonly why: string; readonly where?: readonly string[] } | undefined {
  if (workspace !== undefined && team !== workspace) {
    return { why: 'Skydesk does not serve this workspace.' };
  }
  if (channels === undefined || channels.includes(channel)) return undefined;
  return { why: 'Commands are not taken in this channel.', where: channels };
}
