import { type Answer, note } from '../../answer/answer.ts';
import { orLogged } from '../../answer/or-logged.ts';
import { errorName } from '../../answer/user-error.ts';
import { needsApproval } from '../../change/model/approval.ts';
import { type Change, isWaiting } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import { endMovedBy } from '../../change/model/ending.ts';
import { isPosted, type PostedMessage } from '../../change/model/posted-message.ts';
import { titleOf } from '../../change/model/titles.ts';
import { markCardDue, storeMessage, storeOffer } from '../../change/transitions/sent-messages.ts';
import type { Message } from '../../messaging/messaging.ts';
import { Refused } from '../../messaging/refused.ts';
import { card } from '../views/card.ts';
import { draw, hashOf, looksSame } from '../views/draw-change.ts';
import { hasProgressMessage } from '../views/progress-answer.ts';
import { hasStatusMessage, offerAnswer } from '../views/status-answer.ts';
import type { CardDependencies } from './lifecycle-dependencies.ts';
import { postInThread } from './post-in-thread.ts';
import { showUndone } from './refresh-results.ts';
import { sendToRequester } from './send-to-requester.ts';
import { linked, updateMessages } from './update-messages.ts';

/*
 * When the messages are posted and edited that show a request: its card, the notice of a break-glass approval, the
 * requester's direct message, the one that shows its steps, and the direct messages that offer suggestions.
 */

/** Slack does not take a message about a request, now or later. */
export class NotPosted extends Error {
  override readonly name = 'NotPosted';
}

/** Rejects with `NotPosted` if Slack refuses a message, else as the call does: then the message may be there. */
const notPostedIfRefused = (posting: Promise<Message>): Promise<Message> =>
  posting.catch((error: unknown) => {
    throw error instanceof Refused ? new NotPosted(errorName(error)) : error;
  });

/**
 * Puts the card into the approvals channel. One that an earlier delivery put there is brought up to date, since that may have marked it
 * as not in use. Rejects with `NotPosted` when Slack will not take it. After any other error the card may be there, and the next
 * delivery posts another.
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
 * Stores where a message is that was just posted. A message that Slack took and the table did not is marked as not in use.
 * Resolves to the request as it is now.
 */
async function keep(
  change: Change,
  message: Message,
  transition: (current: Change) => Transition,
  deps: CardDependencies,
): Promise<Change> {
  const disown = () => deps.messenger.edit(message, [notInUse]).catch(() => {});
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
  // A card is drawn before its permalink is known, which it does not show.
  const rendered = { ...change, messages: transitioned.change.messages };
  if (!looksSame(transitioned.change, rendered, deps.clock()))
    await updateMessages(transitioned.change, deps);
  return transitioned.change;
}

const notInUse = note(
  'This message is not in use. The request has another one, or gets it in a few minutes.',
);

/**
 * Sends the messages that are missing: the requester's direct message about what an agent requested, the one where it was requested
 * that shows its steps, and the one for a suggestion. False where it is worth another attempt later.
 */
export async function notifyRequester(change: Change, deps: CardDependencies): Promise<boolean> {
  const { status, approval } = change;
  const { suggestion, offers = [] } = approval ?? {};
  if (!isWaiting(change) || (needsApproval(change) && !isPosted('card', change))) return true;
  const toRequester = (answer: Answer, about: Change): Promise<Message> =>
    notPostedIfRefused(sendToRequester(about, answer, deps));
  /** Posts a message that a change has a single one of. */
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
      const { id, by, comment } = suggestion;
      const offer = { id, by, comment, title: titleOf(suggestion) };
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

/** Brings every message about a request that goes on up to date, with those that are missing. */
export async function bringUpToDate(change: Change, deps: CardDependencies): Promise<boolean> {
  const isNotified = await notifyRequester(change, deps);
  return (await updateMessages(change, deps)) && isNotified;
}

/** Brings the messages of a request that goes on up to date; where Slack does not answer, the sweeper does it. */
export async function show(change: Change, deps: CardDependencies): Promise<void> {
  await showRequested(change, deps);
  if (await bringUpToDate(change, deps)) return;
  try {
    await deps.changes.change(change.id, markCardDue);
  } catch {
    deps.log('card stays as it is', { change: change.id });
  }
}

/**
 * Brings the messages of a request up to date that a job took further; of jobs that end steps at once, only the last one does. A new
 * request gets the messages that it lacks. Rejects where the table does not answer: the sweeper can't know either that they are
 * not.
 */
export async function showAfter(job: string, change: Change, deps: CardDependencies): Promise<void> {
  if (isNew(change, job)) return introduce(change, deps);
  // Slack limits how often messages are edited.
  const isLeftToAnother = change.lastJob !== undefined && change.lastJob !== job;
  if (!isLeftToAnother) await show(change, deps);
}

/** Whether a job has just made a request, so that only its card is posted. */
const isNew = (change: Change, job: string): boolean =>
  change.job === job && (needsApproval(change) ? change.status === 'open' : !isPosted('progress', change));

/** Sends the requester of a new request their message. Rejects where the table does not answer. */
export async function introduce(change: Change, deps: CardDependencies): Promise<void> {
  await showRequested(change, deps);
  if (!(await notifyRequester(change, deps))) await deps.changes.change(change.id, markCardDue);
}

/** Shows a request for an Undo in place of the button. Tried once: the button says so, too. Never rejects. */
async function showRequested(change: Change, deps: CardDependencies): Promise<void> {
  if (!isWaiting(change)) return;
  await orLogged(showUndone(change, deps), deps.log, 'undo not shown as requested', { change: change.id });
}
