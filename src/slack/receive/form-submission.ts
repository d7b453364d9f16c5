import type { Problem } from '../../answer/user-error.ts';
import { inFormWords } from '../../command-line/form.ts';
import { capitalize } from '../../core/capitalize.ts';
import type { Operation } from '../../operation/operation.ts';
import { notSet } from '../render/form-view.ts';
import { clean } from '../render/plain-text.ts';
import { metadataOf, replyToFrom, type ViewState } from './view-metadata.ts';

/**
 * Reads the values that a person entered into a form from its view. Missing values become empty strings. `edits`: the form was
 * opened by *Edit* on a preview. `required`: the fields that can't stay empty, and `blocks`: the `block_id` of each field,
 * in the form's order.
 */
export function readForm({ blocks, state, ...view }: ViewState, person: string) {
  const metadata = metadataOf(view);
  const raw: Record<string, string> = {};
  const filters: Record<string, string> = {};
  const at: Record<string, string> = {};
  const required: string[] = [];
  for (const { type, block_id = '', optional } of blocks) {
    const [kind, name = ''] = block_id.split(':');
    if (type !== 'input' || name === '') continue;
    const [entered] = Object.values(state.values[block_id] ?? {});
    const chosen = entered?.selected_option?.value;
    const several = entered?.selected_options?.map(({ value }) => value).join(' ');
    const words = chosen === notSet.value ? '' : (chosen ?? several ?? entered?.value ?? '');
    if (kind === 'filter') filters[name] = words.trim();
    if (kind !== 'field') continue;
    at[name] = block_id;
    if (optional === false) required.push(name);
    raw[name] = words.trim();
  }
  return {
    operation: metadata.operation ?? '',
    replyTo: replyToFrom(metadata, person),
    edits: metadata.edits !== undefined,
    raw,
    filters,
    required,
    blocks: at,
  };
}

/**
 * Returns error messages by `block_id`. Slack shows an error only at an existing block: that of the problem's field, else of the
 * first field that the message names, else the first block.
 */
export function errorsAt(
  blocks: Readonly<Record<string, string>>,
  problems: readonly Problem[],
  operation: Pick<Operation<never>, 'fields'> = { fields: {} },
): Record<string, string> {
  const [first] = Object.values(blocks);
  const errors: Record<string, string> = {};
  for (const { field, message } of problems) {
    const named = Object.keys(blocks).find((name) => message.includes(`${name}=`)) ?? '';
    const block = blocks[field ?? named] ?? first;
    if (block === undefined) continue;
    const name = field === undefined || field in blocks ? '' : `${field} `;
    const said = capitalize(clean(`${name}${inFormWords(message, operation)}`, 300));
    const before = errors[block];
    errors[block] = before ? `${before}${before.endsWith('?') ? '' : '.'} ${said}` : said;
  }
  return errors;
}
