import { createHash, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

interface Answer {
  readonly statusCode: number;
  readonly body: string;
}

const longestDelay = 900;

/**
 * Holds messages back from the queue during their delay, by a clock that can be set forward. Timers of this machine deliver them,
 * unless `holdBack` leaves all of them to `deliver`, which saves tests from waits and races.
 */
export function delayMessages(
  send: (body: string) => Promise<Answer>,
  { clock, holdBack }: { readonly clock: () => number; readonly holdBack: boolean },
) {
  let delayed: { readonly at: number; readonly body: string }[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** Returns the due time of the next message, in milliseconds since 1970; undefined if there is none. */
  const next = (): number | undefined => delayed[0]?.at;

  function deliverInTime(): void {
    clearTimeout(timer);
    const at = next();
    if (!holdBack && at !== undefined) timer = setTimeout(deliver, Math.max(0, at - clock())).unref();
  }

  /** Delivers the due messages, in the order of their due times. */
  async function deliver(): Promise<void> {
    const now = clock();
    const due = delayed.filter(({ at }) => at <= now);
    delayed = delayed.filter(({ at }) => at > now);
    for (const { body } of due) await send(body);
    deliverInTime();
  }

  const listener: RequestListener = async (request, response) => {
    const { DelaySeconds = 0, ...message } = JSON.parse(await text(request));
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    if (DelaySeconds > longestDelay) {
      const refusal = {
        __type: 'com.amazonaws.sqs#InvalidParameterValue',
        message: 'DelaySeconds is too long',
      };
      response.writeHead(400).end(JSON.stringify(refusal));
      return;
    }
    const isDelayed = DelaySeconds > 0;
    if (isDelayed) {
      delayed.push({ at: clock() + DelaySeconds * 1000, body: JSON.stringify(message) });
      delayed.sort((one, other) => one.at - other.at);
      deliverInTime();
    }
    const md5 = createHash('md5').update(message.MessageBody).digest('hex');
    const { statusCode, body }: Answer = isDelayed
      ? { statusCode: 200, body: JSON.stringify({ MessageId: randomUUID(), MD5OfMessageBody: md5 }) }
      : await send(JSON.stringify(message));
    response.writeHead(statusCode).end(body);
  };
  return {
    listener,
    next,
    deliver,
    clear(): void {
      delayed = [];
      clearTimeout(timer);
    },
  };
}
