import type { Answer, Part } from './answer.ts';

/** Removes the buttons and menus from a part of an answer. */
export function withoutButtons(part: Part): Answer {
  if (part.kind === 'buttons' || part.kind === 'menu') return [];
  return part.kind === 'item' ? [{ kind: 'item', ...tone(part), text: part.text, buttons: [] }] : [part];
}

const tone = ({ tone: given }: Extract<Part, { kind: 'item' }>) => (given ? { tone: given } : {});
