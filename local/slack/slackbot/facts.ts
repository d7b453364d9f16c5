/** What a part of a sentence is, by its form. */
export type FactKind =
  | 'named'
  | 'quoted'
  | 'reason'
  | 'email'
  | 'range'
  | 'port'
  | 'request'
  | 'ticket'
  | 'span'
  | 'month'
  | 'place'
  | 'machine'
  | 'number';

/** A part of a sentence that can be the value of an argument. */
export interface Fact {
  readonly kind: FactKind;
  /** As an argument has it. */
  readonly value: string;
  /** Of a `named` one: the name in front of the `=`. */
  readonly name?: string;
  /** The word in front of it, in lower case; empty at the beginning. */
  readonly after: string;
  /** The word behind it, in lower case; empty at the end. */
  readonly before: string;
  /** Where it begins and ends in the sentence. */
  readonly start: number;
  readonly end: number;
}

interface Form {
  readonly kind: FactKind;
  readonly pattern: RegExp;
  /** Makes the value of the groups. */
  readonly value?: (...groups: string[]) => string;
}

/** The forms, the most particular first: what one has found, none of the others reads again. */
const forms: readonly Form[] = [
  { kind: 'reason', pattern: /\b(?:because|since)\s+(?:of\s+)?(.+?)[.!?]?$/gi },
  {
    kind: 'named',
    pattern: /\b([a-z]\w*)=(?:"([^"]*)"|“([^”]*)”|(\S+))/gi,
    value: (_, ...values) => values.join(''),
  },
  { kind: 'quoted', pattern: /"([^"]+)"|“([^”]+)”|‘([^’]+)’/g },
  { kind: 'email', pattern: /\b([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g },
  { kind: 'range', pattern: /\b(\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?)\b/g },
  { kind: 'port', pattern: /\b((?:tcp|udp)\/\d+(?:-\d+)?)\b/gi, value: (port) => port.toLowerCase() },
  { kind: 'port', pattern: /\bports?\s+(\d+(?:-\d+)?)\b/gi, value: (port) => `tcp/${port}` },
  { kind: 'request', pattern: /(?<![\w#])(#\d+)\b/g },
  { kind: 'ticket', pattern: /\b([A-Z]{2,}-\d+)\b/g },
  { kind: 'month', pattern: /\b(\d{4}-\d{2})\b/g },
  {
    kind: 'span',
    pattern: /\b(\d+) ?(m|h|d)(?:in(?:ute)?s?|ours?|ays?)?\b/gi,
    value: (count, unit) => `${count}${unit.toLowerCase()}`,
  },
  { kind: 'place', pattern: /\b([a-z]{2}\d)\b/gi, value: (place) => place.toLowerCase() },
  { kind: 'machine', pattern: /\b([a-z][a-z-]*\d[\w-]*)\b/gi },
  { kind: 'number', pattern: /\b(\d+)\b/g },
];

/** The parts of a sentence that have a form of their own, in its order. */
export function factsIn(sentence: string): readonly Fact[] {
  const found: Fact[] = [];
  for (const { kind, pattern, value = (...groups: string[]) => groups.join('') } of forms) {
    for (const match of sentence.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((fact) => start < fact.end && fact.start < end)) continue;
      const groups = match.slice(1).map((group) => group ?? '');
      const after = /([\p{L}=]+)\W*$/u.exec(sentence.slice(0, start))?.[1]?.toLowerCase() ?? '';
      const before = /^\W*(\p{L}+)/u.exec(sentence.slice(end))?.[1]?.toLowerCase() ?? '';
      const name = kind === 'named' ? groups[0]?.toLowerCase() : undefined;
      found.push({
        kind,
        value: value(...groups),
        after,
        before,
        start,
        end,
        ...(name !== undefined && { name }),
      });
    }
  }
  return found.sort((first, second) => first.start - second.start);
}

/** What the whole of a text is, by its form; undefined when it has none. */
export function formOf(text: string): FactKind | undefined {
  const [fact, ...others] = factsIn(text);
  return fact && others.length === 0 && fact.start === 0 && fact.end === text.length ? fact.kind : undefined;
}
