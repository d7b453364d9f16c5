import { slackLimits } from './limits.ts';
import { byType, type Check, flag, integer, list, object, oneOf, text } from './rules.ts';

const anyLength = Number.POSITIVE_INFINITY;
const anyNumber: readonly [number, number] = [0, anyLength];
const words = text(anyLength);

const textStyle = object({}, { bold: flag, italic: flag, strike: flag, underline: flag, code: flag });
const mentionStyle = object(
  {},
  {
    bold: flag,
    italic: flag,
    strike: flag,
    underline: flag,
    highlight: flag,
    client_highlight: flag,
    unlink: flag,
  },
);
const inline = (
  type: string,
  required: Record<string, Check>,
  optional: Record<string, Check> = {},
  style = textStyle,
): Check => object({ type: oneOf(type), ...required }, { ...optional, style });

const plain = inline('text', { text: words });
const link = inline('link', { url: words }, { text: words, unsafe: flag });

const inlines = byType({
  text: plain,
  link,
  broadcast: inline('broadcast', { range: oneOf('here', 'channel', 'everyone') }),
  channel: inline('channel', { channel_id: words }, {}, mentionStyle),
  color: inline('color', { value: words }),
  date: inline('date', { timestamp: integer(), format: words }, { url: words, fallback: words }),
  emoji: inline('emoji', { name: words }, { unicode: words, url: words, skin_tone: integer() }),
  user: inline('user', { user_id: words }, {}, mentionStyle),
  usergroup: inline('usergroup', { usergroup_id: words }, {}, mentionStyle),
  team: inline('team', { team_id: words }, {}, mentionStyle),
});

const border = integer([0, 1]);
const section = object({ type: oneOf('rich_text_section'), elements: list(inlines, anyNumber) });

const parts = byType({
  rich_text_section: section,
  rich_text_list: object(
    { type: oneOf('rich_text_list'), style: oneOf('bullet', 'ordered'), elements: list(section, anyNumber) },
    { indent: integer(slackLimits.richTextList.indentValue), offset: integer([0, anyLength]), border },
  ),
  rich_text_preformatted: object(
    { type: oneOf('rich_text_preformatted'), elements: list(byType({ text: plain, link }), anyNumber) },
    { border, language: words },
  ),
  rich_text_quote: object({ type: oneOf('rich_text_quote'), elements: list(inlines, anyNumber) }, { border }),
});

/** A rich_text block: also a table cell, the value of a rich text input, a container's title. */
export const richText: Check = object(
  { type: oneOf('rich_text'), elements: list(parts, anyNumber) },
  { block_id: text(slackLimits.blockId) },
);
