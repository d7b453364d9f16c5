import type { Millis } from '../../../src/core/clock.ts';
import { type QueuedJob, job as readJob } from '../../../src/queue/job.ts';
import type { Queue } from '../../../src/queue/queue.ts';
import { processJob, type WorkerDependencies } from '../../../test/support/functions.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How long a worker may hold a job, how often it looks for messages, and how far ahead a message is waited for. */
const claimFor: Millis = 62_000;
const pollEvery: Millis = 10;
const waitFor: Millis = 60_000;

interface Message {
  readonly job: QueuedJob;
  readonly due: Millis;
  readonly received: number;
}

/** A queue in virtual time, and the workers that SQS starts for it. */
export class VirtualQueue implements Queue<QueuedJob> {
  /** How many messages were sent. */
  sent = 0;
  readonly #time: VirtualTime;
  readonly #callMs: Millis;
  #messages: readonly Message[] = [];
  #busy = 0;

  constructor(time: VirtualTime, callMs: Millis) {
    this.#time = time;
    this.#callMs = callMs;
  }

  async send(job: QueuedJob, delay = 0): Promise<void> {
    await this.#time.sleep(this.#callMs);
    this.sent += 1;
    this.put(JSON.parse(JSON.stringify(job)), delay * 1000);
  }

  /** Puts a job on the queue at once, as the receiver does. */
  put(job: unknown, delay: Millis = 0): void {
    this.#add({ job: readJob.parse(job), due: this.#time.now + delay, received: 0 });
  }

  /** Lets these workers take up to `batchSize` messages at a time, until none is left that comes soon. */
  settle(workers: readonly WorkerDependencies[], batchSize: number): Promise<unknown> {
    return this.#time.run(Promise.all(workers.map((worker) => this.#poll(worker, batchSize))));
  }

  async #poll(worker: WorkerDependencies, batchSize: number): Promise<void> {
    while (this.#busy > 0 || this.#messages.some((message) => this.#isSoon(message))) {
      const batch = this.#messages.filter(({ due }) => due <= this.#time.now).slice(0, batchSize);
      this.#messages = this.#messages.filter((message) => !batch.includes(message));
      if (batch.length > 0) await Promise.all(batch.map((message) => this.#deliver(message, worker)));
      else await this.#time.sleep(pollEvery);
    }
  }

  async #deliver({ job, received }: Message, worker: WorkerDependencies): Promise<void> {
    this.#busy += 1;
    try {
      await processJob(job, claimFor, worker, { received: received + 1, isLast: false });
    } catch {
      this.#add({ job, due: this.#time.now + 1000 * 4 ** received, received: received + 1 });
    } finally {
      this.#busy -= 1;
    }
  }

  #add(message: Message): void {
    this.#messages = [...this.#messages, message];
  }

  /** What comes later are wakes for what may be left then. */
  #isSoon = ({ job, due }: Message): boolean => job.kind !== 'home' && due < this.#time.now + waitFor;
}
