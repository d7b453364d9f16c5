import { asObjects, type Json, type JsonObject } from '../payload/json.ts';
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

/** Checks the blocks of a message payload; `undefined` when Slack takes it. */
export function checkMessage(payload: JsonObject): Verdict | undefined {
  const blocks = payload.blocks ?? [];
  const problems = checkBlocks(blocks, 'message', message.blocks, '/blocks');
  return problems.length > 0 ? { error: 'invalid_blocks', problems } : checkWhole(asObjects(blocks));
}

/** What Slack counts over all blocks of a message; `undefined` when it takes them. */
export function checkWhole(blocks: JsonObject[]): Verdict | undefined {
  const invalid = (text: string, type: string, most: number): Verdict => ({
    error: 'invalid_blocks',
    problems: [broken('/blocks', text, type, most)],
  });
  const ofType = (wanted: string): JsonObject[] => blocks.filter(({ type }) => type === wanted);
  const tables = ofType('data_table');
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
  return wordsIn(blocks) > message.allBlocks ? { error: 'msg_blocks_too_long', problems: [] } : undefined;
}

const shownTextKeys = ['text', 'title', 'caption', 'label', 'name', 'fallback'];

/** How many characters of words are in some JSON, each counted once. */
function wordsIn(value: Json, key = ''): number {
  if (typeof value === 'string') return shownTextKeys.includes(key) ? value.length : 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + wordsIn(item, key), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [field, child]) => sum + wordsIn(child, field), 0);
}
