import type { Answer } from '../../src/answer/answer.ts';
import { AwsError } from '../../src/aws/lambda/aws-error.ts';
import { Unavailable } from '../../src/core/unavailable.ts';
import type { Message } from '../../src/messaging/messaging.ts';
import type { QueuedJob } from '../../src/queue/job.ts';
import { processJob, sweep, type WorkerDependencies } from '../support/functions.ts';
import { memory } from '../support/in-memory/memory.ts';
import { isEdit, type Sending, slackInMemory } from '../support/in-memory/slack-in-memory.ts';
import { type Actor, type Call, type Ending, isOver } from './actor.ts';
import type { Scenario } from './begin.ts';
import { noAnswer, refusal, type Sent, SmallCloud } from './cloud.ts';
import type { Notification } from './notifications.ts';
import { SmallTable } from './table.ts';

/** In milliseconds: how long a worker may hold a job, and when SQS delivers a message again that nobody deleted. */
const claimFor = 62_000;
const visibilityTimeout = 360_000;
/** Deliveries until a message is a dead letter: fewer than in a deployment, so that a run gets there soon. */
const maxDeliveries = 3;
/** More often than in a deployment, so that more calls meet those of the sweeper. */
const sweepPeriod = 120_000;

interface QueuedMessage {
  readonly job: QueuedJob;
  received: number;
  due: number;
}

/** Wraps the ports of a worker for a job, so that a rule can be taken out. The sweeper has no job. */
export type Weaken = (deps: WorkerDependencies, world: World, job?: QueuedJob) => WorkerDependencies;

/** Two workers and the sweeper over one table, queue, cloud and clock. It does nothing by itself: a run chooses each step. */
export class World {
  readonly table: SmallTable;
  readonly cloud: SmallCloud;
  readonly notifications: Notification[] = [];
  readonly deadLetters: QueuedJob[] = [];
  /** Changes that the cloud API makes after its answer was lost. */
  readonly late: Sent[] = [];
  queue: QueuedMessage[] = [];
  actors: Actor[] = [];
  now: number;
  sweeps = 0;
  /** The worker that continues unless a run chooses another. */
  current: Actor | undefined;
  /** Called after each effect that is visible to people or the cloud API. */
  onNotification: (notification: Notification) => void = () => {};
  readonly #weaken: Weaken;
  #lastSweep = 0;
  #actors = 0;
  #messages = 0;

  constructor(scenario: Scenario, weaken: Weaken = (deps) => deps) {
    this.cloud = new SmallCloud(scenario.values);
    this.table = new SmallTable(scenario);
    this.now = scenario.starts;
    this.#weaken = weaken;
    for (const job of scenario.jobs) this.queue.push({ job, received: 0, due: this.now });
  }

  /** Ends a call of a worker in one of the ways in which it can end. */
  async end(call: Call, ending: Ending): Promise<void> {
    const { actor } = call;
    if (ending !== 'done' && ending !== 'frozen') actor.isHindered = true;
    if (ending === 'dies' || ending === 'dead letter') return this.#die(actor, ending === 'dead letter');
    if (ending === 'frozen') return this.#freeze(actor);
    actor.pending = actor.pending.filter((pending) => pending !== call);
    this.current = actor;
    if (ending === 'late') {
      this.late.push(...call.sends);
      this.cloud.sent.push(...call.sends);
    }
    if (ending === 'refused' || ending === 'late') return call.reject(failureOf(call, ending));
    try {
      const answer = await call.act();
      if (ending === 'lost') call.reject(failureOf(call, ending));
      else call.resolve(answer);
    } catch (error) {
      call.reject(error);
    }
  }

