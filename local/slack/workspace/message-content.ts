import { checkMessage } from '../blocks/check-message.ts';
import type { Problem } from '../blocks/problems.ts';
import type { JsonObject } from '../payload/json.ts';
import { asObjects, asString } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';

export interface Content {
  readonly text: string;
  readonly blocks: JsonObject[];
}

export const readContent = ({ text, blocks }: JsonObject): Content => ({
  text: asString(text),
  blocks: asObjects(blocks),
});

/** Upper bound for the text, in characters. */
const longestText = 40_000;

/** Fields that Slack accepts in addition to text and blocks, but Skydesk does not send. */
const unknownFields = ['attachments', 'markdown_text', 'metadata'];

/**
 * Reads a payload, and refuses invalid content as Slack does.
 * @throws SlackFailure `no_text`, `msg_too_long`, `invalid_blocks`, `msg_blocks_too_long`, ...
 */
export function acceptContent(payload: JsonObject): Content {
  const unknown = unknownFields.filter((field) => payload[field] !== undefined);
  if (unknown.length > 0)
    throw new SlackFailure('invalid_arguments', [`the local Slack does not know: ${unknown.join(', ')}`]);
  const content = readContent(payload);
  if (content.text.trim() === '' && content.blocks.length === 0) throw new SlackFailure('no_text');
  if (content.text.length > longestText) throw new SlackFailure('msg_too_long');
  const rejection = checkMessage(payload);
  if (rejection) throw failureFor(rejection.error, rejection.problems);
  return content;
}

/** Reports problems in the format of the Web API: under `errors`, and with a prefix under `response_metadata`. */
export function failureFor(error: string, problems: Problem[]): SlackFailure {
  const details = problems.map(({ message, pointer }) =>
    pointer ? `${message} [json-pointer:${pointer}]` : message,
  );
  return new SlackFailure(error, details, error === 'invalid_arguments' ? {} : { errors: details });
}
