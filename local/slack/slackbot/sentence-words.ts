/** Words that say nothing of what is asked for. */
const fillers = new Set(
  `a all an and any are as at be been by can could did do does each every for from give has have how i if in is it its let me my need now of
  on or our please some that the their them then there these they this to us want was we were what when where which who will with would you
  your`
    .split(/\s+/)
    .map(stem),
);

/**
 * What words of a question may mean in the name or the description of a tool, as stems. The tool's own word counts more.
 */
const meanings: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    which: ['list'],
    what: ['show'],
    all: ['list'],
    every: ['list'],
    see: ['show', 'list'],
    detail: ['show'],
    about: ['show'],
    tell: ['show'],
    search: ['find'],
    look: ['find', 'show'],
    where: ['find'],
    open: ['firewall', 'create'],
    allow: ['firewall', 'create'],
    let: ['firewall', 'create'],
    traffic: ['firewall'],
    close: ['delete', 'firewall'],
    add: ['create'],
    make: ['create'],
    new: ['create'],
    remove: ['delete', 'unassign'],
    drop: ['delete'],
    put: ['assign', 'set'],
    attach: ['assign'],
    change: ['update', 'set'],
    cost: ['invoice'],
    bill: ['invoice'],
    spend: ['invoice'],
    pay: ['invoice'],
    became: ['status', 'request'],
    happened: ['status', 'history'],
    status: ['request'],
    machine: ['server'],
    address: ['ip'],
    who: ['whoami'],
    alarm: ['alert'],
    log: ['history'],
    today: ['history'],
    pending: ['approval'],
    waiting: ['approval'],
  }).map(([word, others]) => [stem(word), others.map(stem)]),
);

/** A word without its ending, in lower case, so that "policies" and "policy", "assigned" and "assign" are alike. */
export function stem(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length < 4 || /\d/.test(lower)) return lower;
  return lower
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/(?<![su])s$/, '')
    .replace(/(?<=..[^aeiou])(ing|ed)$/, '')
    .replace(/e$/, '');
}

/** The words of a text as stems, in order. */
export const stemsOf = (text: string): string[] => (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);

export const isFiller = (word: string): boolean => fillers.has(stem(word));

/** What a sentence asks for: stems with how much each counts, 1 for its own words and less for what they may mean. */
export function askedFor(sentence: string): ReadonlyMap<string, number> {
  const own = stemsOf(sentence);
  const meant = own.flatMap((word) => (Object.hasOwn(meanings, word) ? (meanings[word] ?? []) : []));
  return new Map([
    ...meant.map((word): [string, number] => [word, 0.7]),
    ...own.filter((word) => !fillers.has(word)).map((word): [string, number] => [word, 1]),
  ]);
}
