import { errorName } from '../answer/user-error.ts';
import type { Clock, Millis } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { parseJsonObject } from '../core/parse-json.ts';
import type { GatewayEvent } from '../http/gateway-event.ts';
import type { RenderedAnswer, StoredAnswers } from './agent-answers.ts';
import { dataNote } from './output-schema.ts';
import type { CallAnswer } from './tool-call.ts';

export interface AskDependencies {
  /** Invokes the receiver. Rejects if it failed or gave no answer in time. */
  readonly receiver: (event: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly answers: StoredAnswers;
  readonly clock: Clock;
  readonly wait: (ms: Millis) => Promise<unknown>;
  readonly log: Log;
}

/** Time that the worker has to store an answer that it gave at the last moment. */
const storedWithin: Millis = 1_500;

/** The HTTP API gives up after 30 seconds, and the function that waits after 29. */
const longest: Millis = 26_000;

/** Time between two looks: short at first, since most answers come within a second. */
const lookAgainAfter = (waited: Millis): Millis => Math.min(500, 50 + waited / 8);

/** Passes a request on to the receiver, which proves who sent it. Rejects if the receiver can't be reached. */
export async function atDoor(
  { headers, body, isBase64Encoded, requestContext }: GatewayEvent,
  agents: 'verify' | 'mcp' | 'run',
  { receiver }: Pick<AskDependencies, 'receiver'>,
): Promise<{ readonly status: number; readonly said: Readonly<Record<string, unknown>> }> {
  const { statusCode, body: text } = await receiver({
    agents,
    headers,
    body,
    isBase64Encoded,
    requestContext,
  });
  return { status: Number(statusCode), said: parseJsonObject(String(text)) ?? {} };
}

/** Has the worker answer what a request asks for, and waits for that. Never rejects. */
export async function askWorker(
  event: GatewayEvent,
  agents: 'mcp' | 'run',
  deps: AskDependencies,
): Promise<RenderedAnswer> {
  const { clock, log, answers } = deps;
  const began = clock();
  try {
    const { status, said } = await atDoor(event, agents, deps);
    if (status === 413) return tooLong;
    if (status >= 400 && status < 500) return notTaken;
    if (status !== 200) return uncertain;
    const until = Math.min(Number(said.until) + storedWithin, began + longest);
    while (clock() < until) {
      await deps.wait(lookAgainAfter(clock() - began));
      const answer = await answers.take(String(said.slot)).catch((error: unknown) => {
        log('answer not read', { error: errorName(error) });
      });
      if (answer) return answer;
    }
  } catch (error) {
    log('call failed', { error: errorName(error) });
  }
  return uncertain;
}

/** Renders an answer that is not the worker's. */
export function ownAnswer(
  outcome: 'refused' | 'failed',
  why: CallAnswer['why'],
  ...lines: readonly string[]
): RenderedAnswer {
  const text = lines.join('\n');
  return {
    outcome,
    ...(why && { why }),
    text,
    plainText: text,
    structured: { outcome, text, facts: {}, tables: [], next: [], note: dataNote },
    blocks: [],
  };
}

const tooLong = ownAnswer(
  'failed',
  'invalid',
  'This is too long. Nothing was changed.',
  'Name fewer things in one request.',
);

const notTaken = ownAnswer(
  'failed',
  'unavailable',
  'Skydesk didn’t take this. Nothing was changed.',
  'Try again in a minute.',
);

/** The worker drops a call that it finds later, but may have begun with its preview or its request. */
const uncertain = ownAnswer(
  'failed',
  'unavailable',
  'Skydesk didn’t answer in time. Nothing was changed.',
  'A read can be tried again. If you requested a change, its preview may still come to your direct messages with Skydesk, or its card to the approvers: check before you request it again.',
);
