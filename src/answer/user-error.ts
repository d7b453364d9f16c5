import { stackFrames } from '../core/stack-frames.ts';
import type { Answer } from './answer.ts';
import type { Choice } from './choices.ts';

/** Matches an error code: words, and at most the three digits of a status. A token or a password has more digits. */
const identifier = /^[A-Za-z._ ]{0,80}\d{0,3}$/;

/**
 * Returns the loggable part of an error, since its message may contain anything: its class and its code from AWS, Slack or Node
 * (`AwsError AccessDeniedException`). For an error without a name of its own, it adds the place in the code.
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
  /** True if a required value is missing: nothing that was given is wrong. A form asks for it anyway. */
  readonly missing?: boolean | undefined;
}

/**
 * A request failed, or its outcome is unknown. The message and `next` are shown to the user: the problem, and its remedy.
 * `changed` reports whether anything may have changed.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly changed: 'nothing' | 'unknown' = 'nothing';
  readonly next: string | undefined;
  /** True if the cause may be gone in a moment: the request can still be made then. */
  readonly passing: boolean = false;
  /** True for a question to the user, such as a choice among several things: nothing has failed. */
  readonly asks: boolean = false;
  /** Additional content, such as the matches of an ambiguous name. */
  readonly details: Answer = [];
  /** Possible meanings of words that did not name exactly one thing. */
  readonly candidates: readonly Choice[] = [];
  /** The number of the affected step of a plan. */
  readonly step: number | undefined;

  constructor(what: string, more: More = {}) {
    super(what);
    Object.assign(this, more);
  }

  /** Returns a copy with some members replaced. */
  with(more: More, what = this.message): UserError {
    return new UserError(what, { ...this, ...more });
  }
}

type More = Partial<
  Pick<UserError, 'changed' | 'next' | 'passing' | 'asks' | 'details' | 'candidates' | 'step'>
>;
