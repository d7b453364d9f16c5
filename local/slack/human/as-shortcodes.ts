import names from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' };

const emoji = /\p{RGI_Emoji}/gv;
const skinTones = /[\u{1f3fb}-\u{1f3ff}]/gu;

/** Slack's first name of each emoji, by its characters without the selectors that say how it is drawn. */
const nameOf = new Map(
  Object.entries(names).map(([code, name]) => [
    code
      .split('-')
      .filter((hex) => hex !== 'FE0F')
      .map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
      .join(''),
    [name].flat()[0],
  ]),
);

/** Replaces the emoji in a text by Slack's names, as Slack does for apps: `:fire:`, `:+1::skin-tone-3:`. */
export const asShortcodes = (text: string): string =>
  text.replace(emoji, (character) => {
    const name = nameOf.get(character.replaceAll('\ufe0f', '').replace(skinTones, ''));
    const [tone] = character.match(skinTones) ?? [];
    if (name === undefined) return character;
    return `:${name}:${tone === undefined ? '' : `:skin-tone-${(tone.codePointAt(0) ?? 0) - 0x1f3fb + 2}:`}`;
  });
