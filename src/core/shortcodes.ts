import { memoize } from './memoize.ts';

/** The name of an emoji between colons, with its skin tone or those of two people: `:+1::skin-tone-3:`. */
const shortcode = /:([a-z0-9_+-]{1,64}):(?::skin-tone-([2-6])(?:-([2-6]))?:)?/g;

/** The characters by Slack's names. Loaded by the first text that has a name, since few have. */
const characters = memoize(async (): Promise<ReadonlyMap<string, string>> => {
  const { default: names } = await import('emojibase-data/en/shortcodes/iamcal.json', {
    with: { type: 'json' },
  });
  return new Map(
    Object.entries(names).flatMap(([code, of]) =>
      [of].flat().map((name) => [name, characterOf(code)] as const),
    ),
  );
});

/** Returns the emoji of a hexcode such as `1F525`, with the selector without which some would be drawn as text. */
function characterOf(code: string): string {
  const [first = '', ...others] = code
    .split('-')
    .map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const isText = !/\p{Emoji_Presentation}/u.test(first) && others[0] !== selector;
  return [first, ...(isText ? [selector] : []), ...others].join('');
}

const selector = '\ufe0f';

/**
 * Replaces Slack's names of emoji by their characters: Slack sends 🔥 as `:fire:`. Other names stay as they are, such as those of a
 * workspace's own emoji.
 */
export async function withEmoji(text: string): Promise<string> {
  return text.search(shortcode) < 0 ? text : decoded(text, await characters());
}

function decoded(text: string, known: ReadonlyMap<string, string>): string {
  let read = '';
  let from = 0;
  const pattern = new RegExp(shortcode);
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [whole, name = '', ...tones] = match;
    const character = isPartOfWord(text, match.index, name) ? undefined : known.get(name);
    if (character === undefined) {
      // Its second colon can be the first of another name.
      pattern.lastIndex = match.index + name.length + 1;
      continue;
    }
    const tone = tones.flatMap((of) => known.get(`skin-tone-${of}`) ?? []);
    const toned = tone.length > 0 ? inTone(character, tone) : character;
    read += text.slice(from, match.index) + (toned ?? character);
    from = match.index + (toned === undefined ? name.length + 2 : whole.length);
    pattern.lastIndex = from;
  }
  return read + text.slice(from);
}

/** Returns whether a short name stands between letters, as in `db:a:1` or `16:100:3`, where nobody meant an emoji. */
function isPartOfWord(text: string, at: number, name: string): boolean {
  const around = `${text[at - 1] ?? ' '}${text[at + name.length + 2] ?? ' '}`;
  return (name.length < 3 || /^\d+$/.test(name)) && /^[\p{L}\p{N}]{2}$/u.test(around);
}

/** Returns an emoji in the skin tone of each person; undefined if there is nobody to have one. */
function inTone(character: string, [first = '', second = first]: readonly string[]): string | undefined {
  const parts = character.split(joiner);
  const isPerson = (part: string): boolean =>
    /^\p{Emoji_Modifier_Base}/u.test(part) && (part !== handshake || parts.length === 1);
  if (!parts.some(isPerson)) return undefined;
  const tones = [first, second];
  return parts
    .map((part) => (isPerson(part) ? part.replace(selector, '') + (tones.shift() ?? '') : part))
    .join(joiner);
}

const joiner = '\u200d';
/** Between two people it stands for their hands, which have no tone of their own. */
const handshake = '\u{1f91d}';
