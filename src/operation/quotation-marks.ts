/** The marks of each family: those of one family can close each other. A straight mark is a family of its own. */
const families = ['"', "'", '＂', '＇', '“”„‟', '‘’‚‛', '«»', '‹›', '「」', '『』'];

/** The marks of each level. Where the family of a mark doesn't close it, its level may: phones replace only one of the two. */
const levels = ['"＂“”„‟«»「」『』', "'＇‘’‚‛‹›"];

/** The marks that open if nothing around them says otherwise. */
const opening = '“„‟‘‚‛«‹「『';
/** The marks that are also apostrophes. */
const apostrophes = "'＇‘’‛";

/** How many quotations can be open inside one. Without a bound, a line of marks that never close would take quadratic time. */
const deepest = 8;

/** All quotation marks, for a class of a regular expression. */
export const quotationMarks = levels.join('');

/**
 * Returns the position of the mark that closes the quotation which begins at `start`; undefined if none does. Marks inside are
 * text: those of another family, those after a backslash, and typographic ones that open and close inside, as in
 * `“Fix “prod” outage”`.
 */
export const closingMark = (line: string, start: number): number | undefined => {
  const mark = line[start] ?? '';
  const [family = mark, level = mark] = [families, levels].map((kinds) =>
    kinds.find((marks) => marks.includes(mark)),
  );
  return closedBy(family, line, start) ?? closedBy(level, line, start);
};

function closedBy(marks: string, line: string, start: number): number | undefined {
  const isStraight = marks.length === 1;
  let open = 1;
  for (let at = start + 1; at < line.length && open <= deepest; at += 1) {
    const mark = line[at] ?? '';
    if (mark === '\\') at += 1;
    if (!marks.includes(mark)) continue;
    const role = isStraight ? 'closes' : roleOf(line, at);
    if (role === 'opens') open += 1;
    if (role === 'closes') open -= 1;
    if (open === 0) return at;
  }
  return undefined;
}

const isSpace = (character: string): boolean => /\s/u.test(character);
const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Says what a mark inside a quotation does. That shows at what is around it, since languages use the same marks in both roles. */
function roleOf(line: string, at: number): 'opens' | 'closes' | 'letter' {
  const [before, mark, after] = [line[at - 1] ?? ' ', line[at] ?? '', line[at + 1] ?? ' '];
  for (const isEdge of [isSpace, (character: string) => !isLetter(character)]) {
    if (isEdge(before) !== isEdge(after)) return isEdge(before) ? 'opens' : 'closes';
  }
  if (apostrophes.includes(mark) && isLetter(before)) return 'letter';
  return opening.includes(mark) ? 'opens' : 'closes';
}
