/** A path in JSON: `['risk', 'levels', 2, 'from']`. */
export type Path = readonly (string | number)[];

/** The text is not JSON, or names a key twice. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
  readonly line: number;

  constructor(line: number, what: string) {
    super(what);
    this.line = line;
  }
}

/** JSON that remembers its lines. */
export interface LinedJson {
  readonly value: unknown;
  /** The line, from 1, of the key or element at `path`; of the nearest one around it where that is not there. */
  lineOf(path: Path): number;
}

const token = /\s*(?:([{}[\],:])|("(?:[^"\\\n]|\\.)*")|([^\s{}[\],:"]+)|(\S))/y;

/** Reads JSON (RFC 8259), stricter than `JSON.parse` in that no key may come twice. Throws `NotJson`. */
export function parseLined(text: string): LinedJson {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;
  let next = '';

  /** Moves on to the next token; '' at the end of the text. */
  function advance(): void {
    token.lastIndex = at;
    const match = token.exec(text);
    const end = match ? token.lastIndex : text.length;
    line += text.slice(at, end).split('\n').length - 1;
    at = end;
    next = match?.[0].trim() ?? '';
  }
  function fail(wanted: string): never {
    throw new NotJson(line, `${wanted} is wanted here, not ${next === '' ? 'the end' : next}`);
  }
  function take(wanted: string): void {
    if (next !== wanted) fail(wanted);
    advance();
  }
  function scalar(wanted: string): unknown {
    try {
      const value: unknown = JSON.parse(next);
      advance();
      return value;
    } catch {
      return fail(wanted);
    }
  }
  function value(path: Path): unknown {
    if (!lines.has(pointer(path))) lines.set(pointer(path), line);
    if (next === '{') return object(path);
    if (next === '[') return array(path);
    return scalar('A value');
  }
  /** Reads the items between brackets, separated by commas. */
  function* items(open: string, close: string): Generator<number> {
    take(open);
    for (let index = 0; next !== close; index += 1) {
      if (index > 0) take(',');
      yield index;
    }
    take(close);
  }
  function object(path: Path): unknown {
    const entries = new Map<string, unknown>();
    for (const _ of items('{', '}')) {
      if (!next.startsWith('"')) fail('A key in double quotes');
      const here = line;
      const key = String(scalar('A key'));
      if (entries.has(key)) throw new NotJson(here, `${[...path, key].join('.')} is there twice`);
      lines.set(pointer([...path, key]), here);
      take(':');
      entries.set(key, value([...path, key]));
    }
    return Object.fromEntries(entries);
  }
  function array(path: Path): unknown {
    return Array.from(items('[', ']'), (index) => value([...path, index]));
  }

  advance();
  const whole = value([]);
  if (next !== '') fail('The end');
  return {
    value: whole,
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const found = lines.get(pointer(path.slice(0, length)));
        if (found !== undefined) return found;
      }
      return lines.get(pointer([])) ?? 1;
    },
  };
}

const pointer = (path: Path): string => JSON.stringify(path);
