import type { LocalCloud } from '../../../local/cloud/index.ts';
import { answerCall } from '../../../src/agents/answer-call.ts';
import type { Answer, Button } from '../../../src/answer/answer.ts';
import { AwsError } from '../../../src/aws/lambda/aws-error.ts';
import { maxDeliveries, pauseFor } from '../../../src/aws/lambda/sqs-batch.ts';
import { auditLogIn } from '../../../src/aws/sdk/audit-log-store.ts';
import { changesIn } from '../../../src/aws/sdk/change-store.ts';
import type { Table } from '../../../src/aws/sdk/dynamodb.ts';
import { idempotencyStoreIn } from '../../../src/aws/sdk/idempotency-store.ts';
import { loggedWriterIn } from '../../../src/aws/sdk/logged-writer.ts';
import { openingsIn } from '../../../src/aws/sdk/opening-store.ts';
import { watchesIn } from '../../../src/aws/sdk/watch-store.ts';
import type { Service } from '../../../src/cloud/index.ts';
import { typedRequest } from '../../../src/command-line/typed-line.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import type { Message, Messenger } from '../../../src/messaging/messaging.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { type Job, type QueuedJob, job as readJob } from '../../../src/queue/job.ts';
import { sendWatches } from '../../../src/watch/send-watches.ts';
import type { ChangeState, Unfinished } from '../change-states.ts';
import { isMadeIn } from '../effects.ts';
import { processJob, sweep, type WorkerDependencies } from '../functions.ts';
import type { Card, Found } from '../oracle/found.ts';
import {
  changesAmong,
  type Item,
  type LogEntry,
  logAmong,
  type Stored,
  storedIn,
  waitingAmong,
} from '../stored.ts';
import { apiKeysInMemory } from './keys-in-memory.ts';
import { changesSent, connected } from './local-cloud.ts';
import { memory, words } from './memory.ts';
import { MemoryTable } from './memory-table.ts';
import { isEdit, type Sending, slackInMemory } from './slack-in-memory.ts';

/**
 * A failure of consecutive calls: of the table, of Slack, or of the worker, which dies at a call of the table. `from` is the
 * first call, counted from 1. `performed`: the failed calls still take effect.
 */
export interface Outage {
  readonly of: 'table' | 'slack' | 'worker';
  readonly from: number;
  readonly calls: number;
  readonly performed: boolean;
}

/** Sees what each worker and the sweeper do. Its ports may reject in place of a call, or let the worker die with `kill`. */
export interface Witness {
  /** Somebody starts: the sweeper, or a worker with a job that is delivered for the nth time. */
  begins(who: 'sweeper' | { readonly job: QueuedJob; readonly received: number }): void;
  /** They end; with an error, the job is delivered again. */
  ends(error?: unknown): void;
  /** Lets the jobs come that a person caused, in place of `settled`. */
  settle(): Promise<void>;
  table(table: Table): Table;
  ports(ports: WorkerDependencies): WorkerDependencies;
}

/** Thrown in a killed worker, which then does nothing more. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** A job on the queue. `due` is when it can be delivered, in milliseconds since 1970. */
interface Queued {
  readonly job: QueuedJob;
  received: number;
  due: number;
}

export interface Said {
  /** A person's id, a channel, or the id of an edited message. */
  readonly to: string;
  readonly text: string;
  /** The words in the message itself, without those that only a phone shows. */
  readonly body: string;
  /** Whether it is a card, or a notification about one. */
  readonly isCard: boolean;
  /** What its buttons decide. */
  readonly decisions: readonly string[];
  /** An `answer` is the immediate response to a person's act, ephemeral or in the channel. */
  readonly how: 'answer' | 'message' | 'edit';
}

/** Maximum time for which a worker holds a job, in milliseconds. */
const claimFor = 62_000;
/** Time until a dead worker's message is redelivered, in seconds. */
const visibilityTimeout = 360;
const channel = '#approvals';
/** The channel in which everybody types. */
export const place = 'C0OPS';
const nothing: Outage = { of: 'table', from: 0, calls: 0, performed: false };

