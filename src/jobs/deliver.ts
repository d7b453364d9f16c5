import type { Answer } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import { type AuditLogDependencies, appendEntries } from '../audit-log/append-entries.ts';
import type { Changes } from '../change/model/changes.ts';
import { endsAmong } from '../change/model/ending.ts';
import { confirmationId, isEndingId } from '../change/model/ids.ts';
import type { PostedMessage } from '../change/model/posted-message.ts';
import type { Form } from '../command-line/form.ts';
import { isRateLimited, Unavailable } from '../core/unavailable.ts';
import { homeAfter } from '../home/home-tab.ts';
import { followUp } from '../lifecycle/reconcile/outbox.ts';
import { reconcile } from '../lifecycle/reconcile/reconcile.ts';
import { pause } from '../lifecycle/run/track.ts';
import { homesToRefresh } from '../lifecycle/tell/homes-to-refresh.ts';
import type { EndDependencies } from '../lifecycle/tell/lifecycle-dependencies.ts';
import { logEnds } from '../lifecycle/tell/log-ends.ts';
import { postInThread } from '../lifecycle/tell/post-in-thread.ts';
import { shownAs } from '../lifecycle/views/draw-change.ts';
import type { Message, Messenger } from '../messaging/messaging.ts';
import { isOnHome, type ReplyTarget } from '../messaging/reply-target.ts';
import type { HomeTabs, Previews, Reviews, Views } from '../messaging/view.ts';
import type { Policy } from '../policy/policy.ts';
import type { IdempotencyStore } from '../queue/idempotency.ts';
import type { DecisionMade, Job, QueuedJob } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';
import type { Delivery, FollowUp, Result, TouchedChange } from '../queue/result.ts';
import { watchAfter } from '../watch/watch-after.ts';
import { deliverKey, type NewKeyDependencies } from './deliver-key.ts';
import { LimitedAfterRemoval } from './put-back.ts';

/** The audit log could not be written, so nothing is told yet, and the job has to be delivered again. */
export class EntriesNotLogged extends Error {
  override readonly name = 'EntriesNotLogged';
}

/** Dependencies for carrying out the effects of a result. */
export interface DeliveryDependencies extends AuditLogDependencies, EndDependencies, NewKeyDependencies {
  readonly auditLog: EndDependencies['auditLog'];
  readonly changes: Changes;
  readonly policy: Pick<Policy, 'watch'>;
  readonly messenger: Messenger;
  readonly views: Views<Form>;
  readonly reviews: Reviews;
  readonly previews: Previews;
  readonly homeTabs: HomeTabs;
  readonly queue: Queue<QueuedJob>;
  readonly idempotency: Pick<IdempotencyStore<Result>, 'markDelivered'>;
}

/**
 * Carries out the effects of a result, in one order: the key that is revoked, the audit log, what follows for the changes that went
 * on, Slack and the next poll of a job of the service, what follows for those that ended, the Home tab. Rejects where the job has
 * to be delivered again. The few effects that come before a result are listed in docs/architecture.md.
 */
export async function deliver(job: Job, result: Result, deps: DeliveryDependencies): Promise<void> {
  const { deliveries, changes: touched = [] } = result;
  for (const delivery of deliveries)
    if (delivery.kind === 'revokeKey') await deps.apiKeys.revoke(delivery.key.person, delivery.key.id);
  if (!(await logAll(job, result, deps))) throw new EntriesNotLogged(job.id);
  const requests = touched.filter(({ change }) => !isEndingId(change));
  await Promise.all(requests.map((change) => reconcile(change, job, deps)));
  const posted = await carryOutAll(deliveries, job, deps);
  const finish = async ({ change: id, end }: TouchedChange): Promise<void> => {
    const about = posted.flatMap(({ change, message }) => (change === id ? [message] : []));
    if (end) await followUp(id, deps, { told: ['log', 'channel', ...end.told], posted: about });
  };
  await Promise.all(requests.map(finish));
  const ends = touched.map(({ change }) => change).filter(isEndingId);
  for (const id of new Set([...ends, ...endsAmong(targetsApplied(result))])) await followUp(id, deps);
  await refreshHome(job, result, deps);
  await refreshReviewers(job, result, deps);
  await watchAfter(result.entries ?? [], deps);
  await deps.idempotency.markDelivered(job.id);
}

/** The targets of the steps that a job applied: an operation can move an end. */
const targetsApplied = ({ entries = [] }: Result): readonly string[] =>
  entries.flatMap(({ event, targets }) => (event === 'applied' ? targets : []));

/** Logs what a result says, and what other jobs ended of a change that it ended. Resolves to whether all of it is logged. */
async function logAll(
  job: Job,
  { entries, changes = [] }: Result,
  deps: DeliveryDependencies,
): Promise<boolean> {
  if (!(await appendEntries(entries, job.id, deps))) return false;
  for (const touched of changes) {
    if (!touched.end?.isShared) continue;
    const { change: id } = touched;
    const change = await deps.changes.get(id);
    if (!change) continue;
    try {
      await logEnds(change, deps);
    } catch (error) {
      deps.log('not recorded', { change: id, error: errorName(error) });
      return false;
    }
  }
  return true;
}

/** A message that shows how a change ended, to be kept with it. */
interface Posting {
  /** The id of the change. */
  readonly change: string;
  readonly message: PostedMessage;
}

