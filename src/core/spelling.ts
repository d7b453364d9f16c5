import { toAscii } from './ascii.ts';
import { normalize } from './normalize.ts';

const single = /[\u2018\u2019\u201a\u201b\u2039\u203a]/g;
const double = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c-\u300f]/g;
/** Selects how a character is drawn, as text or as an emoji. */
const variation = /[\ufe0e\ufe0f]/g;

/**
 * Returns a name in the form in which all its spellings are equal: any case, quotation marks, dashes and spaces. For comparisons
 * only: keyboards differ in what they can write, and phones replace some of it.
 */
export const folded = (name: string): string =>
  toAscii(
    normalize(name).replace(single, "'").replace(double, '"').replace(variation, '').normalize('NFKC'),
  ).toLowerCase();

/** Returns those with this name: as it is spelled, apart from the case, or else in any spelling. */
export function namedLike<Thing>(
  things: readonly Thing[],
  name: string,
  nameOf: (thing: Thing) => string,
): readonly Thing[] {
  const wanted = folded(name);
  const alike = things.filter((thing) => folded(nameOf(thing)) === wanted);
  const typed = normalize(name).toLowerCase();
  const same = alike.filter((thing) => normalize(nameOf(thing)).toLowerCase() === typed);
  return same.length > 0 ? same : alike;
}
