import type { Answer, Decision } from './answer.ts';

/** Milliseconds since 1970. */
export type Clock = () => number;

/** One line of the log: an event's name and plain facts about it, never payloads, tokens or people's words. */
export type Log = (event: string, facts?: Readonly<Record<string, string | number | boolean>>) => void;

/** Where something was asked, so that it can be answered there. */
export interface Place {
  readonly channel: string;
  readonly person: string;
  /** Slack's address for answering this one interaction: five uses, thirty minutes. */
  readonly responseUrl?: string | undefined;
}

/** A message in Slack that can be edited. */
export interface Message {
  readonly channel: string;
  readonly ts: string;
}

/** Whatever can be said into Slack. Each rejects when Slack cannot be reached or refuses for good. */
export interface Messenger {
  /** Only the person sees it. */
  whisper(place: Place, answer: Answer): Promise<void>;
  /** Everyone in the channel sees it; where the bot is no member, the person alone in a direct message. */
  post(place: Place, answer: Answer): Promise<Message>;
  edit(message: Message, answer: Answer): Promise<void>;
  /** Puts `answer` in the place of the private message whose button was pressed. */
  replace(place: Place, answer: Answer): Promise<void>;
}

export interface Queue<Job> {
  /** At least once; `delay` in whole seconds, at most 900. */
  send(job: Job, delay?: number): Promise<void>;
}

/**
 * What is known of a job that was claimed before. `running`: another worker holds it and its lease has not
 * ended. `abandoned`: its worker died before it wrote an outcome. `finished`: the outcome still has to be told.
 */
export type Claim<Outcome> =
  | { readonly state: 'claimed' | 'running' | 'abandoned' | 'told' }
  | { readonly state: 'finished'; readonly outcome: Outcome };

/** Keeps one receipt a job, so that a job delivered twice is done once. */
export interface Receipts<Outcome> {
  /** One conditional write decides; `lease` in milliseconds. */
  claim(id: string, lease: number): Promise<Claim<Outcome>>;
  finish(id: string, outcome: Outcome): Promise<void>;
  told(id: string): Promise<void>;
}

/** A change that waits for somebody's decision. Its id is all that a button carries. */
export interface Pending {
  readonly id: string;
  readonly asker: string;
  readonly operation: string;
  readonly raw: Readonly<Record<string, string>>;
  /** The change in words, as it was shown. */
  readonly says: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export type Settled =
  | { readonly pending: Pending }
  | { readonly refused: 'unknown' | 'not yours' | 'expired' | 'confirmed before' | 'cancelled before' };

export interface Pendings {
  put(pending: Pending): Promise<void>;
  /** One conditional write: still open, not expired, `by` its asker. The same `job` may ask twice. */
  settle(id: string, by: string, decision: Decision, job: string): Promise<Settled>;
}

/** Says whether Slack knows this person as a full member of the bot's own workspace. */
export interface Members {
  check(person: string, team: string): Promise<{ readonly refused?: string }>;
}
