import type { Answer } from './answer.ts';

/** What kind of error it is: all of it that may be logged, for its message can hold anything. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** One thing wrong with what was asked, at the field it belongs to. */
export interface Problem {
  readonly field?: string | undefined;
  readonly message: string;
}

/**
 * Something asked for did not happen, or may not have. Its words are for the person in Slack:
 * what happened, whether anything changed, what to do next.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly changed: 'nothing' | 'unknown';
  readonly next: string | undefined;
  /** More to read: the matches of an ambiguous name, say. */
  readonly details: Answer;

  constructor(what: string, more: { changed?: 'nothing' | 'unknown'; next?: string; details?: Answer } = {}) {
    super(what);
    this.changed = more.changed ?? 'nothing';
    this.next = more.next;
    this.details = more.details ?? [];
  }
}
