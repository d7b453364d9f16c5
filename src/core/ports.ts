import type { Answer, Decision } from './answer.ts';

/** Milliseconds since 1970. */
export type Clock = () => number;

export type Facts = Readonly<Record<string, string | number | boolean>>;

/** One line of the log: an event's name and plain facts about it, never payloads, tokens or people's words. */
export type Log = (event: string, facts?: Facts) => void;

/** Where something was asked, so that it can be answered there. */
export interface Place {
  /** On the Home tab, which is no channel, the id of the person. */
  readonly channel: string;
  /** The thread in it: the `ts` of the message that the thread is about. */
  readonly thread?: string | undefined;
  readonly person: string;
  /** Slack's address for answering this one interaction: five uses, thirty minutes. */
  readonly responseUrl?: string | undefined;
}

/**
 * Whether something was asked on the Home tab: it is answered in the person's direct message. The id of a person begins
 * with U or W, that of no channel does; the same person can have one of each.
 */
export const isOnHome = ({ channel }: Pick<Place, 'channel'>): boolean => /^[UW]/.test(channel);

/** A message in Slack that can be edited. */
export interface Message {
  readonly channel: string;
  /** The thread that it stands in. */
  readonly thread?: string | undefined;
  readonly ts: string;
}

/** A text file, UTF-8. */
export interface TextFile {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

/** Whatever can be said into Slack. Each rejects when Slack cannot be reached or refuses for good. */
export interface Messenger {
  /** Only the person sees it: in the channel, else at the response URL, else in a direct message. */
  whisper(place: Place, answer: Answer): Promise<void>;
  /** Everyone in the channel sees it; where Slack does not take it there, the person alone in a direct message. */
  post(place: Place, answer: Answer): Promise<Message>;
  /**
   * Resolves to where the message stands now: it is posted again where somebody deleted it, so a later edit
   * has to remember the new place. Undefined where neither it nor a new one can be reached any more.
   */
  edit(message: Message, answer: Answer): Promise<Message | undefined>;
  /** To a channel by id or "#name", or to a person by id as a direct message. */
  send(to: string, answer: Answer): Promise<Message>;
  /** Puts `answer` in the place of the private message whose button was pressed. */
  replace(place: Place, answer: Answer): Promise<void>;
  /** Sends the person a file in a direct message; rejects with a `Failure` when Slack does not take it. */
  file(place: Place, file: TextFile): Promise<void>;
}

/** A view open before somebody: by Slack's own id, or by the one it was opened with. */
export interface ViewRef {
  readonly id?: string | undefined;
  readonly external?: string | undefined;
  /** The state that it has to be in still. */
  readonly hash?: string | undefined;
}

export interface Views<Form> {
  /** Puts a form into an open view. A view that is gone, or is no longer in that state, is left alone. */
  fill(view: ViewRef, form: Form): Promise<void>;
}

/** The page that somebody sees when they open the bot itself. */
export interface Homes {
  /** Puts `answer` there. Where Slack refuses for good nobody can see it, so that is let go. */
  publish(person: string, answer: Answer): Promise<void>;
}

export interface Queue<Job> {
  /** At least once; `delay` in whole seconds, at most 900. */
  send(job: Job, delay?: number): Promise<void>;
}

/**
 * What is known of a job that was claimed before. `running`: another worker does it, or tells of it, and its
 * lease has not ended. `abandoned`: its worker died before it wrote an outcome. `finished`: the outcome still
 * has to be told, now by this worker.
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
  /** Gives the lease back: the next claim finds what this worker left behind. */
  release(id: string): Promise<void>;
  /** Gives a job back that nothing was done of: the next claim is as the first. */
  giveBack(id: string): Promise<void>;
}

/** A change that waits for somebody's decision. Its id is all that a button carries. */
export interface Pending {
  readonly id: string;
  readonly asker: string;
  readonly operation: string;
  /** Alias of the account that it is about. */
  readonly account: string;
  /** What it changes, as `kind/id`. */
  readonly targets: readonly string[];
  readonly raw: Readonly<Record<string, string>>;
  /** The change in words, as it was shown. */
  readonly says: string;
  /** The id of the request whose Undo it is. */
  readonly undoes?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export type Settled =
  /** `again`: by the same job before, which may have gone on from there. */
  | { readonly pending: Pending; readonly again?: true }
  | { readonly refused: 'unknown' | 'not yours' | 'expired' | 'confirmed before' | 'cancelled before' };

export interface Pendings {
  put(pending: Pending): Promise<void>;
  /** One conditional write: still open, not expired, `by` its asker. The same `job` may ask twice. */
  settle(id: string, by: string, decision: Decision, job: string): Promise<Settled>;
}

/** Who is in a user group of Slack, as it is now. */
export interface Groups {
  /** Those of `among` (group ids) that the person with these user ids is in. */
  of(ids: readonly string[], among: readonly string[]): Promise<readonly string[]>;
}

/** The modal in which an approver reads a change and decides. */
export interface Reviews {
  /** Fills the placeholder that was opened for them; a view that was closed meanwhile is let go. */
  show(view: ViewRef, review: Review): Promise<void>;
}

/** What the modal shows: an answer to read, and where a decision is still open, what may be decided. */
export interface Review {
  readonly approval: string;
  /** Where it was opened from. */
  readonly channel: string;
  readonly thread?: string | undefined;
  readonly shown: Answer;
  /** The id of the suggestion that waits for the requester, and that `shown` tells of. */
  readonly suggestion?: string | undefined;
  /** Undefined when there is nothing to decide, or not for this person; `shown` says why. */
  readonly decide?: { readonly breakGlass: boolean; readonly narrows: readonly Narrowing[] } | undefined;
}

/** A blank in which a narrower value can be proposed. */
export interface Narrowing {
  readonly field: string;
  readonly label: string;
  readonly hint: string;
  readonly words: string;
}

/**
 * What Slack says of a person: why Skydesk does not serve them, in a sentence; or, of a full member of the bot's own
 * workspace, the one user id under which everything about them is kept, and the other ids that Slack has for them.
 */
export type Membership =
  | { readonly refused: string }
  | { readonly id: string; readonly aliases: readonly string[] };

/** Who people are to Slack. Each rejects when Slack cannot be asked. */
export interface Members {
  /**
   * The name that is typed behind `@`; undefined for an unknown person. Rejects with a `Failure` when too many were looked
   * up just now.
   */
  name(person: string): Promise<string | undefined>;
  /** `team` is the workspace in which they acted; left out for a person who is not acting now. */
  check(person: string, team?: string): Promise<Membership>;
}
