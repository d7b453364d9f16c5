import type { Answer } from '../../src/answer/answer.ts';
import type { WorkerDependencies } from '../support/functions.ts';
import { messageInLine } from './messages.ts';

type Messenger = WorkerDependencies['messenger'];
type Message = Awaited<ReturnType<Messenger['send']>>;

/** A message: where it is, its first line, and its buttons and whom it names. */
export interface Shown {
  readonly place: string;
  readonly first: string;
  readonly tail: string;
}

/**
 * A messenger that notes what each message shows, by its `ts`; what replaces a preview by the person who sees it. `placeOf` finds where a
 * message is, from its `ts`.
 */
export function showing(
  messenger: Messenger,
  placeOf: (ts: string) => string,
  note: (key: string, shown: Shown) => void,
): Messenger {
  const posted = async <Sent extends Message | undefined>(message: Promise<Sent>, answer: Answer) => {
    const sent = await message;
    if (sent) note(sent.ts, { place: placeOf(sent.ts), ...messageInLine(answer) });
    return sent;
  };
  return {
    ...messenger,
    post: (to, answer) => posted(messenger.post(to, answer), answer),
    send: (to, answer) => posted(messenger.send(to, answer), answer),
    reply: (to, answer, isBroadcast) => posted(messenger.reply(to, answer, isBroadcast), answer),
    edit: (message, answer) => posted(messenger.edit(message, answer), answer),
    async amend(message, answer) {
      const isAmended = await messenger.amend(message, answer);
      if (isAmended) note(message.ts, { place: placeOf(message.ts), ...messageInLine(answer) });
      return isAmended;
    },
    async replace(to, answer) {
      await messenger.replace(to, answer);
      note(to.person, { place: `preview of ${to.person}`, ...messageInLine(answer) });
    },
  };
}
