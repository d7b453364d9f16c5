import type { Block } from '@slack/types';
import type { Answer } from '../../core/answer.ts';
import type { Message, Messenger, TextFile } from '../../core/messaging.ts';
import { isOnHome, type Place } from '../../core/reply-target.ts';
import { Failure } from '../../core/user-error.ts';
import type { Send } from '../../http/request.ts';
import { isFinal, SlackRefusal } from '../api/refusal.ts';
import { type Drawn, draw, drawPlainly } from '../render/draw.ts';
import type { SlackCall } from './web.ts';

/** Slack's words for "the bot cannot speak there": where they refuse an edit, a new message is refused as well. */
const notThere = [
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
  error instanceof SlackRefusal && reasons.includes(error.reason);

/** Whether Slack refuses it there for good, and not for what it says, which would be refused anywhere. */
const mayGoElsewhere = (error: unknown): boolean => isFinal(error) && !refusedFor(error, badBlocks);

/** Says things into Slack. `command` is the slash command's name, `/cloud`. */
export function messengerTo(slack: SlackCall, command: string, request: Send): Messenger {
  /** Says it with all blocks and, where Slack refuses one of them, once more without charts and tables. */
  async function say<Said>(answer: Answer, send: (drawn: Content) => Promise<Said>): Promise<Said> {
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
      if (status !== 200 || !taken.test(text)) throw new SlackRefusal(refusalIn(text) ?? `status ${status}`);
    });

  const postTo = (channel: string, answer: Answer, thread?: string): Promise<Message> =>
    say(answer, async (drawn) => {
      const there = { channel, ...inThread(thread) };
      const posted = await slack((web) => web.chat.postMessage({ ...there, ...drawn, unfurl_links: false }));
      return { channel: posted.channel ?? channel, ...(thread && { thread }), ts: posted.ts ?? '' };
    });

  async function whisper(place: Place, answer: Answer): Promise<void> {
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
        if (!(error instanceof SlackRefusal)) throw error;
      }
    }
    await postTo(person, answer);
  }

  return {
    whisper,
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
        if (refusedFor(error, notThere)) return undefined;
      }
      try {
        return await postTo(channel, answer, thread);
      } catch (error) {
        if (!mayGoElsewhere(error)) throw error;
        return undefined;
      }
    },

    async replace(place, answer) {
      if (!place.responseUrl) return whisper(place, answer);
      try {
        await respond(place.responseUrl, answer, { replace_original: true });
      } catch (error) {
        if (!(error instanceof SlackRefusal)) throw error;
        await whisper(place, answer);
      }
    },

    async file({ person }, file) {
      try {
        await upload(slack, person, file, request);
      } catch (error) {
        if (!(error instanceof SlackRefusal)) throw error;
        throw new Failure('Slack did not take the file.', {
          next: 'Whoever runs Skydesk has to check that it may write files and direct messages.',
        });
      }
    },
  };
}

/** Slack takes a file in three steps: it names an address, gets the bytes there, and is told whom to show it. */
async function upload(
  slack: SlackCall,
  person: string,
  { name, title, content }: TextFile,
  request: Send,
): Promise<void> {
  const body = Buffer.from(content);
  const place = await slack((web) => web.files.getUploadURLExternal({ filename: name, length: body.length }));
  const { status } = await request(new URL(place.upload_url ?? ''), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  if (status !== 200) throw new SlackRefusal(`upload_${status}`);
  const { channel } = await slack((web) => web.conversations.open({ users: person }));
  await slack((web) =>
    web.files.completeUploadExternal({
      files: [{ id: place.file_id ?? '', title }],
      channel_id: channel?.id ?? person,
    }),
  );
}

/** What Slack says at a response address that took something. Whatever else is there answers in Slack's place. */
const taken = /^\s*(ok\s*$|\{"ok":\s*true\b)/;

/** Why Slack refused what came to a response address: it says so in JSON or in one word. */
function refusalIn(text: string): string | undefined {
  const found = /"error":\s*"(\w{1,60})"/.exec(text) ?? /^(?!ok$)([a-z_]{1,60})$/.exec(text.trim());
  return found?.[1];
}

const inThread = (thread: string | undefined) => (thread === undefined ? {} : { thread_ts: thread });

type Content = { text: string; blocks: Block[] };

const content = ({ text, blocks }: Drawn): Content => ({
  text,
  blocks: blocks.map((block) => ({ ...block })),
});
