import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../src/answer/answer.ts';
import type { QueuedJob, WorkerDependencies } from '../support/functions.ts';
import { type Glance, glance, type Item, readable } from '../support/stored.ts';
import { decider } from './deciders.ts';
import { differences } from './differences.ts';
import { messageInLine } from './messages.ts';
import { duration, shortened, timeFrom } from './names.ts';

/* What a call of a port does to the world, in words. */

/** One effect. `kind` is where it is seen. `record`: the idempotency record of the job. */
export interface Effect {
  readonly kind: 'write' | 'record' | 'log' | 'queue' | 'cloud' | 'Slack';
  readonly text: string;
  /** What a line shows whole: who decided a write, the buttons of a message. */
  readonly tail?: string;
  /** Whether it is in one transaction with the effect before it. */
  readonly isJoined?: true;
}

/** What the calls of a port do, by method; the others do nothing that is told. */
export type Effects<Port> = {
  readonly [Method in keyof Port]?: Port[Method] extends (...args: infer Args) => unknown
    ? (...args: Args) => readonly Effect[] | Promise<readonly Effect[]>
    : never;
};

const slack = (text: string, answer?: Answer): readonly Effect[] => {
  if (!answer) return [{ kind: 'Slack', text }];
  const { first, tail } = messageInLine(answer);
  return [{ kind: 'Slack', text: `${text}: ${first}`, tail }];
};

/** `placeOf` finds where a message is, from its `ts`. */
export const inSlack = (placeOf: (ts: string) => string): Effects<WorkerDependencies['messenger']> => ({
  ephemeral: ({ person }, answer) => slack(`ephemeral to ${person}`, answer),
  ephemeralOnly: ({ person }, answer) => slack(`ephemeral to ${person}`, answer),
  preview: ({ person }, answer) => slack(`preview to ${person}`, answer),
  replace: ({ person }, answer) => slack(`replace preview of ${person}`, answer),
  remove: ({ person }) => slack(`delete preview of ${person}`),
  post: ({ channel }, answer) => slack(`post in ${channel}`, answer),
  send: (to, answer) => slack(to.startsWith('U') ? channelOf(to) : `post in ${channelOf(to)}`, answer),
  reply: ({ ts }, answer, isBroadcast) =>
    slack(`post in thread in ${placeOf(ts)}${isBroadcast ? ' and channel' : ''}`, answer),
  edit: ({ ts }, answer) => slack(`edit in ${placeOf(ts)}`, answer),
  amend: ({ ts }, answer) => slack(`edit in ${placeOf(ts)}`, answer),
  upload: () => slack('upload a picture'),
});

/** A channel, the thread of a message ("C0OPS/1.2"), or the direct messages to a person. */
export function channelOf(to: string): string {
  const [channel = '', thread] = to.split('/');
  return `${thread ? 'thread in ' : ''}${channel.startsWith('U') ? `DM to ${channel}` : channel}`;
}

export const inHomeTabs: Effects<WorkerDependencies['homeTabs']> = {
  publish: (person) => slack(`publish Home tab of ${person}`),
};

/** `nameOf` finds the name of a change, from its id. */
export const inQueue = (nameOf: (change: string) => string): Effects<WorkerDependencies['queue']> => ({
  send: (job, delay) => [
    { kind: 'queue', text: `${jobInWords(job, nameOf)}${delay ? `, in ${duration(delay * 1000)}` : ''}` },
  ],
});

/** "vote on #1", "execute of #1, step 2", "home of Ben". */
export function jobInWords(job: QueuedJob, nameOf: (change: string) => string): string {
  if (job.kind === 'home') return `${job.kind} of ${job.replyTo.person}`;
  if (!('change' in job)) return job.kind;
  const about = job.kind === 'vote' || job.kind === 'review' ? 'on' : 'of';
  return `${job.kind} ${about} ${nameOf(job.change)}${'index' in job ? `, step ${job.index + 1}` : ''}`;
}

/** An item before and after a write; undefined if it is not there. */
export interface Written {
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** What a write of the table does: to changes with their wakes, to the audit log, to the idempotency record. */
export function inTable(
  written: readonly Written[],
  now: number,
  nameOf: (change: string, number?: number) => string,
): readonly Effect[] {
  const tail = decider();
  const write = (text: string): readonly Effect[] => [{ kind: 'write', text, tail: tail && `[${tail}]` }];
  const due = written.filter(({ key }) => key.startsWith('due'));

  /** When the change wakes from now on, if that differs. */
  function wakes(id: string): readonly string[] {
    const after = due.find((entry) => entry.after?.change === id)?.after;
    const before = due.find((entry) => entry.before?.change === id)?.before;
    if (!after) return before ? ['never wakes'] : [];
    return before?.wakesAt === after.wakesAt
      ? []
      : [`wakes ${timeFrom(now, Math.max(now, Number(after.wakesAt)))}`];
  }

  const byKind: Readonly<Record<string, (one: Written, id: string) => readonly Effect[]>> = {
    change({ before, after }, id) {
      const [was, is] = [before, after].map((item) => item && contentIn(item));
      if (!after) return write(`${nameOf(id)} deleted`);
      const stored = glance(after);
      const name = nameOf(id, stored.number);
      const changed = was ? differences(was, is, now) : [`new, ${summaryOf(stored, now)}`];
      const said = [...changed, ...wakes(id)].join('; ');
      return write(
        `${name}: ${said || (isDeepStrictEqual(was, is) ? 'the same again' : 'facts that are not shown here')}`,
      );
    },
    preview: ({ before, after }) =>
      write(`preview: ${before ? `status ${before.status} → ${after?.status}` : 'new'}`),
    counter: () => write('counter: the next number is taken'),
    resource: ({ key, after }) => {
      const isEnd = key.includes(' end:');
      if (!isEnd) return write('resource: claimed for the step');
      return write(after ? 'resource: its end is listed' : 'resource: its end is off the list');
    },
    ledger: ({ after }) => {
      if (after?.event === undefined) return [];
      const note = after.note === undefined ? '' : ` · “${shortened(String(after.note), 48)}”`;
      const title = shortened(String(after.title), 32);
      return [{ kind: 'log', text: `${after.event} · ${title} · ${after.person}${note}` }];
    },
    receipt: ({ before, after }) => [{ kind: 'record', text: phaseOf(before, after) }],
  };
  const effects = written.flatMap((one) => {
    const [kind = '', ...id] = one.key.replace(/ .*/, '').split('#');
    return byKind[kind]?.(one, id.join('#')) ?? [];
  });
  return effects.map((effect, at) => (at > 0 ? { ...effect, isJoined: true } : effect));
}

/** The content of an item, as it is stored. */
const contentIn = (item: Item) => JSON.parse(String(readable(item).content));

function summaryOf({ status, titles, votes, startsAt, expires }: Glance, now: number): string {
  const parts = [
    `status ${status}`,
    titles.length > 1 ? `${titles.length} steps` : `“${shortened(titles[0] ?? '', 48)}”`,
    votes && `${votes.cast} of ${votes.needed} votes`,
    startsAt ? `starts ${timeFrom(now, startsAt)}` : `expires ${timeFrom(now, expires)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** What a write does to the idempotency record of a job. */
function phaseOf(before: Item | undefined, after: Item | undefined): string {
  if (after?.claimedUntil === 0) return 'released';
  if (after?.phase === 'running') return before && before.phase !== 'open' ? 'taken over' : 'claimed';
  if (after?.phase === 'finished') return before?.phase === 'finished' ? 'taken over' : 'job result stored';
  return String(after?.phase);
}
