import * as z from 'zod';
import type { Json } from '../payload/json.ts';
import { homeBlocks, modalBlocks } from './block-rules.ts';
import { type Problem, problemsIn } from './problems.ts';
import { plainText, text } from './text-rules.ts';

const always = {
  callback_id: text(255, 0).optional(),
  external_id: text(255, 0).optional(),
  private_metadata: text(3_000, 0).optional(),
};

const modal = z
  .strictObject({
    type: z.literal('modal'),
    title: plainText(24),
    blocks: modalBlocks,
    submit: plainText(24).optional(),
    close: plainText(24).optional(),
    ...always,
  })
  .refine(
    ({ blocks, submit }) => submit ?? blocks.every(({ type }) => type !== 'input'),
    'missing required field: submit',
  );

const home = z.strictObject({ type: z.literal('home'), blocks: homeBlocks, ...always });
const view = z.discriminatedUnion('type', [modal, home]);

/**
 * Checks a modal or a Home tab.
 * @param at JSON pointer of the view
 */
export const checkView = (given: Json | undefined, at: string): Problem[] =>
  given === undefined
    ? [{ pointer: '', message: 'missing required field: view' }]
    : problemsIn(view, given, at);
