/** What a route answers, before it is written: see send.ts for what every answer gets besides. */
export interface Reply {
  readonly status: number;
  /** Anything JSON can write; without it nothing is sent and there is no content type. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Field path, or empty for the whole body, to the sentences about it (service-facts 2.10). */
export type ModelState = Record<string, string[]>;

export const ok = (body: unknown, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  body,
  headers,
});

/** 201 always says where the new thing is (service-facts 4, T5). */
export const created = (location: string, body: unknown): Reply => ({
  status: 201,
  body,
  headers: { location },
});

/** 202 with a status link; never a Location (service-facts 4, T5 and T18). */
export const accepted = (body: unknown): Reply => ({ status: 202, body });

export const noContent: Reply = { status: 204 };

/** A known route and an unknown thing: 404 with an empty body (service-facts 4, T20). */
export const notFound: Reply = { status: 404 };

export const message = (status: number, text: string): Reply => ({ status, body: { message: text } });

export const forbidden: Reply = message(403, 'The request violates the security demands of the service.');

export const invalid = (modelState: ModelState): Reply => ({
  status: 400,
  body: { message: 'The request is invalid.', modelState },
});

/** Thrown wherever a route finds that it cannot go on; the listener sends the reply it carries. */
export class HttpError extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}
