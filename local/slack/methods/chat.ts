import type { Arguments } from '../payload/arguments.ts';
import { asObject, asObjects, asString } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import { forApps } from '../workspace/app-message.ts';
import type { Local } from '../workspace/local.ts';
import { acceptContent, type Content } from '../workspace/message-content.ts';
import { permalinkOf } from '../workspace/permalink.ts';
import { type Channel, sampleApp } from '../workspace/sample-workspace.ts';
import type { Message } from '../workspace/workspace.ts';
import type { Method } from './method.ts';

const maxUpdateText = 4_000;

/** Returns the channel to post to. A user id stands for the direct message with that person. */
function writable(args: Arguments, { workspace }: Local): Channel {
  const key = args.required('channel');
  const channel = workspace.channel(key) ?? (workspace.person(key) && workspace.directMessage(key));
  const member = channel?.members.includes(sampleApp.userId);
  if (!channel || (channel.kind !== 'public' && !member)) throw new SlackFailure('channel_not_found');
  if (!member) throw new SlackFailure('not_in_channel');
  return channel;
}

function content(args: Arguments, { files }: Local): Content {
  const accepted = acceptContent({
    ...args.all,
    ...(args.all.blocks !== undefined && { blocks: args.json('blocks', 'invalid_blocks_format') ?? null }),
  });
  if (!filesIn(accepted).every((id) => files.isComplete(id)))
    throw new SlackFailure('invalid_blocks', ['invalid slack file']);
  return accepted;
}

/** Returns the ids of the files in the images of a message. */
const filesIn = ({ blocks = [] }: Content): readonly string[] =>
  asObjects(blocks)
    .filter(({ type }) => type === 'image')
    .map(({ slack_file }) => asString(asObject(slack_file).id));

function ownMessage(args: Arguments, { workspace }: Local, refusal: string): Message {
  const channel = args.required('channel');
  if (!workspace.channel(channel)) throw new SlackFailure('channel_not_found');
  const message = workspace.find(channel, args.required('ts'));
  if (!message || message.onlyFor) throw new SlackFailure('message_not_found');
  if (message.user !== sampleApp.userId) throw new SlackFailure(refusal);
  return message;
}

const postMessage: Method = (args, local) => {
  const channel = writable(args, local);
  const threadTs = args.text('thread_ts');
  const shown = content(args, local);
  const message = local.workspace.post({
    channel: channel.id,
    user: sampleApp.userId,
    ...shown,
    ...(threadTs && { threadTs, isBroadcast: args.flag('reply_broadcast') }),
  });
  for (const id of filesIn(shown)) local.files.share(id);
  return { channel: channel.id, ts: message.ts, message: forApps(message) };
};

const postEphemeral: Method = (args, local) => {
  // Unlike a message, an ephemeral one can't be addressed to a user id.
  if (!local.workspace.channel(args.required('channel'))) throw new SlackFailure('channel_not_found');
  const channel = writable(args, local);
  const onlyFor = args.required('user');
  if (!local.workspace.person(onlyFor)) throw new SlackFailure('user_not_found');
  if (!channel.members.includes(onlyFor)) throw new SlackFailure('user_not_in_channel');
  const threadTs = args.text('thread_ts');
  const message = local.workspace.post({
    channel: channel.id,
    user: sampleApp.userId,
    onlyFor,
    ...content(args, local),
    ...(threadTs && { threadTs }),
  });
  return { message_ts: message.ts };
};

/** Updates a message. Omitted fields remain; only an empty list removes the blocks. */
const update: Method = (args, local) => {
  const message = ownMessage(args, local, 'cant_update_message');
  if (local.workspace.refusedEdits) throw new SlackFailure(local.workspace.refusedEdits);
  const given = content(args, local);
  if (given.text.length > maxUpdateText) throw new SlackFailure('msg_too_long');
  const changed = local.workspace.change(message, {
    text: args.all.text === undefined ? message.text : given.text,
    blocks: args.all.blocks === undefined ? message.blocks : given.blocks,
  });
  return { channel: message.channel, ts: message.ts, text: changed.text, message: forApps(changed) };
};

const getPermalink: Method = (args, { workspace }) => {
  const channel = workspace.channel(args.required('channel'));
  if (!channel) throw new SlackFailure('channel_not_found');
  const message = workspace.find(channel.id, args.required('message_ts'));
  if (!message || message.onlyFor) throw new SlackFailure('message_not_found');
  return { channel: channel.id, permalink: permalinkOf(message) };
};

export const chat: Record<string, Method> = {
  'chat.postMessage': postMessage,
  'chat.postEphemeral': postEphemeral,
  'chat.update': update,
  'chat.getPermalink': getPermalink,
};
