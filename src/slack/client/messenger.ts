import { admin } from '../../answer/admin.ts';
import type { Answer } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { isFinal } from '../../core/call-failed.ts';
import { orError } from '../../core/or-error.ts';
import { isRateLimited } from '../../core/unavailable.ts';
import type { SendRequest } from '../../http/request.ts';
import type { Messenger } from '../../messaging/messaging.ts';
import type { ProfileOf } from '../../messaging/person-label.ts';
import { isDirectMessage, isOnHome, type ReplyTarget } from '../../messaging/reply-target.ts';
import { isPermalink } from '../../messaging/slack-ids.ts';
import { isRejection, SlackRejection } from '../api/slack-rejection.ts';
import { answerSender, areBlocksRefused, inThread } from './answer-sender.ts';
import { uploadFile, uploadPicture } from './upload-file.ts';
import { noAnswer, type SlackCall } from './web.ts';

/** Whether Slack refused the target, not the content: then the message can be sent elsewhere. */
const mayGoElsewhere = (error: unknown): boolean => isFinal(error) && !areBlocksRefused(error);

/**
 * Sends messages to Slack, and elsewhere if Slack refuses the target. `command` is the name of the slash command, `/cloud`.
 * Response URLs that `isResponseUrl` refuses are not used. Messages name people by their profiles.
 */
export function messengerTo(
  slack: SlackCall,
  command: string,
  request: SendRequest,
  profileOf: ProfileOf,
  isResponseUrl: (url: string) => Promise<boolean>,
): Messenger {
  /** Sends to an address that Slack gave out. */
  const send: SendRequest = (url, options) =>
    request(url, options).catch(() => {
      throw noAnswer();
    });
  const sender = answerSender(slack, command, send, profileOf);

  async function postedEphemeral(replyTo: ReplyTarget, answer: Answer): Promise<boolean> {
    const { channel, thread, person } = replyTo;
    if (isOnHome(replyTo)) return false;
    const privately = { response_type: 'ephemeral', replace_original: false, ...inThread(thread) };
    try {
      await sender.postEphemeral(channel, person, answer, thread);
      return true;
    } catch (error) {
      if (!isRateLimited(error) && !mayGoElsewhere(error)) throw error;
      // A response URL is not subject to the method's rate limit. A direct message could not replace this answer.
      const isPosted = await respond(replyTo, (url) => sender.respond(url, answer, privately));
      if (!isPosted && isRateLimited(error)) throw error;
      return isPosted;
    }
  }

  async function ephemeral(replyTo: ReplyTarget, answer: Answer): Promise<void> {
    if (!(await postedEphemeral(replyTo, answer))) await sender.post(replyTo.person, answer);
  }

  /** Posts to a response URL. Resolves to false if there is none, if it is not Slack's, or if it is used up or too old. */
  async function respond(
    { responseUrl }: ReplyTarget,
    act: (url: string) => Promise<void>,
  ): Promise<boolean> {
    if (!responseUrl || !(await isResponseUrl(responseUrl))) return false;
    return !((await orError(act(responseUrl), SlackRejection)) instanceof SlackRejection);
  }

  /** Awaits a message; if Slack refuses its target, sends it elsewhere. */
  const orElsewhere = <Sent, Other>(sent: Promise<Sent>, elsewhere: () => Promise<Other>) =>
    sent.catch((error: unknown) => {
      if (!mayGoElsewhere(error)) throw error;
      return elsewhere();
    });

  return {
    ephemeral,
    ephemeralOnly: ({ responseUrl, ...replyTo }, answer) =>
      postedEphemeral({ ...replyTo, ...(responseUrl?.startsWith('https:') && { responseUrl }) }, answer),
    send: (to, answer) => sender.post(to, answer),

    post: ({ channel, thread, person }, answer) =>
      orElsewhere(sender.post(channel, answer, thread), () => sender.post(person, answer)),

    async share(replyTo, answer, otherwise) {
      const { channel, thread } = replyTo;
      await orElsewhere(sender.post(channel, answer, thread), () => ephemeral(replyTo, otherwise));
    },

    async preview(replyTo, answer) {
      if (!isDirectMessage(replyTo)) return ephemeral(replyTo, answer);
      const { channel, thread } = replyTo;
      // Skydesk is not a member of a direct message between two people. There, only the requester may see the preview.
      await orElsewhere(sender.post(channel, answer, thread), () => ephemeral(replyTo, answer));
    },

    async amend(message, answer) {
      try {
        await sender.update(message, answer);
      } catch (error) {
        if (!isFinal(error)) throw error;
        return !isRejection(error, 'place');
      }
      return true;
    },

    async edit(message, answer) {
      try {
        await sender.update(message, answer);
        return message;
      } catch (error) {
        if (!mayGoElsewhere(error)) throw error;
        if (isRejection(error, 'place')) return undefined;
      }
      return orElsewhere(sender.post(message.channel, answer, message.thread), async () => undefined);
    },

    reply: ({ channel, thread, ts }, answer, isBroadcast) =>
      sender.post(channel, answer, thread ?? ts, isBroadcast),

    async permalink({ channel, ts: messageTs }) {
      try {
        const { permalink } = await slack((web) => web.chat.getPermalink({ channel, message_ts: messageTs }));
        return permalink && isPermalink(permalink) ? permalink : undefined;
      } catch {
        return undefined;
      }
    },

    async replace(replyTo, answer) {
      const replaced = await respond(replyTo, (url) =>
        sender.respond(url, answer, { replace_original: true }),
      );
      if (!replaced) await ephemeral(replyTo, answer);
    },

    async remove(replyTo, otherwise) {
      if (!(await respond(replyTo, sender.deleteOriginal))) await ephemeral(replyTo, otherwise);
    },

    upload: (picture, into) => uploadPicture(slack, picture, into, send),

    async file({ person }, file) {
      const sent = await orError(uploadFile(slack, person, file, send), SlackRejection);
      if (sent instanceof SlackRejection)
        throw new UserError('Slack rejected the file.', {
          next: `Ask ${admin} to check that Skydesk can upload files and send direct messages.`,
        });
    },
  };
}
