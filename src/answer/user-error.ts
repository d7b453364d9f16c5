import { stackFrames } from '../core/stack-frames.ts';
import type { Answer } from './answer.ts';
import type { Choice } from './choices.ts';

/** The identifier of an error: words, and at most the three digits of a status. A token or a password has more digits. */
const identifier = /^[A-Za-z._ ]{0,80}\d{0,3}$/;

/**
 * What may be logged of an error, since its message can hold anything: its class, with AWS's, Slack's or Node's identifier
 * (`AwsError AccessDeniedException`), and for an error that no code of ours names, where it was thrown.
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? String(error.code) : '';
  const frames = Object.hasOwn(error, 'name') ? '' : stackFrames(error);
  return [error.name, identifier.test(code) && code, frames && `at ${frames}`].filter(Boolean).join(' ');
}

/** A validation error of a request. `field` is the name of the argument, if it belongs to one. */
export interface Problem {
  readonly field?: string | undefined;
  readonly message: string;
  /** True if nothing that was given is wrong, but something has to be added. A form asks for it anyway. */
  readonly missing?: boolean | undefined;
}

/**
 * A request failed, or its outcome is unknown. Message and `next` are shown to the user: what happened, and what to do
 * next; `changed` says whether anything was changed.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly changed: 'nothing' | 'unknown' = 'nothing';
  readonly next: string | undefined;
  /** True if it can be over in a moment, so that the request can still be made. */
  readonly passing: boolean = false;
  /** True for a question to the user, such as which of several things is meant: nothing has failed. */
  readonly asks: boolean = false;
  /** Additional content, such as the matches of an ambiguous name. */
  readonly details: Answer = [];
  /** What the words may mean that did not name one thing. */
  readonly candidates: readonly Choice[] = [];
  /** The number of the step that it is about, for a plan. */
  readonly step: number | undefined;

  constructor(what: string, more: More = {}) {
    super(what);
    Object.assign(this, more);
  }

  /** A copy in which some of this is replaced. */
  with(more: More, what = this.message): UserError {
    return new UserError(what, { ...this, ...more });
  }
}

type More = Partial<
  Pick<UserError, 'changed' | 'next' | 'passing' | 'asks' | 'details' | 'candidates' | 'step'>
>;
