import type { InputBlock, PlainTextOption } from '@slack/types';
import { plainText } from './plain-text.ts';

/** Slack's maximum number of options in one element. */
const inElement = 10;
const maxOption = 75;

const prefix = 'checklist';

/**
 * Renders a checklist with all options ticked. Input blocks send no action for each tick: the selection arrives with a button
 * click in the message, or with the submission of the modal.
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
      // With several elements, a person may untick all options of one of them.
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

/** The selection of a person in a checklist. */
export interface Checked {
  /** The positions of the unticked options, from 0. */
  readonly excluded: readonly number[];
  /** Whether all options are unticked. */
  readonly nothing: boolean;
  /** `block_id` of the first element, where Slack can show an error. */
  readonly block: string;
}

/**
 * Reads the selection from `state.values` of a message or a view; undefined if it has no checklist. All options of an element
 * that Slack omits from the state are ticked: nobody changed it.
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

/** Returns the unticked options as a field of a job; empty if all options are ticked, or if there is no checklist. */
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
