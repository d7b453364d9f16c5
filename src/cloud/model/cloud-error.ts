/** The closed set of ways in which a call can fail. */
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

/** What was asked: the path has neither host nor query. */
export interface Asked {
  method: string;
  path: string;
}

/** One thing wrong with a field; `field` reads like `triggers[0].threshold`, or is empty for the whole. */
export interface Problem {
  field: string;
  message: string;
}

interface Details {
  changed?: 'nothing' | 'unknown';
  status?: number | undefined;
  problems?: Problem[];
}

const words: Record<FailureKind, string> = {
  'bad-credentials': 'the service refused the user name or password',
  unauthenticated: 'the service does not accept the token',
  forbidden: 'the role of the user does not allow it',
  'not-found': 'there is no such thing',
  'bad-request': 'the request is not valid',
  'service-error': 'the service failed',
  unreachable: 'the service could not be reached',
  'timed-out': 'the service did not answer in time',
  'unexpected-answer': 'the service answered in an unexpected form',
};

/**
 * The only error this client throws on its own account. It never holds a token, a password, a query or a host, and has
 * no `cause`, because the errors beneath it do. `changed` says whether the service may have changed anything.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: FailureKind;
  readonly changed: 'nothing' | 'unknown';
  readonly method: string;
  readonly path: string;
  declare readonly status?: number;
  readonly problems: Problem[];

  constructor(kind: FailureKind, asked: Asked, { changed = 'nothing', status, problems = [] }: Details = {}) {
    const said = problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ');
    super(`${asked.method} ${asked.path}: ${words[kind]}${said && ` (${said})`}`);
    this.kind = kind;
    this.changed = changed;
    this.method = asked.method;
    this.path = asked.path;
    if (status !== undefined) this.status = status;
    this.problems = problems;
  }
}

/** Whether an error is this client's and, where kinds are given, one of them. */
export function failed(error: unknown, ...kinds: FailureKind[]): error is ServiceError {
  return error instanceof ServiceError && (kinds.length === 0 || kinds.includes(error.kind));
}