/** The worker, the sweeper, the queue and Slack in memory, with the real stores on a table that can fail. */
export class InMemoryBot {
  readonly memory = new MemoryTable();
  /** What its table has. */
  readonly stored: Stored = storedIn(this.memory, async () => this.#items());
  readonly said: Said[] = [];
  /** The current messages in Slack, by id. */
  readonly messages = new Map<string, Said>();
  readonly deadLetters: QueuedJob[] = [];
  /** Whether Slack takes new messages and refuses each edit for good, so that an edit becomes a new message. */
  refusesEdits = false;
  readonly cloud: LocalCloud;
  #queue: Queued[] = [];
  #now = Date.UTC(2026, 10, 22);
  #calls = { table: 0, slack: 0 };
  #outage: Outage | undefined;
  #jobs = 0;
  #shown = 0;
  /** The digests in the buttons that were shown, by what they decide. */
  readonly #drawn = new Map<string, string | undefined>();
  /** The life of the worker that was created last. */
  #life = { over: false };
  readonly #policy: Partial<Policy>;
  readonly #service: Service;
  readonly #witness: Witness | undefined;
  readonly ports: WorkerDependencies;

  constructor(
    cloud: LocalCloud,
    policy: Partial<Policy> = {},
    service: Service = connected(cloud),
    witness?: Witness,
  ) {
    this.cloud = cloud;
    this.#witness = witness;
    this.#policy = policy;
    this.#service = service;
    this.ports = this.#worker();
  }

  /** Creates a separate worker: workers share no memory. */
  #worker(): WorkerDependencies {
    const clock = () => this.#now;
    const life = { over: false };
    this.#life = life;
    const alive = <Args extends unknown[], Back>(act: (...args: Args) => Promise<Back>) => {
      return async (...args: Args): Promise<Back> => {
        if (life.over) throw new Killed();
        return act(...args);
      };
    };
    const failing = this.#failingTable(life);
    const table = this.#witness?.table(failing) ?? failing;
    const logged = loggedWriterIn(table);
    const { deps } = memory({
      clock,
      service: this.#service,
      queue: { send: alive(async (job, delay) => this.enqueue(job, delay)) },
      idempotency: idempotencyStoreIn(table, clock),
      changes: changesIn(table, clock, logged),
      policy: { ...defaults, breakGlass: { people: ['U0ANA'], reasonRequired: true }, ...this.#policy },
      auditLog: auditLogIn(table, logged),
      openings: openingsIn(table),
      watches: watchesIn(table),
      messenger: this.#slack(
        alive((...sent) => this.#failing('slack', life, async () => this.#say(...sent))),
      ),
    });
    return this.#witness?.ports(deps) ?? deps;
  }

  #slack(say: Parameters<typeof slackInMemory>[0]): Messenger {
    const bot = this;
    const slack = slackInMemory(say);
    let again = 0;
    return {
      ...slack,
      async edit(message, answer) {
        if (!bot.refusesEdits) return slack.edit(message, answer);
        again += 1;
        if (again > 30) throw new Error('Messages are posted again and again');
        return slack.send(message.channel, answer);
      },
      amend: async (message, answer) => bot.refusesEdits || slack.amend(message, answer),
      permalink: async ({ ts }) =>
        bot.refusesEdits ? `https://acme.slack.com/archives/C1/p${ts}` : undefined,
    };
  }

  /** Ends the worker that was created last, in the middle of its work. */
  kill(): never {
    this.#life.over = true;
    throw new Killed();
  }

