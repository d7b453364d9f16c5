import type { JsonObject } from './json.ts';

/** Thrown by a Web API method that refuses a call: becomes `{ok: false, error, ...}`. */
export class SlackFailure extends Error {
  readonly code: string;
  readonly more: JsonObject;

  /**
   * @param code Slack's error code, such as `channel_not_found`
   * @param details sentences for `response_metadata.messages`, without their `[ERROR]` prefix
   * @param more further fields of the response
   */
  constructor(code: string, details: string[] = [], more: JsonObject = {}) {
    super(code);
    this.code = code;
    this.more =
      details.length === 0
        ? more
        : { ...more, response_metadata: { messages: details.map((detail) => `[ERROR] ${detail}`) } };
  }

  get answer(): JsonObject {
    return { ok: false, error: this.code, ...this.more };
  }
}
