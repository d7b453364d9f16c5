import type { Answer } from './answer.ts';
import type { Choice } from './field.ts';

/** Name of an error's class. Only this may be logged: the message can hold anything. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** A validation error of a request. `field` is the name of the argument, if it belongs to one. */
export interface Problem {
  readonly field?: string | undefined;
  readonly message: string;
}

/**
 * A request failed, or its outcome is unknown. Message and `next` are shown to the user: what happened, and what to do
 * next; `changed` says whether anything was changed.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly changed: 'nothing' | 'unknown';
  readonly next: string | undefined;
  /** True for a question to the user, such as which of several things is meant: nothing has failed. */
  readonly asks: boolean;
  /** Additional content, such as the matches of an ambiguous name. */
  readonly details: Answer;
  /** What the words may mean that did not name one thing. */
  readonly meant: readonly Choice[];

  constructor(
    what: string,
    more: {
      changed?: 'nothing' | 'unknown';
      next?: string;
      asks?: boolean;
      details?: Answer;
      meant?: readonly Choice[];
    } = {},
  ) {
    super(what);
    this.changed = more.changed ?? 'nothing';
    this.next = more.next;
    this.asks = more.asks ?? false;
    this.details = more.details ?? [];
    this.meant = more.meant ?? [];
  }
}
