import { createHash, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

/** Messages that were sent with a delay, in the order in which they were sent. */
export interface HeldBack {
  readonly listener: RequestListener;
  /** Delivers those that are there now; how many. */
  deliver(): Promise<number>;
  clear(): void;
}

/** Keeps messages with a delay away from the queue until `deliverHeldBack`, so that no test waits or races. */
export function holdBack(send: (body: string) => Promise<string>): HeldBack {
  let held: string[] = [];
  return {
    async listener(request, response) {
      const { DelaySeconds = 0, ...message } = JSON.parse(await text(request));
      const body = JSON.stringify(message);
      if (DelaySeconds > 0) held.push(body);
      const md5 = createHash('md5').update(message.MessageBody).digest('hex');
      const answer =
        DelaySeconds > 0
          ? JSON.stringify({ MessageId: randomUUID(), MD5OfMessageBody: md5 })
          : await send(body);
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(answer);
    },
    async deliver() {
      const due = held;
      held = [];
      for (const body of due) await send(body);
      return due.length;
    },
    clear() {
      held = [];
    },
  };
}
