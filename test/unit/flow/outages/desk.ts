import { approvalsIn } from '../../../../src/aws/approvals.ts';
import { AwsError } from '../../../../src/aws/aws-error.ts';
import { ledgerIn } from '../../../../src/aws/ledger.ts';
import { pendingsIn } from '../../../../src/aws/pendings.ts';
import { receiptsIn } from '../../../../src/aws/receipts.ts';
import { mostDeliveries, pauseAfter } from '../../../../src/aws/sqs-batch.ts';
import type { Table } from '../../../../src/aws/table.ts';
import { undosIn } from '../../../../src/aws/undos.ts';
import type { Answer } from '../../../../src/core/answer.ts';
import type { Approval } from '../../../../src/core/approval.ts';
import type { Kept } from '../../../../src/core/ledger.ts';
import type { Message, Place } from '../../../../src/core/ports.ts';
import { type Emulator, users } from '../../../../src/emulator/index.ts';
import { sweep } from '../../../../src/flow/approval/sweep.ts';
import type { Job } from '../../../../src/flow/job.ts';
import type { Ports } from '../../../../src/flow/ports.ts';
import { work } from '../../../../src/flow/work.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { connect } from '../../../../src/service/index.ts';
import { MemoryTable } from './memory-table.ts';

/** An outage of the table: which of its calls fail, counted from 1, and whether what fails is done all the same. */
export interface Outage {
  readonly from: number;
  readonly calls: number;
  readonly performed: boolean;
}

export interface Said {
  /** A person's id, a channel, or the id of a message that was edited. */
  readonly to: string;
  readonly answer: Answer;
}

/** In milliseconds: as long as a worker may hold a job. */
const lease = 62_000;
const channel = '#approvals';

