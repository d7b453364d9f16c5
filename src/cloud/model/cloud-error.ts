export type FailureKind =
  | 'bad-credentials'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'bad-request'
  | 'service-error'
  | 'unreachable'
  | 'timed-out'
  | 'unexpected-answer';

/** Method and path of a request; the path has neither host nor query. */
export interface RequestRef {
  readonly method: string;
  readonly path: string;
}

/** A validation error. `field` is a path like `triggers[0].threshold`, or empty for the whole request. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

interface Details {
  readonly changed?: 'nothing' | 'unknown';
  readonly status?: number | undefined;
  readonly problems?: readonly Problem[];
}

const words: Readonly<Record<FailureKind, string>> = {
  'bad-credentials': 'the cloud API rejected the username or password',
  unauthenticated: 'the cloud API rejected the token',
  forbidden: 'the user lacks the role',
  'not-found': 'not found',
  'bad-request': 'the request is invalid',
  'service-error': 'the cloud API returned an error',
  unreachable: 'the cloud API couldn’t be reached',
  'timed-out': 'the cloud API didn’t respond in time',
  'unexpected-answer': 'the cloud API sent an unexpected response',
};

/**
 * The only error that this client throws itself. It never holds a token, a password, a query or a host, and has no `cause`,
 * since the underlying errors may hold them. `changed` says whether the request may have changed anything.
 */
export class CloudApiError extends Error {
  override readonly name = 'CloudApiError';
  readonly kind: FailureKind;
  readonly changed: 'nothing' | 'unknown';
  readonly method: string;
  readonly path: string;
  declare readonly status?: number;
  readonly problems: readonly Problem[];

  constructor(
    kind: FailureKind,
    request: RequestRef,
    { changed = 'nothing', status, problems = [] }: Details = {},
  ) {
    const said = problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ');
    super(`${request.method} ${request.path}: ${words[kind]}${said && ` (${said})`}`);
    this.kind = kind;
    this.changed = changed;
    this.method = request.method;
    this.path = request.path;
    if (status !== undefined) this.status = status;
    this.problems = problems;
  }
}

/** Returns whether an error is a `CloudApiError` and, if kinds are given, of one of them. */
export function isCloudApiError(error: unknown, ...kinds: FailureKind[]): error is CloudApiError {
  return error instanceof CloudApiError && (kinds.length === 0 || kinds.includes(error.kind));
}

/**
 * Resolves to the result of a call; undefined if the cloud API responds with not found. Rejects with any other error of the call.
 */
export const ifFound = <Answer>(call: Promise<Answer>): Promise<Answer | undefined> =>
  call.catch((error: unknown) => {
    if (isCloudApiError(error, 'not-found')) return undefined;
    throw error;
  });
