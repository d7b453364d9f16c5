import { expect } from 'vitest';
import type { RecordedRequest } from '../../local/cloud/index.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { nameOf, saidIn } from './shown.ts';

/** A new or changed message. */
export interface Said {
  /** `only ana`, or `#cloud-ops` if everyone in the channel sees it. */
  readonly to: string;
  /** Its lines in a terminal, with ` · ` between the columns of a table. */
  readonly lines: readonly string[];
  /** Its text for notifications and screen readers. */
  readonly fallback: string;
  /** The message in Slack. */
  readonly message: JsonObject;
}

/** The outcome of a person's act. */
export interface Outcome {
  readonly said: readonly Said[];
  /** The calls of the service, such as `GET /v2/alertPolicies/ACME`, with their bodies. */
  readonly asked: readonly string[];
  readonly requests: readonly RecordedRequest[];
  /** Unexpected log lines: an event and its error, such as `job failed: UserError`, or the bare line. */
  readonly logged: readonly string[];
  /** Slack's verdict on the acknowledgement: `ok`, or Slack's error code. */
  readonly ack: string;
}

/** The bot's log lines when it explains to a person that something cannot be done. */
export const explained = [
  'login failed',
  'job failed: UserError',
  'job failed: CloudApiError',
  'change failed: CloudApiError',
];

type Asked = Pick<Outcome, 'requests'>;

/** Returns the calls of the service without logins: each new worker logs in. */
export const calls = ({ requests }: Asked): string[] =>
  requests.filter(({ route }) => route !== 'login').map(written);

/** Returns the calls that change something. */
export const changes = ({ requests }: Asked): string[] =>
  calls({ requests: requests.filter(({ method }) => method !== 'GET') });

/** Expects that Ana was told in the acknowledgement that her command was not queued, and that the service was not called. */
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

/** Returns all messages as one text. */
export const text = ({ said }: Pick<Outcome, 'said'>): string =>
  said.flatMap(({ lines }) => lines).join('\n');

/** A call of the service: its method, path and body. */
export function written({ method, path, query, body }: RecordedRequest): string {
  return `${method} ${path}${query && `?${query}`}${body && ` ${body}`}`;
}

/** The log events of successful requests. */
const routine = new Set([
  'acknowledged',
  'answered',
  'service call',
  'slack call',
  // Where the machine is busy.
  'table call',
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

/** Returns a user id: U0ANA for `ana`. */
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

/** Re-exported: writes a word of a command line, with its quotes. */
export { write } from '../../src/operation/words.ts';