/** The worker, the sweeper, the queue and Slack in memory, over the real stores on a table that can fail. */
export class Desk {
  readonly memory = new MemoryTable();
  readonly said: Said[] = [];
  /** What stands in Slack now, by the id of the message. */
  readonly messages = new Map<string, Said>();
  readonly deadLetters: Job[] = [];
  readonly #emulator: Emulator;
  #queue: { job: Job; received: number; due: number }[] = [];
  #now = Date.UTC(2026, 10, 22);
  #calls = 0;
  #outage: Outage | undefined;
  #jobs = 0;
  #shown = 0;
  readonly ports: Ports;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.ports = this.#worker();
  }

  /** A worker of its own: what one remembers, another doesn't know. */
  #worker(): Ports {
    const clock = () => this.#now;
    const table = this.#failing(this.memory);
    const password = users.find(({ userName }) => userName === 'skydesk')?.password ?? '';
    return {
      clock,
      log: () => {},
      policy: defaults,
      service: connect({
        baseUrl: this.#emulator.url,
        credentials: async () => ({ username: 'skydesk', password }),
      }),
      queue: { send: async (job) => this.enqueue(structuredClone(job)) },
      receipts: receiptsIn(table, clock),
      pendings: pendingsIn(table, clock),
      approvals: approvalsIn(table),
      undos: undosIn(table, clock),
      ledger: ledgerIn(table),
      messenger: {
        whisper: async ({ person }, answer) => void this.#say(person, answer),
        replace: async ({ person }, answer) => void this.#say(person, answer),
        post: async (place, answer) => this.#say(place.channel, answer),
        send: async (to, answer) => this.#say(to, answer),
        edit: async (message, answer) => {
          const { ts } = message;
          this.messages.set(ts, { to: this.messages.get(ts)?.to ?? '', answer });
          this.said.push({ to: ts, answer });
          return message;
        },
        file: async () => {},
      },
      reviews: { show: async () => {} },
      views: { fill: async () => {} },
      homes: { publish: async () => {} },
      members: { check: async (id) => ({ id, aliases: [] }), name: async () => undefined },
      groups: { of: async () => [] },
      examine: async () => [],
    };
  }

  #say(to: string, answer: Answer): Message {
    this.#shown += 1;
    const ts = `1.${this.#shown}`;
    this.messages.set(ts, { to, answer });
    this.said.push({ to, answer });
    return { channel: to, ts };
  }

  #failing(table: Table): Table {
    const call = async <Result>(act: () => Promise<Result>): Promise<Result> => {
      this.#calls += 1;
      const { from, calls, performed } = this.#outage ?? { from: 0, calls: 0, performed: false };
      if (this.#calls < from || this.#calls >= from + calls) return act();
      if (performed) await act().catch(() => {});
      throw new AwsError('InternalServerError');
    };
    return {
      get: (key) => call(() => table.get(key)),
      put: (put) => call(() => table.put(put)),
      update: (update) => call(() => table.update(update)),
      query: (query) => call(() => table.query(query)),
      transact: (writes) => call(() => table.transact(writes)),
    };
  }

  /** The table fails so from now on; undefined: it doesn't. */
  begin(outage?: Outage): void {
    this.#calls = 0;
    this.#outage = outage;
  }

  get calls(): number {
    return this.#calls;
  }

  later(ms: number): void {
    this.#now += ms;
  }

  newId(): string {
    this.#jobs += 1;
    return `job${this.#jobs}`;
  }

  enqueue(job: Job): void {
    this.#queue.push({ job, received: 0, due: this.#now });
  }

  /** Delivers until the queue is empty, as SQS does: what fails comes again after its pause, and is dead in the end. */
  async settled(): Promise<void> {
    for (;;) {
      const next = this.#queue.toSorted((one, other) => one.due - other.due)[0];
      if (!next) return;
      this.#queue = this.#queue.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.due);
      next.received += 1;
      try {
        const { received } = next;
        await work(next.job, lease, this.#worker(), { received, isLast: received === mostDeliveries });
      } catch {
        next.due = this.#now + pauseAfter(next.received) * 1000;
        if (next.received < mostDeliveries) this.#queue.push(next);
        else this.deadLetters.push(next.job);
      }
    }
  }

  async redrive(): Promise<void> {
    for (const job of this.deadLetters.splice(0)) this.enqueue(job);
    await this.settled();
  }

  async sweep(): Promise<void> {
    await sweep(this.#worker()).catch(() => {});
    await this.settled();
  }

  #place = (person: string): Place => ({ channel: 'C0OPS', person });

  async type(person: string, line: string): Promise<string> {
    const id = this.newId();
    this.enqueue({ kind: 'command', id, team: 'T0', place: this.#place(person), line });
    await this.settled();
    return id;
  }

  async press(
    person: string,
    decision: 'confirm' | 'cancel' | 'withdraw' | 'accept' | 'undo',
    pending: string,
  ): Promise<string> {
    const id = this.newId();
    this.enqueue({ kind: 'decision', id, team: 'T0', place: this.#place(person), decision, pending });
    await this.settled();
    return id;
  }

  async vote(
    person: string,
    approval: string,
    vote: 'approve' | 'reject' | 'propose',
    narrower: Record<string, string> = {},
  ): Promise<void> {
    const base = { id: this.newId(), team: 'T0', place: this.#place(person) };
    this.enqueue({ kind: 'vote', ...base, approval, vote, comment: 'because', narrower });
    await this.settled();
  }

  /** All requests for approval in the table. */
  requests(): Approval[] {
    return [...this.memory.items.values()].flatMap(({ sk, content }) =>
      sk === 'approval' ? [JSON.parse(String(content)) as Approval] : [],
    );
  }

  request(id: string): Approval | undefined {
    return this.requests().find((one) => one.id === id);
  }

  /** The audit log, oldest first. */
  log(): Kept[] {
    return [...this.memory.items.values()]
      .filter(({ pk, sk }) => pk === 'ledger#ACME' && sk !== 'head')
      .toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1)) as unknown as Kept[];
  }

  /** The cards that stand in the approvals channel, and those that say that they are none any more. */
  cards(): Said[] {
    return [...this.messages.values()].filter(
      ({ to, answer }) => to === channel && answer.some(({ part }) => part === 'heading'),
    );
  }

  alertPolicies(): string[] {
    return this.#emulator.control.state().alertPolicies.map(({ name }) => name);
  }

  changes(): string[] {
    return this.#emulator.requests
      .filter(({ method, path }) => method !== 'GET' && !path.includes('login'))
      .map(({ method, path }) => `${method} ${path}`);
  }
}