/** Sends deliveries to Slack in their order, without a removal that is done. Resolves to the messages that show how a change ended. */
async function carryOutAll(
  deliveries: readonly Delivery[],
  job: Job,
  deps: DeliveryDependencies,
): Promise<readonly Posting[]> {
  const posted: Posting[] = [];
  let isRemoved = job.isPreviewRemoved === true;
  for (const delivery of deliveries) {
    if (delivery.kind === 'remove' && isRemoved) continue;
    try {
      const message = await carryOutDelivery(delivery, job, deps);
      if (message) posted.push(message);
    } catch (error) {
      throw isRemoved && isRateLimited(error)
        ? new LimitedAfterRemoval(error.message, error.retryAfter)
        : error;
    }
    isRemoved ||= delivery.kind === 'remove';
  }
  return posted;
}

/**
 * Sends a delivery to Slack, and enqueues the next poll that edits it. Resolves to the message, if that shows how a change ended.
 */
async function carryOutDelivery(
  delivery: Delivery,
  job: Job,
  deps: DeliveryDependencies,
): Promise<Posting | undefined> {
  if (delivery.kind !== 'edit' && delivery.kind !== 'post') {
    await deliverAlone(delivery, job, deps);
    return undefined;
  }
  const { answer, shows } = delivery;
  const message =
    delivery.kind === 'edit'
      ? await edit(delivery, job.replyTo, deps)
      : await postInThread(job.replyTo, answer, { end: shows?.end }, deps);
  if (delivery.followUp) await poll(delivery.followUp, message, deps);
  return shows && { change: shows.change, message: shownAs(shows.view, answer, message) };
}

type Alone = Exclude<Delivery, { readonly kind: 'edit' | 'post' }>;

/** Sends a delivery to Slack of which no message is edited later. */
async function deliverAlone(delivery: Alone, job: Job, deps: DeliveryDependencies): Promise<void> {
  const { replyTo } = job;
  switch (delivery.kind) {
    case 'track':
      return poll(delivery.followUp, undefined, deps);
    case 'confirm':
      return deps.queue.send(confirmationOf(job));
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
    default:
      // A preview that was confirmed in a modal has no message that could be replaced.
      if (!wasInModal(job)) return deps.messenger[delivery.kind](replyTo, delivery.answer);
      return delivery.kind === 'replace' ? deps.messenger.ephemeral(replyTo, delivery.answer) : undefined;
  }
}

/** Answers a submitted form in the modal on top of it; anything else, or if that was closed, in a message. */
async function answerPrivately(
  kind: 'preview' | 'ephemeral',
  answer: Answer,
  job: Job,
  { previews, messenger }: Pick<DeliveryDependencies, 'previews' | 'messenger'>,
): Promise<void> {
  const view = job.kind === 'command' ? job.view : undefined;
  if (view && (await previews.show(view, job.replyTo, answer))) return;
  await messenger[kind](job.replyTo, answer);
}

const wasInModal = (job: Job): boolean => job.kind === 'decision' && job.inModal === true;

/** Sends a welcome message. Rejects if Slack can't be reached. A refusal is only logged: the Home tab is shown all the same. */
async function sendWelcome(
  person: string,
  answer: Answer,
  { messenger, log }: Pick<DeliveryDependencies, 'messenger' | 'log'>,
): Promise<void> {
  try {
    await messenger.send(person, answer);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    log('welcome not sent', { error: errorName(error) });
  }
}

/** The job that confirms what a job previewed. */
const confirmationOf = ({ id, team, replyTo, through }: Job): DecisionMade => ({
  kind: 'decision',
  decision: 'confirm',
  id: confirmationId(id),
  team,
  replyTo,
  on: id,
  inModal: true,
  ...(through && { through }),
});

const poll = (
  followUp: FollowUp,
  message: Message | undefined,
  { queue }: DeliveryDependencies,
): Promise<void> => queue.send({ ...followUp, ...(message && { message }) }, pause(followUp.attempt));

/**
 * Edits a message; where it is now. If that fails, an outcome is sent in a message of its own. A progress message is edited again by
 * the next poll, so its failure isn't retried.
 */
async function edit(
  { message, answer, followUp }: Extract<Delivery, { kind: 'edit' }>,
  { person }: ReplyTarget,
  { messenger, log }: DeliveryDependencies,
): Promise<Message> {
  if (!followUp) return (await messenger.edit(message, answer)) ?? (await messenger.send(person, answer));
  try {
    return (await messenger.edit(message, answer)) ?? message;
  } catch (error) {
    log('progress not shown', { error: errorName(error) });
    return message;
  }
}

type QueueDependencies = Pick<DeliveryDependencies, 'queue' | 'log'>;

/** Shows the Home tab as it is now to a person who pressed something there. It is also drawn when it is opened. */
async function refreshHome(job: Job, result: Result, { queue, log }: QueueDependencies): Promise<void> {
  const next = homeAfter(job, result);
  if (!next) return;
  try {
    await queue.send(next);
  } catch (error) {
    log('home not refreshed', { job: job.id, error: errorName(error) });
  }
}

/**
 * Refreshes the Home tabs that list a request, when it comes in, and when nobody has to review it any more. A failure is
 * logged: people still get the card.
 */
async function refreshReviewers(
  job: Job,
  { changes: touched = [] }: Result,
  { changes, queue, log }: Pick<DeliveryDependencies, 'changes'> & QueueDependencies,
): Promise<void> {
  if (runs(job)) return;
  try {
    for (const { change: id } of touched) {
      const change = await changes.get(id);
      if (!change || !(change.job === job.id || change.status !== 'open')) continue;
      for (const home of homesToRefresh(change, `${job.id}:${id}`))
        if (!isOnHome(job.replyTo) || home.replyTo.person !== job.replyTo.person) await queue.send(home);
    }
  } catch (error) {
    log('home not refreshed', { job: job.id, error: errorName(error) });
  }
}

/** Whether a job runs what was approved earlier, which is on nobody's list. */
const runs = ({ kind }: Job): boolean => kind === 'execute' || kind === 'track';
