import { asObjects, asString, type Json, type JsonObject } from '../payload/json.ts';
import { elementsOf } from '../payload/view-state.ts';
import { allowedBlocks, type Surface } from './block-rules.ts';
import { broken, type Check, list, type Problem } from './rules.ts';

/**
 * Checks a list of blocks on a surface: each block, and that ids are used once.
 * @param at JSON pointer of the list
 */
export function checkBlocks(blocks: Json, surface: Surface, most: number, at: string): Problem[] {
  return checkEach(blocks, allowedBlocks[surface], most, at);
}

/**
 * Checks a list of blocks: each of them, and that ids are used once.
 * @param at JSON pointer of the list
 */
export function checkEach(blocks: Json, block: Check, most: number, at: string): Problem[] {
  const problems = list(block, [0, most])(blocks, at);
  return problems.length > 0
    ? problems
    : [...repeatedBlockIds(asObjects(blocks), at), ...repeatedActionIds(asObjects(blocks), at)];
}

function repeatedBlockIds(blocks: JsonObject[], at: string): Problem[] {
  const ids = blocks.map(({ block_id }) => asString(block_id));
  return ids.flatMap((id, index) =>
    id && ids.indexOf(id) < index ? [taken(`${at}/${index}/block_id`, 'block_id', id)] : [],
  );
}

/** An action_id may come again in another block, not in its own. */
function repeatedActionIds(blocks: JsonObject[], at: string): Problem[] {
  return blocks.flatMap((block, index) => {
    const ids = elementsOf([block]).map(({ element }) => asString(element.action_id));
    return ids.flatMap((id, place) =>
      id && ids.indexOf(id) < place
        ? [taken(`${at}/${index}/elements/${place}/action_id`, 'action_id', id)]
        : [],
    );
  });
}

function taken(pointer: string, field: string, id: string): Problem {
  return broken(pointer, `\`${field}\` "${id}" already exists`, 'unique', undefined, id);
}
