/** Control characters and line breaks. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/**
 * Invisible characters, such as bidirectional overrides and zero-width characters. Excludes variation selectors, which emoji
 * need.
 */
const unseen = /(?![\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** More than four combining marks on one letter: no script needs them, and they would cover the lines around it. */
const piled = /(\p{M}{4})\p{M}+/gu;

/** Anything but Latin letters, punctuation, arrows and symbols. It is rare and quickly searched for. */
const unusual = /[^ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u202f-\u205f\u2190-\u2bff]+/g;

const tidy = (run: string): string =>
  run.replace(breaks, ' ').replace(unseen, '').replace(piled, '$1').toWellFormed();

/** Puts a text on one line, without invisible characters and without lone surrogates. */
export const oneLine = (text: string): string => text.replace(unusual, tidy);

const single = /[\u2018\u2019\u201a\u201b]/g;
const double = /[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g;
const space = /\p{Zs}/gu;

/**
 * Normalizes a value from a command or a form: one line, straight quotes, plain spaces, no invisible characters. Phones insert
 * typographic quotes, which would otherwise make a form and its command differ. Idempotent.
 */
export const normalize = (text: string): string =>
  oneLine(text).replace(single, "'").replace(double, '"').replace(space, ' ').trim();

export const normalizeLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(normalize)
    .join('\n')
    .trimEnd();
