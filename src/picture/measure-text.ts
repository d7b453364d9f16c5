/* Text widths in Lato, the font of the pictures, for cutting text before it is rendered. */

/** The weights of the font in a picture. */
export type Weight = 'regular' | 'bold';

/** Advance widths of the characters from space to "~", in thousandths of the font's size. */
const ascii: Readonly<Record<Weight, readonly number[]>> = {
  regular: [
    193, 343, 397, 580, 580, 786, 703, 230, 300, 300, 400, 580, 212, 347, 212, 373, 580, 580, 580, 580, 580,
    580, 580, 580, 580, 580, 252, 252, 580, 580, 580, 398, 822, 680, 647, 685, 753, 581, 566, 734, 756, 307,
    444, 681, 514, 920, 756, 798, 611, 798, 644, 530, 590, 730, 680, 1019, 643, 629, 624, 300, 375, 300, 580,
    394, 307, 507, 559, 467, 559, 524, 337, 511, 556, 256, 254, 524, 256, 821, 556, 556, 552, 559, 403, 434,
    373, 556, 512, 766, 504, 512, 462, 300, 300, 300, 580,
  ],
  bold: [
    193, 361, 422, 580, 580, 803, 714, 238, 300, 300, 400, 580, 225, 359, 225, 387, 580, 580, 580, 580, 580,
    580, 580, 580, 580, 580, 265, 265, 580, 580, 580, 421, 823, 710, 652, 671, 748, 573, 562, 723, 756, 314,
    437, 698, 517, 930, 756, 800, 625, 800, 655, 537, 595, 728, 710, 1047, 679, 655, 617, 300, 391, 300, 580,
    394, 319, 524, 570, 477, 570, 535, 351, 518, 569, 271, 269, 552, 271, 842, 569, 569, 566, 570, 409, 437,
    387, 569, 534, 791, 540, 534, 470, 300, 300, 300, 580,
  ],
};

const others: Readonly<Record<string, Readonly<Record<Weight, number>>>> = {
  '·': { regular: 273, bold: 280 },
  '–': { regular: 556, bold: 568 },
  '…': { regular: 727, bold: 758 },
  '×': { regular: 580, bold: 580 },
};

const widthOf = (character: string, weight: Weight): number | undefined =>
  ascii[weight][(character.codePointAt(0) ?? 0) - 32] ?? others[character]?.[weight];

/** Replaces characters that the tables above lack by question marks. */
const writable = (text: string): string =>
  [...text].map((character) => (widthOf(character, 'bold') === undefined ? '?' : character)).join('');

/** Returns the width of a text, in the unit of `size`. Kerning makes it a little narrower. */
export const measure = (text: string, size: number, weight: Weight): number =>
  ([...writable(text)].reduce((sum, character) => sum + (widthOf(character, weight) ?? 0), 0) * size) / 1000;

/** Cuts a text to a width, with "…" at the end if characters were removed. */
export function fitted(text: string, size: number, weight: Weight, width: number): string {
  const shown = writable(text);
  if (measure(shown, size, weight) <= width) return shown;
  let cut = shown;
  while (cut && measure(`${cut}…`, size, weight) > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}

/** Joins items with commas in at most `max` lines; the last line counts the items without room: "+3 more". */
export function inLines(
  items: readonly string[],
  size: number,
  weight: Weight,
  width: number,
  max: number,
): readonly string[] {
  const lines: { readonly text: string; readonly items: number }[] = [];
  for (const item of items) {
    const line = lines.at(-1);
    const joined = line && `${line.text}, ${item}`;
    if (line && joined && measure(joined, size, weight) <= width)
      lines[lines.length - 1] = { text: joined, items: line.items + 1 };
    else lines.push({ text: fitted(item, size, weight, width), items: 1 });
  }
  if (lines.length <= max) return lines.map((line) => line.text);
  const kept = lines.slice(0, max - 1);
  const left = items.length - kept.reduce((sum, line) => sum + line.items, 0);
  return [...kept.map((line) => line.text), `+${left} more`];
}
