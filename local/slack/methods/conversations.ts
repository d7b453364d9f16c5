import type { Arguments } from '../payload/arguments.ts';
import type { JsonObject } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import type { Local } from '../workspace/local.ts';
import type { Channel } from '../workspace/sample-workspace.ts';
import { sampleApp } from '../workspace/sample-workspace.ts';
import type { Method } from './method.ts';
import { channelObject } from './users.ts';

/** Returns a conversation that is visible to the bot: a public one, or one that it is in. */
function known(args: Arguments, { workspace }: Local): Channel {
  const channel = workspace.channel(args.required('channel'));
  if (!channel || (channel.kind !== 'public' && !channel.members.includes(sampleApp.userId)))
    throw new SlackFailure('channel_not_found');
  return channel;
}

const channelTypes = { public: 'public_channel', private: 'private_channel', im: 'im' };

export const conversations: Record<string, Method> = {
  'conversations.info': (args, local) => ({ channel: channelObject(known(args, local)) }),
  'conversations.list': (args, { workspace }) => {
    const types = (args.text('types') ?? 'public_channel').split(',').map((type) => type.trim());
    const visible = workspace
      .channels()
      .filter(
        ({ kind, members }) =>
          types.includes(channelTypes[kind]) && (kind === 'public' || members.includes(sampleApp.userId)),
      );
    const { items, response_metadata } = page(visible, args);
    return { channels: items.map(channelObject), response_metadata };
  },
  'conversations.open': (args, { workspace }) => {
    const channel = workspace.directMessage(args.required('users'));
    if (!channel) throw new SlackFailure('user_not_found');
    return { no_op: true, already_open: true, channel: { id: channel.id } };
  },
};

/** Returns one page of a list, by `limit` and `cursor`. @throws SlackFailure `invalid_cursor` */
function page<T>(all: readonly T[], args: Arguments): { items: T[]; response_metadata: JsonObject } {
  const cursor = args.text('cursor');
  const start = cursor ? Number(Buffer.from(cursor, 'base64url').toString()) : 0;
  if (!Number.isInteger(start)) throw new SlackFailure('invalid_cursor');
  const end = start + Math.min(args.number('limit', 100), 1_000);
  const next = end < all.length ? Buffer.from(String(end)).toString('base64url') : '';
  return { items: all.slice(start, end), response_metadata: { next_cursor: next } };
}
