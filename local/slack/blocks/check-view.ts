import { asObject, asObjects, isObject, type Json } from '../payload/json.ts';
import { checkBlocks } from './check-blocks.ts';
import { slackLimits } from './limits.ts';
import { anything, byType, object, oneOf, type Problem, text } from './rules.ts';
import { plainText } from './text-rules.ts';

const { view: limits } = slackLimits;

const always = {
  callback_id: text(limits.callbackId, 0),
  external_id: text(limits.externalId, 0),
  private_metadata: text(limits.privateMetadata, 0),
};
const shapes = byType({
  modal: object(
    { type: oneOf('modal'), title: plainText(limits.title), blocks: anything },
    { ...always, submit: plainText(limits.submit), close: plainText(limits.close) },
  ),
  home: object({ type: oneOf('home'), blocks: anything }, always),
});

/**
 * Checks a modal or a Home tab.
 * @param at JSON pointer of the view
 */
export function checkView(view: Json | undefined, at: string): Problem[] {
  if (view === undefined)
    return [{ pointer: '', code: 'missing_field', message: 'missing required field: view', field: 'view' }];
  const problems = [...shapes(view, at), ...blocksOf(view, at)];
  const whole: Problem = {
    pointer: at,
    code: 'failed_constraint',
    message: 'failed to match all allowed schemas',
    constraint: { type: 'all_of' },
  };
  return problems.length > 0 ? [whole, ...problems] : [];
}

function blocksOf(view: Json, at: string): Problem[] {
  if (!isObject(view) || view.blocks === undefined) return [];
  const surface = view.type === 'home' ? 'home' : 'modal';
  const hasInput = asObjects(view.blocks).some(({ type }) => type === 'input');
  const unsubmittable = surface === 'modal' && hasInput && asObject(view).submit === undefined;
  return [
    ...checkBlocks(view.blocks, surface, limits.blocks, `${at}/blocks`),
    ...(unsubmittable
      ? [
          {
            pointer: at,
            code: 'missing_field' as const,
            message: 'missing required field: submit',
            field: 'submit',
          },
        ]
      : []),
  ];
}
