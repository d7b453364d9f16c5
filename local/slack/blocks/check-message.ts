import { asObjects, asString, type Json, type JsonObject } from '../payload/json.ts';
import { checkBlocks } from './check-blocks.ts';
import { slackLimits } from './limits.ts';
import type { Problem } from './rules.ts';
import { broken } from './rules.ts';

const { message } = slackLimits;

/** Why Slack refuses a message: its error word, and what is wrong where. */
export interface Verdict {
  readonly error: string;
  readonly problems: Problem[];
}

/** Checks blocks and attachments of a message payload; `undefined` when Slack takes it. */
export function checkMessage(payload: JsonObject): Verdict | undefined {
  const blocks = payload.blocks ?? [];
  const problems = checkBlocks(blocks, 'message', message.blocks, '/blocks');
  if (problems.length > 0) return { error: 'invalid_blocks', problems };
  return (
    checkAttachments(payload.attachments ?? []) ?? checkWhole(withChildren(blocks), withAttached(payload))
  );
}

function checkAttachments(attachments: Json): Verdict | undefined {
  const list = asObjects(attachments);
  if (list.length > message.attachments) return { error: 'too_many_attachments', problems: [] };
  const problems = list.flatMap(({ blocks }, index) =>
    blocks === undefined
      ? []
      : checkBlocks(blocks, 'message', message.blocks, `/attachments/${index}/blocks`),
  );
  return problems.length > 0 ? { error: 'invalid_attachments', problems } : undefined;
}

/** What Slack counts over all blocks of a message. */
function checkWhole(own: JsonObject[], all: JsonObject[]): Verdict | undefined {
  const invalid = (text: string, type: string, most: number): Verdict => ({
    error: 'invalid_blocks',
    problems: [broken('/blocks', text, type, most)],
  });
  const ofType = (...types: string[]): JsonObject[] =>
    all.filter(({ type }) => types.includes(asString(type)));
  const tables = ofType('table', 'data_table');
  if (tables.length > 1)
    return {
      error: 'invalid_attachments',
      problems: [broken('', 'only_one_table_allowed', 'max_items', 1, tables.length)],
    };
  if (ofType('data_visualization').length > message.charts)
    return invalid(
      `no more than ${message.charts} data_visualization blocks allowed`,
      'max_items',
      message.charts,
    );
  if (wordsIn(tables) > message.allCells)
    return invalid(
      `table cells must be less than ${message.allCells + 1} characters in total`,
      'max_length',
      message.allCells,
    );
  if (wordsIn(ofType('markdown')) > message.allMarkdown)
    return invalid(
      `markdown must be less than ${message.allMarkdown + 1} characters in total`,
      'max_length',
      message.allMarkdown,
    );
  return wordsIn(own) > message.allBlocks ? { error: 'msg_blocks_too_long', problems: [] } : undefined;
}

function withChildren(blocks: Json): JsonObject[] {
  return asObjects(blocks).flatMap((block) =>
    block.type === 'container' ? [block, ...asObjects(block.child_blocks)] : [block],
  );
}

function withAttached(payload: JsonObject): JsonObject[] {
  return [
    ...withChildren(payload.blocks ?? []),
    ...asObjects(payload.attachments).flatMap(({ blocks }) => withChildren(blocks ?? [])),
  ];
}

const shownTextKeys = ['text', 'title', 'caption', 'label', 'name', 'alt_text', 'fallback'];

/** How many characters of words are in some JSON, each counted once. */
function wordsIn(value: Json, key = ''): number {
  if (typeof value === 'string') return shownTextKeys.includes(key) ? value.length : 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + wordsIn(item, key), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value)
    .filter(([field]) => field !== 'child_blocks')
    .reduce((sum, [field, child]) => sum + wordsIn(child, field), 0);
}
