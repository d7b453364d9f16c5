import type { JsonObject } from './json.ts';

/** What a Web API method answers with when it refuses: becomes `{ok: false, error, ...}`. */
export class SlackFailure extends Error {
  readonly code: string;
  readonly more: JsonObject;

  /**
   * @param code Slack's error word, such as `channel_not_found`
   * @param details sentences for `response_metadata.messages`, without their `[ERROR]` mark
   * @param more further fields of the answer
   */
  constructor(code: string, details: string[] = [], more: JsonObject = {}) {
    super(code);
    this.code = code;
    this.more =
      details.length === 0
        ? more
        : { ...more, response_metadata: { messages: details.map((detail) => `[ERROR] ${detail}`) } };
  }

  /** The JSON that Slack answers. */
  get answer(): JsonObject {
    return { ok: false, error: this.code, ...this.more };
  }
}
