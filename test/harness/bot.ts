import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { LocalCloud, RecordedRequest } from '../../local/cloud/index.ts';
import type { Skydesk } from '../../local/skydesk.ts';
import type { MountableSlack } from '../../local/slack/index.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { type OpenOptions, openSkydesk } from './open-skydesk.ts';
import { nameOf, saidIn } from './shown.ts';

/** A message that appeared or changed. */
export interface Said {
  /** `only ana`, or `#cloud-ops` when everyone there sees it. */
  readonly to: string;
  /** As a terminal shows it; columns of a table are parted by ` · `. */
  readonly lines: readonly string[];
  /** For notifications and screen readers. */
  readonly fallback: string;
  /** As Slack stores it. */
  readonly message: JsonObject;
}

/** What came of one thing that a person did. */
export interface Outcome {
  readonly said: readonly Said[];
  /** What the service was asked, such as `GET /v2/alertPolicies/ACME`, with the body behind it. */
  readonly asked: readonly string[];
  readonly requests: readonly RecordedRequest[];
  /** What the bot logged besides its calls and what it put on record: an event and its error, such as `job failed: UserError`; or a bare line. */
  readonly logged: readonly string[];
  /** How Slack judged the acknowledgement: `ok`, or its own word for what was wrong. */
  readonly ack: string;
}

export interface Doing {
  readonly as?: string;
  readonly in?: string;
  /** Wait for what the bot does later as well. */
  readonly later?: boolean;
}

/** Jobs and firewall changes of the service end at once. */
export const quick = { jobNotStartedMs: 0, jobExecutingMs: 0, firewallPendingMs: 0 };

/** The whole bot for one file of tests; before each test the service is as it was seeded, and nothing fails. */
export function botUnderTest(options: OpenOptions = {}) {
  let skydesk: Skydesk;
  const log: string[] = [];
  beforeAll(async () => {
    skydesk = await openSkydesk({ ...options, onLog: ({ text }) => log.push(text) });
  });
  beforeEach(() => {
    skydesk.cloud?.control.reset();
    skydesk.cloud?.control.set(quick);
    skydesk.slack?.clearFaults();
    skydesk.aws.faults.clear();
  });
  afterAll(() => skydesk.close());

  const bot = {
    get skydesk(): Skydesk {
      return skydesk;
    },
    get service(): LocalCloud['control'] {
      if (!skydesk.cloud) throw new Error('The service is elsewhere');
      return skydesk.cloud.control;
    },
    get slack(): MountableSlack {
      if (!skydesk.slack) throw new Error('Slack is elsewhere');
      return skydesk.slack;
    },
    /** Everything that came of an act of a person, once the bot is done with it. */
    async outcomeOf(act: () => Promise<{ ok: boolean; error?: string } | undefined>, later = false) {
      const { slack } = bot;
      const cursor = slack.cursor();
      const before = skydesk.cloud?.requests.length ?? 0;
      const logBefore = log.length;
      const ack = await act();
      await skydesk.settled({ delayed: later });
      const requests = skydesk.cloud?.requests.slice(before) ?? [];
      const said = slack
        .journal(cursor)
        .filter(({ kind }) => kind === 'message.posted' || kind === 'message.changed')
        .map(({ data }) => heard(asObject(data.message)));
      return {
        said,
        requests,
        asked: requests.map(written),
        logged: log.slice(logBefore).flatMap(eventIn),
        ack: ack?.error ?? (ack?.ok ? 'ok' : 'unheard'),
      };
    },
    /** The messages that appeared or changed for one person, each as JSON on a line. */
    async seenBy(person: string, act: () => Promise<unknown>, later = false): Promise<string> {
      const { slack } = bot;
      const cursor = slack.cursor();
      await act();
      await skydesk.settled({ delayed: later });
      return slack
        .journal(cursor)
        .filter(({ kind, audience }) => kind.startsWith('message.') && audience?.includes(idOf(person)))
        .map(({ data }) => JSON.stringify(data.message))
        .join('\n');
    },
    /** Types `/cloud` and a line. */
    type: (line: string, { as = 'ana', in: channel = 'cloud-ops', later }: Doing = {}): Promise<Outcome> =>
      bot.outcomeOf(() => bot.slack.type(as, channel, `/cloud ${line}`), later),
    /** Presses the newest button with this text. */
    press: (button: string, { as = 'ana', later }: Doing = {}): Promise<Outcome> =>
      bot.outcomeOf(() => bot.slack.press(as, button), later),
  };
  return bot;
}

export type Bot = ReturnType<typeof botUnderTest>;

/** What the bot logs when it tells a person that something cannot be done. */
export const explained = [
  'login failed',
  'job failed: UserError',
  'job failed: CloudApiError',
  'change failed: CloudApiError',
];

type Asked = Pick<Outcome, 'requests'>;

/** What the service was asked, without logins: a worker logs in whenever it starts. */
export const calls = ({ requests }: Asked): string[] =>
  requests.filter(({ route }) => route !== 'login').map(written);

/** The calls that change something. */
export const changes = ({ requests }: Asked): string[] =>
  calls({ requests: requests.filter(({ method }) => method !== 'GET') });

/** Ana reads in the acknowledgement that her command was not taken, and the service was asked nothing. */
export function expectNotTaken({ ack, said, requests }: Outcome): void {
  expect(ack).toBe('ok');
  expect(said.map(({ to, lines }) => ({ to, lines }))).toEqual([
    {
      to: 'only ana',
      lines: ['❌ Skydesk couldn’t process this. Try again in a minute.'],
    },
  ]);
  expect(requests).toEqual([]);
}

/** All that was said, as one text. */
export const text = ({ said }: Pick<Outcome, 'said'>): string =>
  said.flatMap(({ lines }) => lines).join('\n');

function written({ method, path, query, body }: RecordedRequest): string {
  return `${method} ${path}${query && `?${query}`}${body && ` ${body}`}`;
}

/** What is logged of everything that goes well. */
const routine = new Set([
  'acknowledged',
  'answered',
  'service call',
  'slack call',
  'recorded',
  'started',
  'job done',
]);

function eventIn(line: string): string[] {
  const { message, error } = asObject(parseJson(line));
  if (routine.has(asString(message))) return [];
  return [message ? [message, error].filter(Boolean).join(': ') : line];
}

/** `ana` is U0ANA. */
export const idOf = (person: string): string => `U0${person.toUpperCase()}`;

function heard(message: JsonObject): Said {
  const onlyFor = asString(message.onlyFor);
  return {
    to: onlyFor ? `only ${nameOf(onlyFor)}` : place(asString(message.channel)),
    lines: saidIn(message),
    fallback: asString(message.text),
    message,
  };
}

const places: Readonly<Record<string, string>> = { C0CLOUDOPS: '#cloud-ops', C0GENERAL: '#general' };
const place = (channel: string): string => places[channel] ?? channel;

/** Writes a word of a command line, with its quotes. */
export { write } from '../../src/operation/words.ts';