  #say(how: Sending, to: string, answer: Answer): Message {
    for (const { action } of buttonsIn(answer))
      if ('decide' in action) this.#drawn.set(`${action.decide} ${action.on}`, action.seen);
    if (how === 'remove') return { channel: to, ts: '' };
    this.#shown += 1;
    const ts = isEdit(how) ? to : `1.${this.#shown}`;
    const said = {
      to,
      ...shown(answer),
      how: isEdit(how) ? 'edit' : isAnswer(how) ? 'answer' : 'message',
    } as const;
    this.messages.set(ts, isEdit(how) ? { ...said, to: this.messages.get(ts)?.to ?? '' } : said);
    if (how !== 'amend') this.said.push(said);
    return { channel: to, ts };
  }

  async #failing<Back>(
    side: 'table' | 'slack',
    life: { over: boolean },
    act: () => Promise<Back>,
  ): Promise<Back> {
    if (life.over) throw new Killed();
    this.#calls[side] += 1;
    const at = this.#calls[side];
    const { of, from, calls, performed } = this.#outage ?? nothing;
    const meets = side === (of === 'slack' ? 'slack' : 'table') && at >= from && at < from + calls;
    if (!meets) return act();
    if (performed) await act().catch(() => {});
    if (of === 'worker') {
      life.over = true;
      throw new Killed();
    }
    throw of === 'slack' ? new Unavailable('Slack didn’t respond.') : new AwsError('InternalServerError');
  }

  #failingTable(life: { over: boolean }): Table {
    const { memory } = this;
    const call = <Back>(act: () => Promise<Back>) => this.#failing('table', life, act);
    return {
      get: (key) => call(() => memory.get(key)),
      put: (put) => call(() => memory.put(put)),
      update: (update) => call(() => memory.update(update)),
      query: (query) => call(() => memory.query(query)),
      transact: (writes) => call(() => memory.transact(writes)),
    };
  }

  /** Applies an outage from now on; none by default. */
  begin(outage?: Outage): void {
    this.#calls = { table: 0, slack: 0 };
    this.#outage = outage;
  }

  /** Number of calls since `begin`. */
  get calls(): { readonly table: number; readonly slack: number } {
    return this.#calls;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#now;
  }

  later(ms: number): void {
    this.#now += ms;
  }

  newId(): string {
    this.#jobs += 1;
    return `job${this.#jobs}`;
  }

  /** Queues a job, as the worker reads it from the queue. */
  enqueue(sent: QueuedJob, delay = 0): void {
    const received = readJob.parse(JSON.parse(JSON.stringify(sent)));
    this.#queue.push({ job: received, received: 0, due: this.#now + delay * 1000 });
  }

  /** Delivers messages like SQS until only delayed ones remain. Failed ones are redelivered, and finally become dead letters. */
  async settled(): Promise<void> {
    for (;;) {
      const next = this.#queue
        .filter(({ received, due }) => received > 0 || due <= this.#now)
        .toSorted((a, b) => a.due - b.due)[0];
      if (!next) return;
      await this.#deliver(next);
    }
  }

  /** When the next job is delivered, in milliseconds since 1970; undefined if the queue is empty. */
  get nextDue(): number | undefined {
    return this.#first()?.due;
  }

  /** Delivers the next job, at its time. */
  async deliverNext(): Promise<void> {
    const next = this.#first();
    if (next) await this.#deliver(next);
  }

  #first = (): Queued | undefined => this.#queue.toSorted((a, b) => a.due - b.due)[0];

  async #deliver(next: Queued): Promise<void> {
    this.#queue = this.#queue.filter((message) => message !== next);
    this.#now = Math.max(this.#now, next.due);
    next.received += 1;
    const { job, received } = next;
    this.#witness?.begins({ job, received });
    const worker = this.#worker();
    const life = this.#life;
    try {
      await processJob(job, claimFor, worker, { received, isLast: received === maxDeliveries });
      // It may have handled a call that rejected because it was dead.
      if (life.over) throw new Killed();
      this.#witness?.ends();
    } catch (rejected) {
      const error = life.over ? new Killed() : rejected;
      this.#witness?.ends(error);
      const pause = error instanceof Killed ? visibilityTimeout : pauseFor(error, received);
      next.due = this.#now + pause * 1000;
      if (received < maxDeliveries) this.#queue.push(next);
      else this.deadLetters.push(job);
    }
  }

  async redrive(): Promise<void> {
    for (const job of this.deadLetters.splice(0)) this.enqueue(job);
    await this.settled();
  }

  async sweep(): Promise<void> {
    await this.onlySweep();
    await this.settled();
  }

  /** Sweeps, and leaves the jobs on the queue. */
  async onlySweep(): Promise<void> {
    this.#witness?.begins('sweeper');
    const worker = this.#worker();
    await sweep(worker).catch(() => {});
    await sendWatches(worker);
    this.#witness?.ends();
  }

  /** Lets time pass in steps of five minutes, with a sweep after each. */
  async pass(minutes: number): Promise<void> {
    for (let at = 0; at < minutes; at += 5) {
      this.later(5 * 60_000);
      await this.sweep();
    }
  }

  /** What every job of a person has: its new id, and where they are. */
  by(person: string): Pick<Job, 'id' | 'team' | 'replyTo'> {
    return { id: this.newId(), team: 'T0', replyTo: { channel: place, person } };
  }

  /** Queues a job, and delivers what follows from it. Resolves to its id. */
  async #send(sent: Job): Promise<string> {
    this.enqueue(sent);
    await (this.#witness?.settle() ?? this.settled());
    return sent.id;
  }

  type(person: string, line: string): Promise<string> {
    return this.#send({ ...typedRequest(line), ...this.by(person) });
  }

  press(
    person: string,
    decision: Extract<Job, { kind: 'decision' }>['decision'],
    on: string,
  ): Promise<string> {
    const seen = this.#drawn.get(`${decision} ${on}`);
    return this.#send({ kind: 'decision', ...this.by(person), decision, on, seen });
  }

  /** Makes a request as an agent, for a person. Only the agent receives the answer. */
  async callAsAgent(person: string, line: string): Promise<string> {
    const id = `agent-${this.newId()}`;
    const deps = {
      ...this.#worker(),
      callLimit: { take: async () => undefined },
      apiKeys: apiKeysInMemory().apiKeys,
    };
    const { answer } = await answerCall(
      {
        id,
        person,
        team: 'T0',
        through: 'Slackbot',
        asked: { line },
        isKeyed: false,
        until: deps.clock() + 20_000,
      },
      deps,
    );
    this.said.push({ to: 'agent', ...shown(answer), how: 'answer' });
    await this.settled();
    return id;
  }

  async vote(
    person: string,
    change: string,
    vote: 'approve' | 'reject' | 'suggest' | 'breakGlass',
    narrower: Record<string, string> = {},
  ): Promise<void> {
    const seen = this.stateOf(change)?.seen;
    await this.#send({ kind: 'vote', ...this.by(person), change, vote, comment: 'because', narrower, seen });
  }

  /**
   * Requests and confirms a change as Ana, and approves it as these people. Resolves to its id, and to the text she read before.
   */
  async decided(
    line: string,
    by: readonly string[] = ['U0BEN', 'U0CORA'],
  ): Promise<{ readonly id: string; readonly preview: string }> {
    const id = await this.type('U0ANA', line);
    const preview = this.said.at(-1)?.text ?? '';
    await this.press('U0ANA', 'confirm', id);
    for (const person of by) await this.vote(person, id, 'approve');
    await this.pass(5);
    return { id, preview };
  }

  #items = (): readonly Item[] => [...this.memory.items.values()];

  /** Returns the states of all changes. */
  states(): ChangeState[] {
    return changesAmong(this.#items());
  }

  /** Returns what is not finished now, and what it lacks. */
  waiting(): Unfinished[] {
    return waitingAmong(this.#items(), this.#now);
  }

  stateOf(id: string): ChangeState | undefined {
    return this.states().find((change) => change.id === id);
  }

  /** Returns the audit log, oldest first. */
  log(): LogEntry[] {
    return logAmong(this.#items());
  }

  /** Returns the cards in the approvals channel. `known`: only those that the table contains. */
  cards({ known }: { readonly known: boolean }): Card[] {
    const kept = new Set(this.states().flatMap(({ cards }) => cards.map(({ ts }) => ts)));
    return [...this.messages].flatMap(([ts, { to, isCard, body, decisions }]) =>
      to === channel && isCard && (!known || kept.has(ts)) ? [{ ts, text: body, decisions }] : [],
    );
  }

  /** Returns all facts to compare. `known`: only cards that the table contains, and no other messages. */
  found({ known }: { readonly known: boolean }): Found {
    const state = this.cloud.control.state();
    return {
      changes: this.states(),
      waiting: this.waiting(),
      log: this.log(),
      cards: this.cards({ known }),
      said: this.said,
      // An ephemeral answer is never edited, and disappears at the person's next start of Slack.
      shown: known
        ? []
        : [...this.messages.values()].flatMap(({ to, how, text }) =>
            how === 'answer' && to.startsWith('U') ? [] : [text],
          ),
      sent: this.changes(),
      isMade: (step) => isMadeIn(state, step),
      deadLetters: this.deadLetters.length,
      now: this.#now,
    };
  }

  /** Returns the findings in an account, oldest first. */
  findings(account = 'ACME') {
    return watchesIn(this.memory).findings(account, 0);
  }

  alertPolicies(): string[] {
    return this.cloud.control.state().alertPolicies.map(({ name }) => name);
  }

  changes(): string[] {
    return changesSent(this.cloud.requests);
  }
}

/** Whether it is what a person is told at once. */
const isAnswer = (how: Sending): boolean => how !== 'send' && how !== 'reply';

const buttonsIn = (answer: Answer): readonly Button[] =>
  answer.flatMap((part) => ('buttons' in part ? (part.buttons ?? []) : []));

function shown(answer: Answer): Pick<Said, 'text' | 'body' | 'isCard' | 'decisions'> {
  const inChannel = answer.filter(({ kind }) => kind !== 'push');
  return {
    text: words(answer),
    body: words(inChannel),
    isCard: ['item', 'notice'].includes(inChannel[0]?.kind ?? ''),
    decisions: buttonsIn(answer).flatMap(({ action }) => ('decide' in action ? [action.decide] : [])),
  };
}
