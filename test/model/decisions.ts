import { isWaiting } from '../../src/change/model/change.ts';
import { seenDigest } from '../../src/change/model/digest.ts';
import { stepId } from '../../src/change/model/ids.ts';
import { endsAtOf } from '../../src/change/model/reversal.ts';
import { parseCommand } from '../../src/command-line/parse-command.ts';
import type { Job, QueuedJob } from '../../src/queue/job.ts';
import { processJob, sweep, type WorkerDependencies } from '../support/functions.ts';
import { memory } from '../support/in-memory/memory.ts';
import { noon } from '../support/made/requests.ts';
import { none, refusal, type Sent, SmallCloud } from './cloud.ts';
import { SmallTable } from './table.ts';

const minute = 60_000;
const claimFor = 62_000;
const server = 'de1web01';
const base = { team: 'T0ACME', replyTo: { channel: 'C0OPS', person: 'U0ANA' } };

/** The next act of somebody. */
export type Act =
  /** Requests a value, permanently or for some minutes, and confirms it. */
  | { readonly kind: 'set'; readonly value: string; readonly ends: number | undefined }
  /** Undoes one of the changes that were made. */
  | { readonly kind: 'undo'; readonly which: number }
  | { readonly kind: 'extend'; readonly which: number; readonly by: number }
  | { readonly kind: 'end now'; readonly which: number }
  /** Somebody changes it outside Skydesk. */
  | { readonly kind: 'outside'; readonly value: string }
  | { readonly kind: 'wait'; readonly minutes: number };

/** The value that a change has set, and the permanent decision before it. */
interface Decision {
  readonly change: string;
  readonly value: string;
  readonly before: string;
}

/** One server, the whole worker over it, and people who decide about it. `fails`: whether a call of the cloud API is refused. */
export class Decisions {
  readonly #table = new SmallTable({ changes: [], previews: [], log: [] });
  readonly #cloud = new SmallCloud();
  readonly #fails: () => boolean;
  #queue: { readonly job: QueuedJob; readonly at: number }[] = [];
  #now = noon;
  #jobs = 0;
  /** The last permanent value. */
  #decided = none;
  readonly #made: Decision[] = [];

  constructor(fails: () => boolean = () => false) {
    this.#fails = fails;
  }

  #worker(): WorkerDependencies {
    const clock = () => this.#now;
    const change = async (sent: Sent): Promise<void> => {
      if (this.#fails()) throw refusal();
      this.#cloud.apply(sent);
    };
    return memory({
      clock,
      changes: this.#table.changesAt(clock),
      idempotency: this.#table.recordsFor(clock),
      auditLog: this.#table.auditLog,
      service: this.#cloud.service(change, async () => {}),
      queue: { send: async (job, delay = 0) => void this.#queue.push({ job, at: clock() + delay * 1000 }) },
    }).deps;
  }

  /** Runs a job, and all that follows from it now. */
  async #do(job?: QueuedJob): Promise<void> {
    if (job) this.#queue.push({ job, at: this.#now });
    for (let next = this.#next(); next; next = this.#next())
      // The sweeper sends a retried job again.
      if (next.kind !== 'home') await processJob(next, claimFor, this.#worker()).catch(() => {});
  }

  /** Takes the first job from the queue that is not delayed any more. */
  #next(): QueuedJob | undefined {
    const due = this.#queue.findIndex(({ at }) => at <= this.#now);
    return due < 0 ? undefined : this.#queue.splice(due, 1)[0]?.job;
  }

  async #sweep(): Promise<void> {
    await sweep(this.#worker());
    await this.#do();
  }

  #id(): string {
    this.#jobs += 1;
    return `c${this.#jobs}`;
  }

  /** Types a command and confirms it, if it can be confirmed. Resolves to the id of the change, if it is done. */
  async #type(line: string): Promise<string | undefined> {
    const parsed = parseCommand(line);
    if (parsed.kind !== 'prepared') throw new Error(line);
    const { operation, raw } = parsed.prepared;
    const id = this.#id();
    return this.#confirmed(id, { ...base, kind: 'command', id, operation: operation.id, raw, problems: [] });
  }

  async #confirmed(id: string, job: Job): Promise<string | undefined> {
    await this.#do(job);
    const preview = await this.#worker().changes.previewed(id);
    if (!preview) return undefined;
    const click = { id: `click-${id}`, decision: 'confirm', on: id, seen: seenDigest(preview) } as const;
    await this.#do({ ...base, kind: 'decision', ...click });
    return this.#stored(id)?.status === 'done' ? id : undefined;
  }

  #stored(id: string) {
    return this.#table.changes.get(id);
  }

  async act(act: Act): Promise<void> {
    switch (act.kind) {
      case 'set':
        return this.#set(act);
      case 'undo':
        return this.#undo(act.which);
      case 'extend':
        return void (await this.#type(`extend ${this.#nth(act.which)} ${act.by}m`));
      case 'end now':
        return void (await this.#type(`end ${this.#nth(act.which)}`));
      case 'outside':
        return this.#outside(act.value);
      case 'wait':
        return this.#wait(act.minutes);
    }
  }

  /** One of the changes that were made, or one that does not exist. */
  #nth(which: number): string {
    return this.#made[which % Math.max(1, this.#made.length)]?.change ?? 'c0';
  }

  async #set({ value, ends }: Extract<Act, { kind: 'set' }>): Promise<void> {
    const what = value === none ? `autoscale remove ${server}` : `autoscale set ${server} ${value}`;
    const end = this.#ends.find(isWaiting);
    const id = await this.#type(ends === undefined ? what : `${what} ends=${ends}m`);
    if (id === undefined) return;
    // What it accepts while an end waits is what the end expects: the end still comes, and restores what was before it.
    const ended = this.#made.find(({ change }) => change === end?.steps[0].undoes?.id);
    if (ended) this.#decided = ended.before;
    this.#made.push({ change: id, value, before: this.#decided });
    if (!ended && ends === undefined) this.#decided = value;
  }

  async #undo(which: number): Promise<void> {
    const made = this.#made[which % Math.max(1, this.#made.length)];
    if (!made) return;
    const id = this.#id();
    const on = stepId(made.change, 0);
    const done = await this.#confirmed(id, { ...base, kind: 'decision', id, decision: 'undo', on });
    if (done === undefined) return;
    this.#made.push({ change: done, value: made.before, before: this.#decided });
    this.#decided = made.before;
  }

  /** Nobody sets the value at which an end would mistake the server for that of its step. */
  #outside(value: string): void {
    const ending = this.#ends.filter(isWaiting).map(({ steps: [{ undoes }] }) => undoes?.id);
    if (this.#made.some((made) => ending.includes(made.change) && made.value === value)) return;
    this.#cloud.apply({ target: server, value });
    this.#decided = value;
  }

  get #ends() {
    return this.#table.storedEnds;
  }

  async #wait(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes; passed += 2) {
      this.#now += 2 * minute;
      await this.#sweep();
    }
  }

  /** Time passes until nothing ends any more. Resolves to the state then, and the last decision. */
  async end(): Promise<{ readonly is: string; readonly decided: string; readonly waiting: number }> {
    for (let round = 0; round < 400 && this.#ends.some(isWaiting); round += 1) {
      const at = Math.min(...this.#ends.filter(isWaiting).map((end) => endsAtOf(end) ?? this.#now));
      this.#now = Math.max(this.#now + 2 * minute, at);
      await this.#sweep();
    }
    const { length } = this.#ends.filter(isWaiting);
    return { is: this.#cloud.valueOf(server), decided: this.#decided, waiting: length };
  }
}
