import type { Answer } from '../../src/answer/answer.ts';
import { draw } from '../../src/slack/render/draw.ts';
import { saidIn } from '../support/shown.ts';

/** A message in a line: its first one, and as `tail` {its buttons} and whom it names. */
export function messageInLine(answer: Answer): { readonly first: string; readonly tail: string } {
  const message = draw(answer, '/cloud');
  const [first = ''] = saidIn(message).filter((line) => line !== '' && !/^[─━═]+$/.test(line));
  const blocks = JSON.stringify(message.blocks);
  const buttons = new Set<string>();
  JSON.parse(blocks, (_, value) => {
    if (value?.type === 'button') buttons.add(value.text.text);
    if (value?.type === 'overflow') buttons.add('⋯');
    return value;
  });
  const named = new Set(
    [...blocks.matchAll(/(?:<@|"user_id":")(U0[A-Z]+)/g)].map(([, person]) => `@${person}`),
  );
  const shows = buttons.size > 0 ? [`{${[...buttons].join(' | ')}}`] : [];
  return { first, tail: [...shows, ...named].join(' ') };
}
