import type { Arguments } from '../payload/arguments.ts';
import type { JsonObject } from '../payload/json.ts';
import type { Local } from '../workspace/local.ts';

/** A Web API method: takes its arguments, and returns Slack's response without `ok`. Throws a SlackFailure to refuse. */
export type Method = (args: Arguments, local: Local) => JsonObject;
