import { asObjects, type Json, type JsonObject } from '../payload/json.ts';
import { messageBlocks } from './block-rules.ts';
import { type Problem, problemsIn } from './problems.ts';

/** Upper bounds for a message as a whole: characters in all blocks and in all cells of tables, and charts. */
const most = { inBlocks: 13_000, inCells: 10_000, charts: 2 };

/** Slack's reason to refuse a message: its error code and the problems. */
export interface Verdict {
  readonly error: string;
  readonly problems: Problem[];
}

/** Checks the blocks of a message payload; `undefined` if Slack accepts it. */
export function checkMessage(payload: JsonObject): Verdict | undefined {
  const blocks = payload.blocks ?? [];
  const problems = problemsIn(messageBlocks, blocks, '/blocks');
  return problems.length > 0 ? { error: 'invalid_blocks', problems } : checkWhole(asObjects(blocks));
}

/** Checks the limits that apply to all blocks of a message together; `undefined` if Slack accepts them. */
export function checkWhole(blocks: JsonObject[]): Verdict | undefined {
  const refused = (error: string, pointer: string, message: string): Verdict => ({
    error,
    problems: [{ pointer, message }],
  });
  const ofType = (wanted: string): JsonObject[] => blocks.filter(({ type }) => type === wanted);
  const tables = ofType('data_table');
  if (tables.length > 1) return refused('invalid_attachments', '', 'only_one_table_allowed');
  if (ofType('data_visualization').length > most.charts)
    return refused(
      'invalid_blocks',
      '/blocks',
      `no more than ${most.charts} data_visualization blocks allowed`,
    );
  if (wordsIn(tables) > most.inCells)
    return refused(
      'invalid_blocks',
      '/blocks',
      `table cells must be less than ${most.inCells + 1} characters in total`,
    );
  return wordsIn(blocks) > most.inBlocks ? { error: 'msg_blocks_too_long', problems: [] } : undefined;
}

const shownTextKeys = ['text', 'title', 'caption', 'label', 'name', 'fallback'];

/** Counts the characters of all visible texts in a JSON value. */
function wordsIn(value: Json, key = ''): number {
  if (typeof value === 'string') return shownTextKeys.includes(key) ? value.length : 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + wordsIn(item, key), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [field, child]) => sum + wordsIn(child, field), 0);
}
