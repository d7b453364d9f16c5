import type { ContextBlock, MrkdwnElement, SectionBlock } from '@slack/types';
import type { Text, Tone } from '../../answer/answer.ts';
import { mrkdwn } from './mrkdwn.ts';
import { emoji } from './rich-text.ts';

const maxText = 3000;
const maxField = 2000;
const maxFields = 10;

/** Renders small print; undefined if it can't be written in mrkdwn. */
export function drawContext(text: Text, command: string): ContextBlock | undefined {
  const element = verbatim(mrkdwn(text, command), maxText);
  return element && { type: 'context', elements: [element] };
}

/** Renders facts in two columns, each below its label; undefined if one of them can't be written in mrkdwn. */
export function drawFields(
  facts: readonly (readonly [label: string, value: Text])[],
  command: string,
): readonly SectionBlock[] | undefined {
  const rendered = facts.flatMap(([label, value]) => {
    const name = mrkdwn({ bold: label }, command);
    const shown = mrkdwn(value, command);
    return verbatim(name && shown && `${name}\n${shown}`, maxField) ?? [];
  });
  if (rendered.length < facts.length) return undefined;
  return Array.from({ length: Math.ceil(rendered.length / maxFields) }, (_, at) => ({
    type: 'section',
    fields: rendered.slice(at * maxFields, (at + 1) * maxFields),
  }));
}

/** Renders a line with an accessory, after the icon of its tone; undefined if it can't be written in mrkdwn. */
export function drawItem(
  text: Text,
  accessory: SectionBlock['accessory'],
  command: string,
  tone?: Tone,
): SectionBlock | undefined {
  const words = mrkdwn(text, command);
  const shown = verbatim(words && tone ? `${emoji(tone)} ${words}` : words, maxText);
  return shown && { type: 'section', text: shown, ...(accessory && { accessory }) };
}

/** Returns a `verbatim` element: Slack does not turn its addresses and names into links. */
const verbatim = (text: string | undefined, maxLength: number): MrkdwnElement | undefined =>
  text === undefined || text === '' || text.length > maxLength
    ? undefined
    : { type: 'mrkdwn', text, verbatim: true };
