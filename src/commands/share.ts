import {
  type Answer,
  type Button,
  buttons,
  code,
  context,
  failed,
  line,
  note,
  person,
} from '../answer/answer.ts';
import { isDirectMessage, isOnHome, type ReplyTarget } from '../messaging/reply-target.ts';

/** Upper bound for the buttons of a row in Slack. */
const maxButtons = 5;

/**
 * Adds a button that posts the answer of a read in the channel, unless nobody else can see that conversation. The button joins
 * the last row of buttons or the menu, unless more than small print follows.
 */
export function shareable(answer: Answer, replyTo: ReplyTarget, command: string): Answer {
  if (isDirectMessage(replyTo) || isOnHome(replyTo)) return answer;
  const button: Button = { label: 'Share to Channel', action: { share: command } };
  const at = answer.findLastIndex(({ kind }) => kind !== 'context');
  const last = answer[at];
  const hasRoom = (last?.kind === 'buttons' && last.buttons.length < maxButtons) || last?.kind === 'menu';
  return hasRoom
    ? answer.with(at, { ...last, buttons: [...(last.buttons ?? []), button] })
    : [...answer, buttons(button)];
}

/** The message if Skydesk can't post in the channel. */
export const notShared: Answer = [
  failed('Skydesk can’t post in this channel, so nothing was shared.'),
  note('Invite it with ', code('/invite @Skydesk'), ', then press Share to Channel again.'),
];

/** Renders the answer of a read for the channel, with the person who shares it. */
export const shared = (answer: Answer, sharer: string, command: string): Answer => [
  ...answer,
  context('Shared by ', person(sharer), ' · ', line(command)),
];
