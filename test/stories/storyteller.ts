import { credentialsOf, type LocalCloud } from '../../local/cloud/index.ts';
import { errorName } from '../../src/answer/user-error.ts';
import { connect } from '../../src/cloud/index.ts';
import { hour, minute } from '../../src/core/clock.ts';
import type { WorkerDependencies } from '../support/functions.ts';
import { InMemoryBot, Killed, type Witness } from '../support/in-memory/in-memory-bot.ts';
import { MemoryTable } from '../support/in-memory/memory-table.ts';
import { type Item, wakingAmong } from '../support/stored.ts';
import { withDeciders } from './deciders.ts';
import { Diary } from './diary.ts';
import {
  channelOf,
  type Effect,
  type Effects,
  inHomeTabs,
  inQueue,
  inSlack,
  inTable,
  jobInWords,
} from './effects.ts';
import { renamer, timeFrom } from './names.ts';
import { type Shown, showing } from './shown-messages.ts';
import { type Line, type Paragraph, transcript } from './transcript.ts';

type Table = Parameters<Witness['table']>[0];

/** What goes wrong at an effect: the worker dies before it, or the call rejects. */
type Fault = 'dies' | Error;

interface PlannedFault {
  readonly at: RegExp;
  readonly does: Fault;
  readonly reads: string;
  left: number;
}

/** How often the sweeper comes, as `deploy/sweeper.yml` says. */
const sweepPeriod = 4 * minute;

/** Plays Skydesk in memory, and writes down what it does. */
export class Storyteller implements Witness {
  readonly bot: InMemoryBot;
  readonly #paragraphs: Paragraph[] = [];
  readonly #rename = renamer();
  readonly #names = new Map<string, string>();
  #begin = 0;
  #nextSweep: number;
  #isTold = false;
  #faults: PlannedFault[] = [];
  /** Who is at work, and since when. */
  #who = '';
  #lines: Line[] = [];
  #records: string[] = [];
  #reads = { table: 0, cloud: 0 };
  #isDead = false;
  #turn = 0;
  /** All that was done since the story began. */
  readonly diary = new Diary();
  /** What the messages show that were posted or edited since then. */
  readonly shown = new Map<string, Shown>();

