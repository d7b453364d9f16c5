import type { Block } from '@slack/types';
import type { Answer } from '../../core/answer.ts';
import type { Message, Messenger, TextFile } from '../../core/messaging.ts';
import { isOnHome, type ReplyTarget } from '../../core/reply-target.ts';
import { UserError } from '../../core/user-error.ts';
import type { SendRequest } from '../../http/request.ts';
import { isFinal, SlackRejection } from '../api/refusal.ts';
import { type Drawn, draw, drawPlainly } from '../render/draw.ts';
import type { SlackCall } from './web.ts';

/** Slack's error codes for a channel or thread that the bot can't post to. After one of them, a new message would fail too. */
const cannotPost = [
  'channel_not_found',
  'not_in_channel',
  'user_not_in_channel',
  'is_archived',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'restricted_action_non_threadable_channel',
  'restricted_action_thread_locked',
  'thread_not_found',
  'cannot_reply_to_message',
  'messages_tab_disabled',
];
const badBlocks = ['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'invalid_attachments'];

const refusedFor = (error: unknown, reasons: readonly string[]): boolean =>
  error instanceof SlackRejection && reasons.includes(error.reason);

/** Whether Slack refused the target, not the content, so that the message can be sent elsewhere. */
const mayGoElsewhere = (error: unknown): boolean => isFinal(error) && !refusedFor(error, badBlocks);

/** Sends messages to Slack. `command` is the name of the slash command, `/cloud`. */
export function messengerTo(slack: SlackCall, command: string, request: SendRequest): Messenger {
  /** Sends a message; if Slack refuses its blocks, sends it again without charts and tables. */
  async function say<Sent>(answer: Answer, send: (drawn: Content) => Promise<Sent>): Promise<Sent> {
    try {
      return await send(content(draw(answer, command)));
    } catch (error) {
      if (!refusedFor(error, badBlocks)) throw error;
      return send(content(drawPlainly(answer, command)));
    }
  }

  const respond = (url: string, answer: Answer, how: Readonly<Record<string, unknown>>): Promise<void> =>
    say(answer, async (drawn) => {
      const { status, text } = await request(new URL(url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...drawn, ...how }),
        signal: AbortSignal.timeout(5000),
      });
      if (status !== 200 || !accepted.test(text))
        throw new SlackRejection(refusalIn(text) ?? `status ${status}`);
    });

  const postTo = (channel: string, answer: Answer, thread?: string): Promise<Message> =>
    say(answer, async (drawn) => {
      const there = { channel, ...inThread(thread) };
      const posted = await slack((web) => web.chat.postMessage({ ...there, ...drawn, unfurl_links: false }));
      return { channel: posted.channel ?? channel, ...(thread && { thread }), ts: posted.ts ?? '' };
    });

  async function ephemeral(place: ReplyTarget, answer: Answer): Promise<void> {
    const { channel, thread, person, responseUrl } = place;
    if (isOnHome(place)) {
      await postTo(person, answer);
      return;
    }
    try {
      await say(answer, (drawn) =>
        slack((web) => web.chat.postEphemeral({ channel, user: person, ...inThread(thread), ...drawn })),
      );
      return;
    } catch (error) {
      if (!mayGoElsewhere(error)) throw error;
    }
    if (responseUrl) {
      const privately = { response_type: 'ephemeral', replace_original: false };
      try {
        return await respond(responseUrl, answer, { ...privately, ...inThread(thread) });
      } catch (error) {
        if (!(error instanceof SlackRejection)) throw error;
      }
    }
    await postTo(person, answer);
  }

  return {
    ephemeral,
    send: (to, answer) => postTo(to, answer),

    async post({ channel, thread, person }, answer) {
      try {
        return await postTo(channel, answer, thread);
      } catch (error) {
        if (!mayGoElsewhere(error)) throw error;
        return postTo(person, answer);
      }
    },

    async edit(message, answer) {
      const { channel, thread, ts } = message;
      try {
        await say(answer, (drawn) => slack((web) => web.chat.update({ channel, ts, ...drawn })));
        return message;
      } catch (error) {
        if (!mayGoElsewhere(error)) throw error;
        if (refusedFor(error, cannotPost)) return undefined;
      }
      try {
        return await postTo(channel, answer, thread);
      } catch (error) {
        if (!mayGoElsewhere(error)) throw error;
        return undefined;
      }
    },

    async replace(place, answer) {
      if (!place.responseUrl) return ephemeral(place, answer);
      try {
        await respond(place.responseUrl, answer, { replace_original: true });
      } catch (error) {
        if (!(error instanceof SlackRejection)) throw error;
        await ephemeral(place, answer);
      }
    },

    async file({ person }, file) {
      try {
        await upload(slack, person, file, request);
      } catch (error) {
        if (!(error instanceof SlackRejection)) throw error;
        throw new UserError('Slack did not take the file.', {
          next: 'Whoever runs Skydesk has to check that it may write files and direct messages.',
        });
      }
    },
  };
}

/** Uploads a file in the three steps of Slack's API: get an upload URL, upload the bytes, share the file. */
async function upload(
  slack: SlackCall,
  person: string,
  { name, title, content }: TextFile,
  request: SendRequest,
): Promise<void> {
  const body = Buffer.from(content);
  const place = await slack((web) => web.files.getUploadURLExternal({ filename: name, length: body.length }));
  const { status } = await request(new URL(place.upload_url ?? ''), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  if (status !== 200) throw new SlackRejection(`upload_${status}`);
  const { channel } = await slack((web) => web.conversations.open({ users: person }));
  await slack((web) =>
    web.files.completeUploadExternal({
      files: [{ id: place.file_id ?? '', title }],
      channel_id: channel?.id ?? person,
    }),
  );
}

/** Slack's response at a `response_url` that accepted a message. Anything else comes from a proxy, or is an error. */
const accepted = /^\s*(ok\s*$|\{"ok":\s*true\b)/;

/** Error code in the response of a `response_url`: Slack sends JSON or the bare code. */
function refusalIn(text: string): string | undefined {
  const found = /"error":\s*"(\w{1,60})"/.exec(text) ?? /^(?!ok$)([a-z_]{1,60})$/.exec(text.trim());
  return found?.[1];
}

const inThread = (thread: string | undefined) => (thread === undefined ? {} : { thread_ts: thread });

interface Content {
  text: string;
  blocks: Block[];
}

const content = ({ text, blocks }: Drawn): Content => ({
  text,
  blocks: blocks.map((block) => ({ ...block })),
});
