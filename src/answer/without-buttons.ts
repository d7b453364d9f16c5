import type { Answer, Part } from './answer.ts';

/** A part of an answer without what can be pressed. */
export function withoutButtons(part: Part): Answer {
  if (part.kind === 'buttons' || part.kind === 'menu') return [];
  return part.kind === 'item' ? [{ kind: 'item', ...tone(part), text: part.text, buttons: [] }] : [part];
}

const tone = ({ tone: given }: Extract<Part, { kind: 'item' }>) => (given ? { tone: given } : {});
