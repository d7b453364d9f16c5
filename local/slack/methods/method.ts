import type { Arguments } from '../payload/arguments.ts';
import type { JsonObject } from '../payload/json.ts';
import type { Local } from '../workspace/local.ts';

/**
 * One Web API method: takes its arguments, returns what Slack answers besides `ok`.
 * Refuses by throwing a SlackFailure.
 */
export type Method = (args: Arguments, local: Local) => JsonObject;
