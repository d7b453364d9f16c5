import type { Answer } from '../../src/answer/answer.ts';
import { escapeMarkup, inlines, lines, mention, plain } from '../../src/slack/render/plain-text.ts';

/** All that an answer says, as lines; buttons and menus are none. */
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
