import type { JsonObject } from '../payload/json.ts';
import { sampleApp, sampleTeam } from './sample-workspace.ts';
import type { Message } from './workspace.ts';

/** A message as the Web API, events and interactions show it to an app, as far as an app may read it. */
export function forApps(message: Message): JsonObject {
  const byApp = message.user === sampleApp.userId;
  return {
    type: 'message',
    ...(message.isBroadcast && { subtype: 'thread_broadcast' }),
    user: message.user,
    ts: message.ts,
    team: sampleTeam.id,
    text: message.text,
    ...(byApp && { bot_id: sampleApp.botId, app_id: sampleApp.id }),
    ...(message.blocks.length > 0 && { blocks: message.blocks }),
    ...(message.files.length > 0 && { files: message.files }),
    ...(message.threadTs && { thread_ts: message.threadTs }),
    ...(message.hasReplies && { thread_ts: message.ts }),
    ...(message.edited && { edited: { user: message.user, ts: message.edited } }),
  };
}
