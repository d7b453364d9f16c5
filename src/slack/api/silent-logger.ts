import type { Logger } from '@slack/web-api';

const nothing = () => {};

/** Discards the log lines of Slack's libraries: their error messages can quote text that a user wrote. */
export const silent = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  // `LogLevel` is an enum of the Web API client, which the receiver does not load.
  getLevel: () => 'error' as ReturnType<Logger['getLevel']>,
  setName: nothing,
} satisfies Logger;
