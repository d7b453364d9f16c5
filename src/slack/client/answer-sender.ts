import type { Block } from '@slack/types';
import type { Answer } from '../../answer/answer.ts';
import type { SendRequest } from '../../http/request.ts';
import type { Message } from '../../messaging/messaging.ts';
import { namePeople } from '../../messaging/name-people.ts';
import type { ProfileOf } from '../../messaging/person-label.ts';
import { isRejection, SlackRejection } from '../api/slack-rejection.ts';
import { draw, drawPlainly, type Rendered, withoutPictures } from '../render/draw.ts';
import type { SlackCall } from './web.ts';

/** Whether Slack refused the blocks of a message. Also true for the simple fallback blocks. */
export const areBlocksRefused = (error: unknown): boolean => isRejection(error, 'content');

/**
 * Sends answers in Block Kit to one target each. If Slack refuses the blocks, sends them without pictures, then without charts
 * and tables. Each call rejects with a `SlackRejection` if Slack refuses it, else with `Unavailable` or, for a response URL, as `request`
 * does. `command` is the name of the slash command, `/cloud`. A message mentions only the people to notify, and names all others by their
 * profiles.
 */
export function answerSender(slack: SlackCall, command: string, request: SendRequest, profileOf: ProfileOf) {
  async function say<Sent>(answer: Answer, send: (rendered: Content) => Promise<Sent>): Promise<Sent> {
    const notified = answer.flatMap((part) => (part.kind === 'push' ? (part.to ?? []) : []));
    return sayNamed(await namePeople(answer, profileOf, notified), send);
  }

  async function sayNamed<Sent>(answer: Answer, send: (rendered: Content) => Promise<Sent>): Promise<Sent> {
    try {
      return await send(content(draw(answer, command)));
    } catch (error) {
      if (!areBlocksRefused(error)) throw error;
      const bare = withoutPictures(answer);
      if (bare.length < answer.length) return sayNamed(bare, send);
      return send(content(drawPlainly(answer, command)));
    }
  }

  async function postTo(url: string, content: Readonly<Record<string, unknown>>): Promise<void> {
    const { status, text } = await request(new URL(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
      signal: AbortSignal.timeout(5000),
    });
    if (status !== 200 || !accepted.test(text))
      throw new SlackRejection(errorCodeOf(text) ?? `status ${status}`);
  }

  return {
    /**
     * Posts in a channel or, given a user id, as a direct message. `thread` is the `thread_ts` of its thread; `isBroadcast` also
     * shows a reply in the channel.
     */
    post(channel: string, answer: Answer, thread?: string, isBroadcast?: boolean): Promise<Message> {
      const send = async (rendered: Content): Promise<Message> => {
        const there = { channel, ...inThread(thread, isBroadcast) };
        const posted = await slack((web) =>
          web.chat.postMessage({ ...there, ...rendered, unfurl_links: false }),
        );
        return { channel: posted.channel ?? channel, ...(thread && { thread }), ts: posted.ts ?? '' };
      };
      return say(answer, send);
    },

    async postEphemeral(channel: string, person: string, answer: Answer, thread?: string): Promise<void> {
      const there = { channel, user: person, ...inThread(thread) };
      await say(answer, (rendered) => slack((web) => web.chat.postEphemeral({ ...there, ...rendered })));
    },

    async update({ channel, ts }: Message, answer: Answer): Promise<void> {
      const send = (rendered: Content) => slack((web) => web.chat.update({ channel, ts, ...rendered }));
      await say(answer, send);
    },

    /** Posts to a `response_url`. `options` are further arguments, such as `replace_original`. */
    respond: (url: string, answer: Answer, options: Readonly<Record<string, unknown>>): Promise<void> =>
      say(answer, (rendered) => postTo(url, { ...rendered, ...options })),
    /** Deletes the message that a `response_url` belongs to. */
    deleteOriginal: (url: string): Promise<void> => postTo(url, { delete_original: true }),
  };
}

/** Slack's response at a `response_url` that accepted a message. Anything else comes from a proxy, or is an error. */
const accepted = /^\s*(ok\s*$|\{"ok":\s*true\b)/;

/** Returns the error code in the response of a `response_url`: Slack sends JSON or the bare code. */
function errorCodeOf(text: string): string | undefined {
  const found = /"error":\s*"(\w{1,60})"/.exec(text) ?? /^(?!ok$)([a-z_]{1,60})$/.exec(text.trim());
  return found?.[1];
}

/** Returns the arguments that put a message into a thread. `isBroadcast` also shows it in the channel. */
export const inThread = (thread: string | undefined, isBroadcast = false) =>
  thread === undefined ? {} : { thread_ts: thread, ...(isBroadcast && ({ reply_broadcast: true } as const)) };

interface Content {
  text: string;
  blocks: Block[];
}

const content = ({ text, blocks }: Rendered): Content => ({
  text,
  blocks: blocks.map((block) => ({ ...block })),
});
