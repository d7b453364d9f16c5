import { checkMessage } from '../blocks/check-message.ts';
import { slackLimits } from '../blocks/limits.ts';
import type { Problem } from '../blocks/rules.ts';
import type { JsonObject } from '../payload/json.ts';
import { asObjects, asString } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';

/** What a message says, from whichever door it came. */
export interface Content {
  readonly text: string;
  readonly blocks: JsonObject[];
  readonly attachments: JsonObject[];
}

/** Takes text, blocks and attachments out of a payload. `markdown_text` means one markdown block. */
export function readContent(payload: JsonObject): Content {
  const markdown = asString(payload.markdown_text);
  return {
    text: asString(payload.text),
    blocks: markdown ? [{ type: 'markdown', text: markdown }] : asObjects(payload.blocks),
    attachments: asObjects(payload.attachments),
  };
}

/**
 * Reads a payload and refuses what Slack refuses.
 * @throws SlackFailure `no_text`, `msg_too_long`, `invalid_blocks`, `invalid_attachments`, `msg_blocks_too_long`, ...
 */
export function acceptContent(payload: JsonObject): Content {
  const content = readContent(payload);
  const empty = content.text.trim() === '' && content.attachments.length === 0 && !payload.blocks;
  if (empty && content.blocks.length === 0) throw new SlackFailure('no_text');
  if (content.text.length > slackLimits.message.text) throw new SlackFailure('msg_too_long');
  const verdict = checkMessage(payload.markdown_text ? { blocks: content.blocks } : payload);
  if (verdict) throw refusal(verdict.error, verdict.problems);
  return content;
}

/** Problems as the Web API reports them: under `errors`, and marked under `response_metadata`. */
export function refusal(error: string, problems: Problem[]): SlackFailure {
  const details = problems.map(({ message, pointer }) =>
    pointer ? `${message} [json-pointer:${pointer}]` : message,
  );
  return new SlackFailure(error, details, error === 'invalid_arguments' ? {} : { errors: details });
}
