import { type Answer, note } from '../../answer/answer.ts';
import { orLogged } from '../../answer/or-logged.ts';
import { errorName } from '../../answer/user-error.ts';
import { needsApproval } from '../../change/model/approval.ts';
import { type Change, isWaiting } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import { endMovedBy } from '../../change/model/end-target.ts';
import { isPosted, type PostedMessage } from '../../change/model/posted-message.ts';
import { markCardDue, storeMessage, storeOffer } from '../../change/transitions/sent-messages.ts';
import { differenceOf } from '../../change/words/suggested.ts';
import { isRefused } from '../../core/call-failed.ts';
import type { Message } from '../../messaging/messaging.ts';
import { card } from '../views/card.ts';
import { draw, hashOf, looksSame } from '../views/draw-change.ts';
import { hasProgressMessage } from '../views/progress-answer.ts';
import { hasStatusMessage, offerAnswer } from '../views/status-answer.ts';
import type { CardDependencies } from './lifecycle-dependencies.ts';
import { postInThread } from './post-in-thread.ts';
import { showUndone } from './refresh-results.ts';
import { sendToRequester } from './send-to-requester.ts';
import { linked, type Shown, updateMessages, worst } from './update-messages.ts';

/*
 * When the messages are posted and edited that show a request: its card, the notice of a break-glass approval, the progress
 * message, the message with its steps, and the direct messages with suggestions.
 */

/** Slack permanently refuses a message about a request. */
export class NotPosted extends Error {
  override readonly name = 'NotPosted';
}

/** Rejects with `NotPosted` if Slack refuses a message. After any other error, the message may have been posted. */
const notPostedIfRefused = (posting: Promise<Message>): Promise<Message> =>
  posting.catch((error: unknown) => {
    throw isRefused(error) ? new NotPosted(errorName(error)) : error;
  });

/**
 * Posts the card to the approvals channel. A card that an earlier delivery posted is updated, since that delivery may have
 * marked it as not in use. Rejects with `NotPosted` if Slack refuses it. After any other error the card may have been posted,
 * and the next delivery posts another.
 */
export async function publish(change: Change, deps: CardDependencies): Promise<Change> {
  const { approval } = change;
  if (!approval) return change;
  if (isPosted('card', change)) {
    await updateMessages(change, deps);
    return change;
  }
  const sent = await notPostedIfRefused(deps.messenger.send(approval.channel, card(change)));
  const posted = await linked({ view: 'card', ...sent }, deps);
  return keep(change, posted, (current) => storeMessage(current, posted), deps);
}

/**
 * Stores the reference to a message that was just posted. If it can't be stored, marks the message as not in use. Resolves to
 * the current request.
 */
async function keep(
  change: Change,
  message: Message,
  transition: (current: Change) => Transition,
  deps: CardDependencies,
): Promise<Change> {
  const disown = () => deps.messenger.amend(message, [notInUse]).catch(() => {});
  let transitioned: Transition;
  try {
    transitioned = await deps.changes.change(change.id, transition);
  } catch (error) {
    await disown();
    throw error;
  }
  if ('refused' in transitioned) {
    await disown();
    return change;
  }
  // The card is rendered before its permalink is known, but does not show it.
  const rendered = { ...change, messages: transitioned.change.messages };
  if (!looksSame(transitioned.change, rendered, deps.clock()))
    await updateMessages(transitioned.change, deps);
  return transitioned.change;
}

const notInUse = note(
  'This message is not in use. The request has another one, or gets it in a few minutes.',
);

/**
 * Sends the missing messages: the requester's direct message about an agent's request, the message with the steps where it was
 * requested, and the one for a suggestion. Resolves to false if a later attempt makes sense.
 */
export async function notifyRequester(change: Change, deps: CardDependencies): Promise<boolean> {
  const { status, approval } = change;
  const { suggestion, offers = [] } = approval ?? {};
  if (!isWaiting(change) || (needsApproval(change) && !isPosted('card', change))) return true;
  const toRequester = (answer: Answer, about: Change): Promise<Message> =>
    notPostedIfRefused(sendToRequester(about, answer, deps));
  /** Posts a message with a view that is unique for a change. */
  const introduceWith = async (view: 'status' | 'progress', known: Change): Promise<Change> => {
    const answer = draw({ view }, known, deps.clock());
    const at = await (view === 'status'
      ? toRequester(answer, known)
      : notPostedIfRefused(postInThread(known.replyTo, answer, { end: endMovedBy(known) }, deps)));
    return keep(known, at, (stored) => storeMessage(stored, { view, ...at }), deps);
  };
  try {
    let current = change;
    if (hasStatusMessage(current) && !isPosted('status', current))
      current = await introduceWith('status', current);
    if (status !== 'open' && hasProgressMessage(current) && !isPosted('progress', current))
      current = await introduceWith('progress', current);
    if (status === 'open' && suggestion && !offers.some(({ id }) => id === suggestion.id)) {
      const { id, by, comment, score } = suggestion;
      const offer = { id, by, comment, score, title: differenceOf(suggestion, current.steps) };
      const answer = offerAnswer(current, offer);
      const at = await toRequester(answer, current);
      const posted: PostedMessage = { view: 'offer', of: id, ...at, rendered: hashOf(answer) };
      await keep(current, at, (stored) => storeOffer(stored, offer, posted), deps);
    }
    return true;
  } catch (error) {
    deps.log('requester not notified', { change: change.id, error: errorName(error) });
    return error instanceof NotPosted;
  }
}

/** Updates every message about a request in progress, and sends the missing ones. */
export async function bringUpToDate(change: Change, deps: CardDependencies): Promise<Shown> {
  const isNotified = await notifyRequester(change, deps);
  return worst([isNotified ? 'shown' : 'failed', await updateMessages(change, deps)]);
}

/** Updates the messages of a request in progress; leaves the update to the sweeper if Slack does not take it. */
export async function show(change: Change, deps: CardDependencies): Promise<void> {
  await showRequested(change, deps);
  if ((await bringUpToDate(change, deps)) === 'shown') return;
  try {
    await deps.changes.change(change.id, markCardDue);
  } catch {
    deps.log('card stays as it is', { change: change.id });
  }
}

/** Sends the requester of a new request their message. Rejects if the table does not answer. */
export async function introduce(change: Change, deps: CardDependencies): Promise<void> {
  await showRequested(change, deps);
  if (!(await notifyRequester(change, deps))) await deps.changes.change(change.id, markCardDue);
}

/**
 * Shows that an Undo was requested, in place of its button. Tried only once, since the button explains the same when it is
 * pressed. Never rejects.
 */
async function showRequested(change: Change, deps: CardDependencies): Promise<void> {
  if (!isWaiting(change)) return;
  await orLogged(showUndone(change, deps), deps.log, 'undo not shown as requested', { change: change.id });
}
