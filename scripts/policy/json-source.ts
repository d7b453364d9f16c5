import {
  findNodeAtLocation,
  getNodePath,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** Where a value is in JSON: `['risk', 'levels', 2, 'minScore']`. */
export type Path = readonly (string | number)[];

/** The text is not JSON, or an object in it has the same key twice. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
  /** From 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** A value that was read from JSON, and the lines on which its parts were written. */
export interface JsonSource {
  readonly value: unknown;
  /** The line, from 1, of the key or element at `path`; where there is none, of the nearest one around it. */
  lineOf(path: Path): number;
}

/** What is missing where the parser stopped, by the name of its error; any other error is about the text found there. */
const expected: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a key in double quotes',
  ValueExpected: 'a value',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: '}',
  CloseBracketExpected: ']',
  EndOfFileExpected: 'the end of the file',
};

/** Upper bound for what a message quotes from the text, in characters. */
const maxQuoted = 40;

/**
 * Reads JSON as RFC 8259 has it: no comments, no trailing commas. Stricter in that no key may come twice, because
 * `JSON.parse` would drop the first without a word. A byte order mark, which some editors write, is ignored.
 * @throws NotJson for the first fault
 */
export function parseJson(text: string): JsonSource {
  const source = text.replace(/^\uFEFF/, '');
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { disallowComments: true, allowEmptyContent: false });
  const [error] = errors;
  if (error) throw new NotJson(lineAt(error.offset), inWords(error, source));
  if (!root) throw new NotJson(1, 'There is no value');
  const repeated = repeatedKey(root);
  if (repeated) throw new NotJson(lineAt(repeated.offset), `${nameOf(repeated)} is there twice`);
  return {
    value: getNodeValue(root),
    lineOf(path) {
      const value = path
        .map((_, at) => findNodeAtLocation(root, path.slice(0, path.length - at)))
        .find((node) => node !== undefined);
      const property = value?.parent?.type === 'property' ? value.parent : value;
      return lineAt((property ?? root).offset);
    },
  };
}

function inWords({ error, offset, length }: ParseError, source: string): string {
  const code = printParseErrorCode(error);
  const [line = ''] = source.slice(offset, offset + length).split('\n');
  const found = line.slice(0, maxQuoted) || 'the end of the file';
  if (code === 'InvalidCommentToken') return `JSON has no comments; remove ${found}`;
  const what = expected[code];
  return what === undefined ? `${found} is not JSON` : `expected ${what}, found ${found}`;
}

/** A property whose key another one before it in the same object has. */
function repeatedKey({ type, children = [] }: Node): Node | undefined {
  const keys = type === 'object' ? children.map(keyOf) : [];
  const repeated = keys.findIndex((key, at) => keys.indexOf(key) < at);
  return children[repeated] ?? children.map(repeatedKey).find((node) => node !== undefined);
}

const keyOf = ({ children: [key] = [] }: Node): unknown => key?.value;

/** "risk.points", for the property with this key. */
const nameOf = ({ children: [, value] = [] }: Node): string => (value ? getNodePath(value).join('.') : '');
