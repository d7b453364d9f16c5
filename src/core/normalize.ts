/** Control characters and line breaks. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/**
 * Invisible characters, such as bidirectional overrides and zero-width characters. Excludes variation selectors, and the first
 * group captures what the others belong to: emoji of several that are joined, and the flags of England, Scotland and Wales.
 */
const unseen =
  /((?:\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?\u200d)+\p{Extended_Pictographic}|\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})|(?![\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** More than four combining marks on one letter: no script needs them, and they would cover the lines around it. */
const piled = /(\p{M}{4})\p{M}+/gu;

/** Anything but Latin letters and punctuation. It is rare and quickly searched for. */
const unusual = /[^ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u202f-\u205f]+/g;

const tidy = (run: string): string =>
  run.replace(breaks, ' ').replace(unseen, '$1').replace(piled, '$1').toWellFormed();

/** Puts a text on one line, without invisible characters and without lone surrogates. */
export const oneLine = (text: string): string => text.replace(unusual, tidy);

const space = /\p{Zs}/gu;

/**
 * Normalizes a value from a command or a form: one line, plain spaces, no invisible characters. All else stays as it was typed,
 * quotation marks and dashes included. Idempotent.
 */
export const normalize = (text: string): string => oneLine(text).replace(space, ' ').trim();

export const normalizeLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(normalize)
    .join('\n')
    .trimEnd();