  constructor(cloud: LocalCloud) {
    const service = connect({
      baseUrl: cloud.url,
      credentials: async () => credentialsOf(),
      onCall: ({ method, path, status }) => {
        if (path.includes('/authentication/login')) return;
        if (method === 'GET') this.#reads.cloud += 1;
        else
          this.#did([
            { kind: 'cloud', text: `${method} ${path.replace(/\?.*/, '')} → ${status ?? 'no answer'}` },
          ]);
      },
    });
    this.bot = new InMemoryBot(cloud, {}, service, this);
    this.#nextSweep = this.bot.now() + sweepPeriod;
  }

  /** All that was told, as a text. */
  get text(): string {
    return transcript(this.#paragraphs).trim();
  }

  /** Plays what comes before the story, without telling it. */
  async before<Back>(act: () => Promise<Back>): Promise<Back> {
    const back = await act();
    this.#begin = this.bot.now();
    this.#isTold = true;
    return back;
  }

  /** Lets something go wrong at the next effects that read like this, such as `/execute.*: write #1: status/`. */
  fault(at: RegExp, does: Fault, reads: string, times = 1): void {
    this.#faults.push({ at, does, reads, left: times });
  }

  /** Ends all that goes wrong. */
  heal(reads: string): void {
    this.#faults = [];
    this.#say(reads);
  }

  // What people do

  /** Types a line. Resolves to the id of its change. */
  type(person: string, line: string): Promise<string> {
    this.#say(`${person} types /cloud ${line.replaceAll('\n', ' ⏎ ')}`);
    return this.bot.type(person, line);
  }

  /** Presses the button with this label, whose decision is on a change. */
  press(label: string, ...click: Parameters<InMemoryBot['press']>): Promise<string> {
    this.#say(`${click[0]} clicks ${label}`);
    return this.bot.press(...click);
  }

  /** Submits the approval modal. */
  vote(...submitted: Parameters<InMemoryBot['vote']>): Promise<void> {
    const [person, , vote, narrower = {}] = submitted;
    const values = Object.entries(narrower).map(([field, value]) => ` ${field}=${value}`);
    this.#say(`${person} submits the approval modal: ${vote}${values.join('')}`);
    return this.bot.vote(...submitted);
  }

  // Time

  /** Delivers what is due now. */
  settle(): Promise<void> {
    return this.pass(0);
  }

  /** Lets time pass, in milliseconds: jobs are delivered at their times, and the sweeper comes. */
  async pass(ms: number): Promise<void> {
    const end = this.bot.now() + ms;
    while (this.#next() <= end) await this.#step();
    this.bot.later(end - this.bot.now());
  }

  /** Lets time pass until no job is queued and no change wakes any more. Rejects if there still is one after 40 hours. */
  async toTheEnd(): Promise<void> {
    const end = this.bot.now() + 40 * hour;
    while (this.bot.nextDue !== undefined || this.#waking().length > 0) {
      if (this.#next() > end)
        throw new Error(`After 40 hours, these still wake: ${this.#waking().join(', ')}`);
      await this.#step();
    }
    const dead = this.bot.deadLetters.map((job) => jobInWords(job, this.#nameOf)).join(', ');
    this.#say(
      `Nothing is left to do: no job, no change that wakes, ${dead || 'nothing'} in the dead-letter queue.`,
    );
  }

  /** When the next job is delivered or the sweeper comes. */
  #next = (): number => Math.min(this.bot.nextDue ?? Number.POSITIVE_INFINITY, this.#nextSweep);

  async #step(): Promise<void> {
    if ((this.bot.nextDue ?? Number.POSITIVE_INFINITY) <= this.#nextSweep) return this.bot.deliverNext();
    this.bot.later(this.#nextSweep - this.bot.now());
    this.#nextSweep += sweepPeriod;
    await this.bot.onlySweep();
  }

  /** The changes in the index by wake-up time. */
  #waking = (): string[] =>
    [...wakingAmong([...this.bot.memory.items.values()])].map(
      ([id, at]) => `${this.#nameOf(id)} ${timeFrom(this.bot.now(), at)}`,
    );

  // What Skydesk does

  begins(who: Parameters<Witness['begins']>[0]): void {
    this.#turn += 1;
    this.#who =
      who === 'sweeper'
        ? who
        : `worker · ${jobInWords(who.job, this.#nameOf)}${who.received > 1 ? ` · delivery ${who.received}` : ''}`;
    this.#lines = [];
    this.#records = [];
    this.#reads = { table: 0, cloud: 0 };
    this.#isDead = false;
  }

  ends(error?: unknown): void {
    const isSweeper = this.#who === 'sweeper';
    if (error instanceof Error && !(error instanceof Killed))
      this.#tell({ kind: '✗', text: `the job is delivered again: ${errorName(error)}` });
    if (this.#lines.length === 0 && isSweeper) return;
    if (this.#lines.length === 0) this.#tell({ kind: '', text: 'finds nothing to do' });
    const { table, cloud } = this.#reads;
    const isUsual = error === undefined && !this.#records.includes('taken over');
    const note = [
      ...(isUsual || this.#records.length === 0 ? [] : [`job ${this.#records.join(', ')}`]),
      `reads: table ${table}${cloud > 0 ? `, cloud ${cloud}` : ''}`,
    ];
    this.#add({ who: this.#who, note: isSweeper ? undefined : note.join(' · '), lines: this.#lines });
  }

  table(table: Table): Table {
    const read = (): readonly Effect[] => {
      this.#reads.table += 1;
      return [];
    };
    const written = (...writes: readonly { readonly key: Item; readonly after: Item | undefined }[]) => {
      const facts = writes.map(({ key, after }) => {
        return { key: `${key.pk} ${key.sk}`, before: this.bot.memory.itemOf(key), after };
      });
      return inTable(facts, this.bot.now(), this.#nameOf);
    };
    return this.#told(table, {
      get: read,
      query: read,
      put: ({ Item }) => written({ key: Item, after: Item }),
      update: async (update) => {
        const after = await this.#updated(update);
        return after ? written({ key: update.Key, after }) : [];
      },
      transact: (writes) =>
        written(
          ...writes.map((write) =>
            'Put' in write
              ? { key: write.Put.Item, after: write.Put.Item }
              : { key: write.Delete.Key, after: undefined },
          ),
        ),
    });
  }

  /** What an update makes of its item; undefined if it is refused. */
  async #updated(update: Parameters<Table['update']>[0]): Promise<Item | undefined> {
    const copy = new MemoryTable();
    const item = this.bot.memory.itemOf(update.Key);
    if (item) await copy.put({ Item: item });
    return copy.update(update).catch(() => undefined);
  }

  ports(ports: WorkerDependencies): WorkerDependencies {
    const placeOf = (ts: string): string => channelOf(this.bot.messages.get(ts)?.to ?? ts);
    const messenger = showing(ports.messenger, placeOf, (key, { place, first, tail }) => {
      if (this.#isTold) this.shown.set(key, { place: this.#rename(place), first: this.#rename(first), tail });
    });
    return {
      ...ports,
      messenger: this.#told(messenger, inSlack(placeOf)),
      homeTabs: this.#told({ publish: async () => {} }, inHomeTabs),
      queue: this.#told(ports.queue, inQueue(this.#nameOf)),
      changes: withDeciders(ports.changes),
    };
  }

  /** A port whose calls are told. */
  #told<Port extends object>(port: Port, effects: Effects<Port>): Port {
    const [calls, told]: readonly [object, object] = [port, effects];
    return new Proxy(port, {
      get: (_, method) => {
        const act = Reflect.get(calls, method);
        const effectsOf = Reflect.get(told, method);
        if (!effectsOf) return act;
        return async (...args: unknown[]) => this.#effect(await effectsOf(...args), () => act(...args));
      },
    });
  }

  /** Performs a call and tells its effects, unless something goes wrong with them. */
  async #effect<Back>(effects: readonly Effect[], act: () => Promise<Back>): Promise<Back> {
    const inWords = effects.map(({ kind, text }) => `${kind} ${text}`).join(' · ');
    const fault = this.#isTold
      ? this.#faults.find(({ at, left }) => left > 0 && at.test(`${this.#who}: ${this.#rename(inWords)}`))
      : undefined;
    if (fault) {
      fault.left -= 1;
      this.#tell({ kind: '✗', text: `${fault.reads}, so this is not done: ${inWords}` });
      if (fault.does instanceof Error) throw fault.does;
      this.#die();
    }
    if (this.#isTold && effects.length > 0 && this.diary.diesNow(this.#now())) this.#die();
    try {
      const back = await act();
      this.#did(effects);
      return back;
    } catch (error) {
      if (!(error instanceof Killed) && effects.some(({ kind }) => kind !== 'record'))
        this.#tell({ kind: '✗', text: `${refusals[errorName(error)] ?? errorName(error)}: ${inWords}` });
      throw error;
    }
  }

  /** Tells what was done by one call. */
  #did(effects: readonly Effect[]): void {
    for (const effect of effects) this.#tell(effect);
    if (!this.#isTold || effects.length === 0) return;
    const told = effects.map((effect) => ({ ...effect, text: this.#rename(effect.text) }));
    this.diary.note(this.#now(), told);
    if (this.diary.diesNow(this.#now())) this.#die();
  }

  #die(): never {
    this.#isDead = true;
    this.bot.kill();
  }

  /** Who is at work, and when. */
  #now = () => ({
    turn: this.#turn,
    at: this.bot.now() - this.#begin,
    who: this.#rename(this.#who),
  });

  #tell(line: Line): void {
    if (this.#isDead) return;
    if (line.kind === 'record') this.#records.push(line.text);
    else
      this.#lines.push({
        ...line,
        text: this.#rename(line.text),
        ...(line.tail && { tail: this.#rename(line.tail) }),
      });
  }

  /** Tells what a person or the world does. */
  #say(who: string): void {
    this.#add({ who, lines: [] });
  }

  #add({ who, ...paragraph }: Omit<Paragraph, 'at'>): void {
    if (this.#isTold)
      this.#paragraphs.push({ at: this.bot.now() - this.#begin, who: this.#rename(who), ...paragraph });
  }

  /** "#1" if it has a number, else by its cause. */
  #nameOf = (id: string, number?: number): string => {
    if (number !== undefined) this.#names.set(id, `#${number}`);
    return this.#names.get(id) ?? /^(end|rollback)-/.exec(id)?.[1] ?? 'change';
  };
}

const refusals: Readonly<Record<string, string>> = {
  ConditionFailed: 'refused, since it was written meanwhile',
  TransactionCanceled: 'refused, since it was written meanwhile',
};
