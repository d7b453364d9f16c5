/** A route's response, before it is written: send.ts adds the parts that all responses share. */
export interface Reply {
  readonly status: number;
  /** Any JSON value. Without it, the response has no body and no content type. */
  readonly body?: unknown;
  /** A plain text in place of the body. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Error messages by field path; an empty path means the whole body (docs/cloud-api.md, Errors). */
export type ModelState = Record<string, string[]>;

export const ok = (body: unknown, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  body,
  headers,
});

/** Returns a 201, which always has the location of the new resource (docs/cloud-api.md, Requests and answers). */
export const created = (location: string, body: unknown): Reply => ({
  status: 201,
  body,
  headers: { location },
});

/** Returns a 202 with a status link, never with a Location (docs/cloud-api.md, Requests and answers). */
export const accepted = (body: unknown): Reply => ({ status: 202, body });

export const noContent: Reply = { status: 204 };

/** Response to a known route with an unknown resource: 404 with an empty body (docs/cloud-api.md, Errors). */
export const notFound: Reply = { status: 404 };

export const message = (status: number, text: string): Reply => ({ status, body: { message: text } });

export const forbidden: Reply = message(403, 'The request violates the security demands of the service.');

export const invalid = (modelState: ModelState): Reply => ({
  status: 400,
  body: { message: 'The request is invalid.', modelState },
});

/** Thrown by a route that can't continue. The listener sends its reply. */
export class HttpError extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}
