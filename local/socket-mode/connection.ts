import { setTimeout } from 'node:timers/promises';
import { SocketModeClient } from '@slack/socket-mode';
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { silent } from '../../src/slack/api/silent-logger.ts';
import { isAbout } from '../../src/slack/api/slack-codes.ts';
import { asObject, asString, type JsonObject, parseJson } from '../slack/payload/json.ts';

/** A request from Slack, as the official client delivers it. */
export interface Envelope {
  readonly envelope_id: string;
  /** `slash_commands`, `interactive` or `events_api`. */
  readonly type: string;
  readonly body: JsonObject;
  /** Whether Slack reads the payload of an acknowledgement, such as the answer to a command. */
  readonly accepts_response_payload?: boolean;
  /** The number of earlier deliveries of an event, and the reason for the retry. */
  readonly retry_num?: number;
  readonly retry_reason?: string;
  /** Rejects if the connection is closed. */
  ack(payload: JsonObject): Promise<void>;
}

export interface ConnectionOptions {
  /** An app-level token, `xapp-…`, with the scope connections:write. */
  readonly appToken: string;
  /** URL of Slack's Web API; ends with `/api/`. */
  readonly apiUrl: string;
  /** Handles an envelope and acknowledges it. Never rejects. */
  take(envelope: Envelope): Promise<void>;
}

/** A connection after Slack's hello. */
export interface Connection {
  /** Resolves when another connection is needed: to Slack's reason, while this one still works, or to `closed`. */
  readonly ended: Promise<string>;
  /** Closes it after all received envelopes are handled. */
  close(): Promise<void>;
}

/** Slack refused the connection permanently. `code` is its error code: `invalid_auth`. */
export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';
  readonly code: string;

  constructor(code: string) {
    super(`Slack refused to connect: ${code}`);
    this.code = code;
  }
}

/** Slack limits how often an app may connect. `retryAfterMs` is how long it has to wait, by Slack's `Retry-After`. */
export class ConnectionLimited extends Error {
  override readonly name = 'ConnectionLimited';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('Slack limits how often this app may connect');
    this.retryAfterMs = retryAfterMs;
  }
}

/** Timeouts in milliseconds of a request to the Web API, of Slack's hello, and of the end of a connection. */
const [requestMs, helloMs, closeMs] = [5_000, 10_000, 1_000];

const leaving = 'leaving';

/**
 * Stays open after a `disconnect`. The official client closes at once, and envelopes in progress could no longer be acknowledged.
 */
class PatientClient extends SocketModeClient {
  protected override async onWebSocketMessage(data: string | ArrayBuffer, isBinary: boolean): Promise<void> {
    const { type, reason } = asObject(typeof data === 'string' ? parseJson(data) : undefined);
    if (type === 'disconnect') this.emit(leaving, asString(reason));
    // Rejects for an event without required fields, which nobody would handle.
    else await super.onWebSocketMessage(data, isBinary).catch(() => {});
  }
}

/**
 * Connects to Slack by Socket Mode. Resolves after its hello.
 * @throws ConnectionRefused if a retry is pointless, ConnectionLimited if it has to wait, else an error with the reason in a few words
 */
export async function connect({ appToken, apiUrl, take }: ConnectionOptions): Promise<Connection> {
  const client = new PatientClient({
    appToken,
    logger: silent,
    autoReconnectEnabled: false,
    clientOptions: {
      slackApiUrl: apiUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: requestMs,
    },
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  client.on('disconnected', () => end('closed')).on(leaving, end);
  const inWork = new Set<Promise<void>>();
  client.on('slack_event', (envelope: Envelope) => {
    const work = take(envelope).finally(() => inWork.delete(work));
    inWork.add(work);
  });
  const close = async (): Promise<void> => {
    while (inWork.size > 0) await Promise.all(inWork);
    await Promise.race([client.disconnect(), setTimeout(closeMs, undefined, { ref: false })]);
    // Slack may leave its side open. A second disconnect makes the client close its socket at once.
    await client.disconnect();
  };
  const withoutHello = async (reason: Promise<string>): Promise<never> => {
    throw new Error(await reason);
  };
  try {
    await Promise.race([
      client.start(),
      withoutHello(ended),
      withoutHello(setTimeout(helloMs, 'no hello', { ref: false })),
    ]);
  } catch (error) {
    await close();
    throw refusalIn(error);
  }
  return { ended, close };
}

/** The limit of open connections is temporary as well, since others end. */
const isTemporary = (code: string): boolean => isAbout(code, 'service') || code === 'too_many_websockets';

/** Returns the code of a failed request, such as ECONNREFUSED; its kind if it has none. */
const reasonOf = ({ name, cause }: Error): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : name;

function refusalIn(error: unknown): Error {
  if (error instanceof WebAPIRateLimitedError) return new ConnectionLimited(error.retryAfter * 1000);
  if (error instanceof WebAPIHTTPError) return new Error(`HTTP ${error.statusCode}`);
  if (error instanceof WebAPIRequestError) return new Error(reasonOf(error.original));
  if (!(error instanceof Error)) return new Error('closed');
  // The client has no class for a 429 without a number of seconds.
  if (/retry-after/.test(error.message)) return new ConnectionLimited(0);
  if (!(error instanceof WebAPIPlatformError)) return error;
  const code = error.data.error;
  return isTemporary(code) ? new Error(code) : new ConnectionRefused(code);
}
