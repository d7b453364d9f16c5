/** Controls and whatever else ends a line. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** What nobody sees: overrides of the writing direction, characters without width. Only the look of an emoji may be chosen. */
const unseen = /(?![\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** More marks upon one letter than any script has; they would cover the lines around it. */
const piled = /(\p{M}{4})\p{M}+/gu;

/** Nothing in it can break a line or hide. Most text is so, and this is found out in a tenth of the time. */
const ascii = /^[ -~]*$/;

/** Text on one line, without invisible characters and without halves of characters. */
export const oneLine = (text: string): string =>
  ascii.test(text) ? text : text.replace(breaks, ' ').replace(unseen, '').replace(piled, '$1').toWellFormed();

const single = /[\u2018\u2019\u201a\u201b]/g;
const double = /[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g;
const space = /\p{Zs}/gu;

/**
 * A value as every way in takes it: on one line, with straight quotes, plain spaces and nothing invisible. Phones write
 * typographic quotes by themselves, so without this a value that was entered in a form and the line that is shown for
 * it would ask for different things. Normalized text stays as it is.
 */
export const normalize = (text: string): string =>
  oneLine(text).replace(single, "'").replace(double, '"').replace(space, ' ').trim();
