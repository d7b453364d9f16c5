import { isUserId } from '../messaging/slack-ids.ts';
import type { Policy } from './policy.ts';

/** Where a command was typed: workspace and channel id. For the Home tab and for an agent, `channel` is the person's id. */
export interface CommandOrigin {
  readonly team: string;
  readonly channel: string;
}

/**
 * Returns why Skydesk accepts no commands here, as a sentence; undefined if it does. `where` has the ids of the channels in
 * which it does; absent for another workspace.
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
