import type { RawArgs } from '../../core/operation.ts';
import type { Place } from '../../core/reply-target.ts';
import type { Problem } from '../../core/user-error.ts';
import { notSet, sentence } from '../render/form-view.ts';
import { clean } from '../render/plain-text.ts';
import { metadataOf } from './view-metadata.ts';

/** A view as Slack hands it back, as far as it is read. */
export interface ViewState {
  readonly id: string;
  readonly private_metadata: string;
  readonly blocks: readonly { readonly type: string; readonly block_id?: string }[];
  readonly state: {
    readonly values: Readonly<Record<string, Readonly<Record<string, Entered>>>>;
  };
}

interface Entered {
  readonly value?: string | null;
  readonly selected_option?: { readonly value: string } | null;
}

/** What stands in a form. */
export interface FormRead {
  readonly operation: string;
  readonly place: Omit<Place, 'person'>;
  readonly raw: RawArgs;
  readonly filters: RawArgs;
  /** The block of each field, in the form's order. */
  readonly blocks: Readonly<Record<string, string>>;
}

/** Reads a form back from its view. What the view does not say is left empty. */
export function readForm({ blocks, state, ...view }: ViewState): FormRead {
  const { operation, channel, thread, responseUrl } = metadataOf(view);
  const raw: Record<string, string> = {};
  const filters: Record<string, string> = {};
  const at: Record<string, string> = {};
  for (const { type, block_id = '' } of blocks) {
    const [kind, name = ''] = block_id.split(':');
    if (type !== 'input' || name === '') continue;
    const [entered] = Object.values(state.values[block_id] ?? {});
    const chosen = entered?.selected_option?.value;
    const words = chosen === notSet.value ? '' : (chosen ?? entered?.value ?? '');
    if (kind === 'filter') filters[name] = words.trim();
    if (kind !== 'field') continue;
    at[name] = block_id;
    raw[name] = words.trim();
  }
  return {
    operation: operation ?? '',
    place: { channel: channel ?? '', ...(thread && { thread }), ...(responseUrl && { responseUrl }) },
    raw,
    filters,
    blocks: at,
  };
}

/**
 * Where each problem is shown: at its field, else at the first field that it names, else at the first of all.
 * Slack shows messages only at blocks that are there.
 */
export function errorsAt(blocks: FormRead['blocks'], problems: readonly Problem[]): Record<string, string> {
  const [first] = Object.values(blocks);
  const errors: Record<string, string> = {};
  for (const { field, message } of problems) {
    const named = Object.keys(blocks).find((name) => message.includes(`${name}=`)) ?? '';
    const block = blocks[field ?? named] ?? first;
    if (block === undefined) continue;
    const said = sentence(clean(message, 300));
    errors[block] = errors[block] ? `${errors[block]}. ${said}` : said;
  }
  return errors;
}
