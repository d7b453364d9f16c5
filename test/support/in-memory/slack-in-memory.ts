import type { Answer } from '../../../src/answer/answer.ts';
import type { Message, Messenger } from '../../../src/messaging/messaging.ts';
import type { ReplyTarget } from '../../../src/messaging/reply-target.ts';

/** What sends, edits or deletes a message. */
export type Sending = Exclude<keyof Messenger, 'permalink' | 'upload' | 'file'>;

/** Whether it puts another content into a message that is there. */
export const isEdit = (how: Sending): boolean => how === 'edit' || how === 'amend';

/**
 * Slack in memory. `say` receives each message with how it is sent and to where: a person, a channel, the `ts` of the message that is
 * edited, or the channel and `ts` of the one that is replied to. It resolves to where the message is.
 */
export function slackInMemory(
  say: (how: Sending, to: string, answer: Answer) => Promise<Message>,
): Messenger {
  const toPerson =
    (how: Sending) =>
    async ({ person }: ReplyTarget, answer: Answer): Promise<void> =>
      void (await say(how, person, answer));
  return {
    ephemeral: toPerson('ephemeral'),
    ephemeralOnly: async ({ person }, answer) => Boolean(await say('ephemeralOnly', person, answer)),
    preview: toPerson('preview'),
    replace: toPerson('replace'),
    remove: toPerson('remove'),
    share: async ({ channel }, answer) => void (await say('share', channel, answer)),
    post: ({ channel }, answer) => say('post', channel, answer),
    send: (to, answer) => say('send', to, answer),
    async reply({ channel, ts }, answer) {
      return { ...(await say('reply', `${channel}/${ts}`, answer)), channel, thread: ts };
    },
    async edit(message, answer) {
      await say('edit', message.ts, answer);
      return message;
    },
    amend: async ({ ts }, answer) => Boolean(await say('amend', ts, answer)),
    permalink: async () => undefined,
    upload: async () => 'F0PICTURE',
    file: () => Promise.reject(new Error('this test sends no file')),
  };
}
