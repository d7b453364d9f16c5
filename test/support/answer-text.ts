import type { Answer } from '../../src/answer/answer.ts';
import { escapeMarkup, inlines, lines, mention, plain } from '../../src/slack/render/plain-text.ts';

/** The text of an answer, as lines, without buttons and menus. */
export const textOf = (answer: Answer): string =>
  answer
    .flatMap(lines)
    .map((text) =>
      inlines(text)
        .map((inline) => mention(inline) ?? escapeMarkup(plain(inline, '/cloud')))
        .join(''),
    )
    .join('\n')
    .trim();