  #die(actor: Actor, isDeadLetter: boolean): void {
    this.#leave(actor);
    const { message } = actor;
    if (!message) return;
    const queued = this.queue.find(({ job }) => job === message);
    if (!queued) return;
    if (isDeadLetter) this.#bury(queued);
    else queued.due = Math.max(this.now, Math.min(queued.due, actor.started + visibilityTimeout));
  }

  /** The worker stands still for so long that SQS delivers its message again. */
  #freeze(actor: Actor): void {
    actor.isFrozen = true;
    if (this.current === actor) this.current = undefined;
    this.now = Math.max(this.now, actor.started + visibilityTimeout + 1000);
  }

  thaw(actor: Actor): void {
    actor.isFrozen = false;
    this.current = actor;
  }

  #bury(message: QueuedMessage): void {
    this.queue = this.queue.filter((queued) => queued !== message);
    this.deadLetters.push(message.job);
  }

  #leave(actor: Actor): void {
    actor.isGone = true;
    this.actors = this.actors.filter((other) => other !== actor);
    if (this.current === actor) this.current = undefined;
  }

  get due(): readonly QueuedMessage[] {
    return this.queue.filter(({ due }) => due <= this.now);
  }

  get isWorkerFree(): boolean {
    return this.actors.filter(({ message }) => message).length < 2;
  }

  deliver(message: QueuedMessage): void {
    message.received += 1;
    message.due = this.now + visibilityTimeout;
    const { job, received } = message;
    const actor = this.#actor(`worker ${this.#actors + 1} (${job.id})`, job);
    const delivery = { received, isLast: received >= maxDeliveries };
    this.#run(actor, processJob(job, claimFor, this.#ports(actor), delivery), (isDone) => {
      if (!this.queue.includes(message)) return;
      if (isDone) this.queue = this.queue.filter((queued) => queued !== message);
      else if (delivery.isLast) this.#bury(message);
      else message.due = Math.max(this.now, this.now + 4 ** (received - 1) * 1000);
    });
  }

  sweep(): void {
    const actor = this.#actor('sweeper', undefined);
    const ports = this.#ports(actor);
    this.sweeps += 1;
    this.#lastSweep = this.now;
    this.#run(actor, sweep(ports), () => {});
  }

  #actor(name: string, message: QueuedJob | undefined): Actor {
    this.#actors += 1;
    const started = this.now;
    const actor = { name, message, pending: [], isFrozen: false, isGone: false, isHindered: false, started };
    this.actors.push(actor);
    this.current = actor;
    return actor;
  }

  #run(actor: Actor, running: Promise<void>, then: (isDone: boolean) => void): void {
    const finish = (isDone: boolean): void => {
      if (isOver(actor)) return;
      this.#leave(actor);
      then(isDone);
    };
    running.then(
      () => finish(true),
      () => finish(false),
    );
  }

  /** The next moment at which something happens by itself; undefined if nothing does any more. */
  async nextMoment(): Promise<{ readonly at: number; readonly sweeps: boolean } | undefined> {
    const indexed = (await this.#weakened.changes.waiting()).map(({ wakesAt }) => wakesAt);
    const swept = indexed.length > 0 ? [Math.max(Math.min(...indexed), this.#lastSweep + sweepPeriod)] : [];
    const delivered = this.queue.map(({ due }) => due);
    const at = Math.min(...swept, ...delivered);
    return Number.isFinite(at) ? { at: Math.max(at, this.now), sweeps: swept.includes(at) } : undefined;
  }

  /** The ports without any choice, to look at the view of the sweeper. */
  get #weakened(): Pick<WorkerDependencies, 'changes'> {
    const { deps } = memory({ changes: this.table.changesAt(() => this.now) });
    return this.#weaken(deps, this);
  }

  /** The ports of one worker. Reads are done at once; each effect waits until the run chooses how it ends. */
  #ports(actor: Actor): WorkerDependencies {
    const clock = () => this.now;
    const { table } = this;
    const effect =
      (kind: Call['kind'], name: string, sends: readonly Sent[] = []) =>
      <Back>(act: () => Promise<Back>): Promise<Back> =>
        new Promise<Back>((resolve, reject) => {
          if (isOver(actor)) return;
          actor.pending.push({ actor, kind, name, sends, act, resolve, reject } as Call);
        });
    const changes = table.changesAt(clock);
    const records = table.recordsFor(clock);
    const say = async (how: Sending, to: string, answer: Answer): Promise<Message> => {
      if (how === 'remove') return { channel: to, ts: '' };
      return effect(
        'slack',
        `${how} ${to}`,
      )(async () => {
        this.#messages += 1;
        const isNew = !isEdit(how);
        const ts = isNew ? `1.${this.#messages}` : to;
        const notification = { answer, isNew, by: actor.message?.id ?? actor.name, ts, actor };
        this.notifications.push(notification);
        this.onNotification(notification);
        return { channel: to, ts };
      });
    };
    const { deps } = memory({
      clock,
      service: this.cloud.service(
        ({ target, value }) => {
          const sent = { target, value, by: actor.message?.id };
          return effect('cloud', `send ${target}=${value.slice(0, 4)}`, [sent])(async () => {
            this.cloud.sent.push(sent);
            this.cloud.apply(sent);
          });
        },
        (at) => effect('read', `look at ${at}`)(async () => {}),
      ),
      queue: {
        send: (job, seconds = 0) =>
          effect(
            'queue',
            `queue ${job.id}`,
          )(async () => {
            if (job.kind !== 'home') this.queue.push({ job, received: 0, due: this.now + seconds * 1000 });
          }),
      },
      idempotency: {
        claim: (id, ms) => effect('table', `claim record ${id}`)(() => records.claim(id, ms)),
        saveOutcome: (id, out) => effect('table', `save result ${id}`)(() => records.saveOutcome(id, out)),
        release: (id) => effect('table', `release ${id}`)(() => records.release(id)),
        unclaim: (id) => effect('table', `give back ${id}`)(() => records.unclaim(id)),
        markDelivered: (id) => effect('table', `mark delivered ${id}`)(() => records.markDelivered(id)),
      },
      changes: {
        ...changes,
        put: (change, holds) => effect('table', `put ${change.id}`)(() => changes.put(change, holds)),
        decide: (...by) => effect('table', `decide ${by[0]}`)(() => changes.decide(...by)),
        change: (id, ...by) => effect('table', `write ${id}`)(() => changes.change(id, ...by)),
      },
      auditLog: {
        ...table.auditLog,
        append: (...by) =>
          effect('table', `log ${by[0].event} ${by[0].request}`)(() => table.auditLog.append(...by)),
      },
      messenger: slackInMemory(say),
    });
    return this.#weaken(deps, this, actor.message);
  }
}

/** The error of a caller if a call was not done, or its answer was lost. */
function failureOf({ kind }: Call, ending: Ending): Error {
  if (kind === 'cloud') return ending === 'refused' ? refusal() : noAnswer();
  if (kind === 'read') return refusal();
  return kind === 'slack' ? new Unavailable('Slack didn’t respond.') : new AwsError('InternalServerError');
}
