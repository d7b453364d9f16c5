import type { Answer } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import { confirmationId } from '../change/model/ids.ts';
import type { PostedMessage } from '../change/model/posted-message.ts';
import type { Form } from '../command-line/form.ts';
import { isRateLimited, Unavailable } from '../core/unavailable.ts';
import type { EndDependencies } from '../lifecycle/notify/lifecycle-dependencies.ts';
import { postInThread } from '../lifecycle/notify/post-in-thread.ts';
import { pause } from '../lifecycle/run/track.ts';
import { shownAs } from '../lifecycle/views/draw-change.ts';
import { sentAnswer } from '../lifecycle/views/sent-answer.ts';
import type { Message, Messenger } from '../messaging/messaging.ts';
import type { ReplyTarget } from '../messaging/reply-target.ts';
import type { HomeTabs, Previews, Reviews, Views } from '../messaging/view.ts';
import type { DecisionMade, Job, QueuedJob } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';
import type { Delivery, FollowUp } from '../queue/result.ts';
import { deliverKey, type NewKeyDependencies } from './deliver-key.ts';
import { wasInModal } from './kinds.ts';
import { LimitedAfterRemoval } from './put-back.ts';

/** Dependencies for sending the answers of a job. */
export interface SendingDependencies extends EndDependencies, NewKeyDependencies {
  readonly auditLog: EndDependencies['auditLog'];
  readonly messenger: Messenger;
  readonly views: Views<Form>;
  readonly reviews: Reviews;
  readonly previews: Previews;
  readonly homeTabs: HomeTabs;
  readonly queue: Queue<QueuedJob>;
}

/** A message that shows the result of a change and is stored with it. */
export interface Posting {
  /** The id of the change. */
  readonly change: string;
  readonly message: PostedMessage;
}

/**
 * Sends deliveries to Slack in order; skips a removal that is done. Resolves to the messages that show results of changes. If one
 * of them fails, the polls of those after it are enqueued all the same, since what a change does next waits for no message.
 */
export async function sendDeliveries(
  deliveries: readonly Delivery[],
  job: Job,
  deps: SendingDependencies,
): Promise<readonly Posting[]> {
  const posted: Posting[] = [];
  let isRemoved = job.isPreviewRemoved === true;
  for (const [index, delivery] of deliveries.entries()) {
    if (delivery.kind === 'remove' && isRemoved) continue;
    try {
      const message = await send(delivery, job, deps);
      if (message) posted.push(message);
    } catch (error) {
      await startPolls(deliveries.slice(index + 1), deps);
      throw isRemoved && isRateLimited(error)
        ? new LimitedAfterRemoval(error.message, error.retryAfter)
        : error;
    }
    isRemoved ||= delivery.kind === 'remove';
  }
  return posted;
}

/** Enqueues the polls of deliveries, without their messages. */
async function startPolls(deliveries: readonly Delivery[], deps: SendingDependencies): Promise<void> {
  for (const delivery of deliveries)
    if (delivery.kind === 'track') await poll(delivery.followUp, undefined, deps);
}

/** Sends a delivery. Resolves to the message if it shows the result of a change. */
async function send(delivery: Delivery, job: Job, deps: SendingDependencies): Promise<Posting | undefined> {
  if (delivery.kind !== 'edit' && delivery.kind !== 'post') {
    await sendAlone(delivery, job, deps);
    return undefined;
  }
  const { answer, shows } = delivery;
  const message =
    delivery.kind === 'edit'
      ? await edit(delivery, job.replyTo, deps)
      : await postInThread(job.replyTo, answer, { end: shows?.end }, deps);
  return shows && { change: shows.change, message: shownAs('result', answer, message) };
}

type Alone = Exclude<Delivery, { readonly kind: 'edit' | 'post' }>;

