import type { Arguments } from '../arguments.ts';
import type { JsonObject } from '../json.ts';
import type { Local } from '../local.ts';

/**
 * One Web API method: takes its arguments, returns what Slack answers besides `ok`.
 * Refuses by throwing a SlackFailure.
 */
export type Method = (args: Arguments, local: Local) => JsonObject;
