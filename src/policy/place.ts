import { isUserId } from '../messaging/slack-ids.ts';
import type { Policy } from './policy.ts';

/** Where a command was typed: ids of the workspace and of the channel; of the person for the Home tab and for an agent. */
export interface CommandOrigin {
  readonly team: string;
  readonly channel: string;
}

/**
 * Why Skydesk takes no commands here, as a sentence; undefined if it does. `where` has the ids of the channels in which it
 * does; absent for a workspace that it doesn't serve.
 */
export function refusedHere(
  { team, channel }: CommandOrigin,
  { workspace, channels }: Policy,
): { readonly why: string; readonly where?: readonly string[] } | undefined {
  if (workspace !== undefined && team !== workspace) {
    return { why: 'Skydesk isn’t set up for this workspace.' };
  }
  if (channels === undefined || channels.includes(channel)) return undefined;
  const where = isUserId(channel) ? 'outside some channels' : 'in this channel';
  return { why: `Skydesk is turned off ${where}.`, where: channels };
}