/** Sends a delivery whose message needs no later edits. */
async function sendAlone(delivery: Alone, job: Job, deps: SendingDependencies): Promise<void> {
  const { replyTo } = job;
  switch (delivery.kind) {
    case 'track':
      return poll(delivery.followUp, await showProgress(delivery, job.replyTo, deps), deps);
    case 'confirm':
      return deps.queue.send(confirmationOf(job, delivery.seen));
    case 'home':
      return deps.homeTabs.publish(replyTo.person, delivery.answer);
    case 'welcome':
      return sendWelcome(replyTo.person, delivery.answer, deps);
    case 'newKey':
      return deliverKey(delivery.key, job, deps);
    case 'revokeKey':
      return;
    case 'fill':
      return deps.views.fill(delivery.view, delivery.form);
    case 'review':
      return deps.reviews.show(delivery.view, delivery.review);
    case 'suggestion':
      return deps.reviews.weigh(delivery.view, delivery.form);
    case 'share':
      return deps.messenger.share(replyTo, delivery.answer, delivery.otherwise);
    case 'preview':
    case 'ephemeral':
      return answerPrivately(delivery.kind, delivery.answer, job, deps);
    case 'sent': {
      const change = await deps.changes.get(delivery.change);
      return change && answerPreview(delivery.how, sentAnswer(change), job, deps);
    }
    default:
      return answerPreview(delivery.kind, delivery.answer, job, deps);
  }
}

/** Answers in place of a preview or below it. One that was confirmed in a modal has no message to replace. */
async function answerPreview(
  kind: 'replace' | 'remove' | 'ephemeral',
  answer: Answer,
  job: Job,
  { messenger }: Pick<SendingDependencies, 'messenger'>,
): Promise<void> {
  if (!wasInModal(job) || kind === 'ephemeral') return messenger[kind](job.replyTo, answer);
  if (kind === 'replace') await messenger.ephemeral(job.replyTo, answer);
}

/** Answers a submitted form in the modal on top of it. Sends a message for any other job, and if the modal was closed. */
async function answerPrivately(
  kind: 'preview' | 'ephemeral',
  answer: Answer,
  job: Job,
  { previews, messenger }: Pick<SendingDependencies, 'previews' | 'messenger'>,
): Promise<void> {
  const view = job.kind === 'command' ? job.view : undefined;
  if (view && (await previews.show(view, job.replyTo, answer))) return;
  await messenger[kind](job.replyTo, answer);
}

/** Sends a welcome message. Rejects if Slack can't be reached. A refusal is only logged, since the Home tab is still shown. */
async function sendWelcome(
  person: string,
  answer: Answer,
  { messenger, log }: Pick<SendingDependencies, 'messenger' | 'log'>,
): Promise<void> {
  try {
    await messenger.send(person, answer);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    log('welcome not sent', { error: errorName(error) });
  }
}

/** Returns the job that confirms the preview of a job. */
const confirmationOf = ({ id, team, replyTo, through }: Job, seen: string): DecisionMade => ({
  kind: 'decision',
  decision: 'confirm',
  id: confirmationId(id),
  team,
  replyTo,
  on: id,
  seen,
  inModal: true,
  ...(through && { through }),
});

const poll = (
  followUp: FollowUp,
  message: Message | undefined,
  { queue }: SendingDependencies,
): Promise<void> => queue.send({ ...followUp, ...(message && { message }) }, pause(followUp.attempt));

/**
 * Shows the progress of a background job in its message, or in a new one; resolves to that message. What Slack refuses is only
 * logged: the next poll edits the message again, and without a message the result is posted by itself.
 */
async function showProgress(
  { message, answer }: Extract<Delivery, { kind: 'track' }>,
  place: ReplyTarget,
  { messenger, log }: Pick<SendingDependencies, 'messenger' | 'log'>,
): Promise<Message | undefined> {
  if (!answer) return message;
  try {
    if (!message) return await messenger.post(place, answer);
    await messenger.amend(message, answer);
  } catch (error) {
    log('progress not shown', { error: errorName(error) });
  }
  return message;
}

/** Edits a message; resolves to its current reference. If Slack refuses the edit, sends the answer as a new message. */
const edit = async (
  { message, answer }: Extract<Delivery, { kind: 'edit' }>,
  { person }: ReplyTarget,
  { messenger }: Pick<SendingDependencies, 'messenger'>,
): Promise<Message> => (await messenger.edit(message, answer)) ?? (await messenger.send(person, answer));
