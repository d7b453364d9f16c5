import type { InputBlock, PlainTextOption } from '@slack/types';
import { plainText } from './plain-text.ts';

/** Slack shows at most so many options in one element. */
const inElement = 10;
const maxOption = 75;

const prefix = 'checklist';

/**
 * Things to confirm, all ticked. As inputs they tell nobody of each tick: what is ticked comes with the click on a button of the
 * message, or with the submission of the modal.
 */
export function drawChecklist(label: string, options: readonly string[]): readonly InputBlock[] {
  const all = options.map((text, position) => optionOf(text, position));
  const several = all.length > inElement;
  return Array.from({ length: Math.ceil(all.length / inElement) }, (_, at): InputBlock => {
    const first = at * inElement;
    const shown = all.slice(first, first + inElement);
    const range = several ? ` ${first + 1}–${first + shown.length} of ${all.length}` : ` (${all.length})`;
    return {
      type: 'input',
      block_id: `${prefix}:${first}:${shown.length}`,
      // Of several elements, all of one may be unticked.
      optional: several,
      label: plainText(`${label}${range}`, 200),
      element: { type: 'checkboxes', action_id: 'checked', options: shown, initial_options: shown },
    };
  });
}

const optionOf = (text: string, position: number): PlainTextOption => ({
  text: plainText(text, maxOption),
  value: String(position),
});

/** What a person has left ticked. */
export interface Checked {
  /** The positions of what is unticked, from 0. */
  readonly excluded: readonly number[];
  /** Whether all is unticked. */
  readonly nothing: boolean;
  /** `block_id` of the first element, where Slack can show an error. */
  readonly block: string;
}

/**
 * Reads what is ticked from `state.values` of a message or a view; undefined if it has no checklist. An element that Slack leaves
 * out of the state was not touched, so all of it is ticked.
 */
export function readChecklist(values: Readonly<Record<string, unknown>>): Checked | undefined {
  const blocks = Object.entries(values).filter(([id]) => id.startsWith(`${prefix}:`));
  const [block] = blocks.map(([id]) => id).toSorted((a, b) => firstIn(a) - firstIn(b));
  if (block === undefined) return undefined;
  const elements = blocks.map(([id, element]) => ({ shown: positionsIn(id), ticked: tickedIn(element) }));
  const excluded = elements.flatMap(({ shown, ticked }) => shown.filter((one) => !ticked.has(String(one))));
  const isWhole = firstIn(block) === 0;
  return {
    excluded: excluded.toSorted((a, b) => a - b),
    nothing: isWhole && elements.every(({ ticked }) => ticked.size === 0),
    block,
  };
}

/** What is unticked, as a job has it; nothing where all is ticked, or there are no ticks. */
export const excludedIn = (checked: Checked | undefined): { readonly excluded?: number[] } =>
  checked && checked.excluded.length > 0 ? { excluded: [...checked.excluded] } : {};

const firstIn = (id: string): number => Number(id.split(':')[1]);

function positionsIn(id: string): readonly number[] {
  const [, first = '', amount = ''] = /^checklist:(\d{1,3}):(\d{1,2})$/.exec(id) ?? [];
  return Array.from({ length: Number(amount) }, (_, at) => Number(first) + at);
}

function tickedIn(block: unknown): ReadonlySet<unknown> {
  const [element] = Object.values(Object(block));
  const chosen: unknown = Object(element).selected_options;
  return new Set(Array.isArray(chosen) ? chosen.map((option) => Object(option).value) : []);
}
