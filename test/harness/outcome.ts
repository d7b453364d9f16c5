import { expect } from 'vitest';
import type { RecordedRequest } from '../../local/cloud/index.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
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

/** A call of the service: its method, path and body. */
export function written({ method, path, query, body }: RecordedRequest): string {
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

/** What a line of the log is about; nothing for what is logged of everything that goes well. */
export function eventIn(line: string): string[] {
  const { message, error } = asObject(parseJson(line));
  if (routine.has(asString(message))) return [];
  return [message ? [message, error].filter(Boolean).join(': ') : line];
}

/** `ana` is U0ANA. */
export const idOf = (person: string): string => `U0${person.toUpperCase()}`;

/** A message as a person sees it. */
export function heard(message: JsonObject): Said {
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
