import {
  findNodeAtLocation,
  getNodePath,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { FileProblems } from '../bundles/file-problems.ts';

/** The path of a value in JSON: `['risk', 'levels', 2, 'minScore']`. */
export type Path = readonly (string | number)[];

/** A value parsed from JSON, with the line numbers of its parts. */
interface JsonSource {
  readonly value: unknown;
  /** Returns the line, from 1, of the key or element at `path`; if there is none, of the nearest one around it. */
  lineOf(path: Path): number;
}

/** Text that the parser expected, by error name. All other errors are about the text that it found. */
const expected: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a key in double quotes',
  ValueExpected: 'a value',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: '}',
  CloseBracketExpected: ']',
  EndOfFileExpected: 'the end of the file',
};

/** Maximum length of a quotation in a message, in characters. */
const maxQuoted = 40;

/**
 * Parses JSON strictly by RFC 8259, without comments or trailing commas. Additionally refuses repeated keys, of which
 * `JSON.parse` would silently drop the first. Ignores a byte order mark, which some editors write.
 * @throws FileProblems for the first fault
 */
export function parseJson(text: string, file = 'policy.json'): JsonSource {
  const source = text.replace(/^\uFEFF/, '');
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const fault = (offset: number, what: string) => new FileProblems([`${file}:${lineAt(offset)}: ${what}`]);
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { disallowComments: true, allowEmptyContent: false });
  const [error] = errors;
  if (error) throw fault(error.offset, inWords(error, source));
  if (!root) throw fault(0, 'There is no value');
  const repeated = repeatedKey(root);
  if (repeated) throw fault(repeated.offset, `${nameOf(repeated)} is there twice`);
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

/** Returns a property whose key occurs earlier in the same object. */
function repeatedKey({ type, children = [] }: Node): Node | undefined {
  const keys = type === 'object' ? children.map(keyOf) : [];
  const repeated = keys.findIndex((key, at) => keys.indexOf(key) < at);
  return children[repeated] ?? children.map(repeatedKey).find((node) => node !== undefined);
}

const keyOf = ({ children: [key] = [] }: Node): unknown => key?.value;

/** Writes the path of a property: "risk.points". */
const nameOf = ({ children: [, value] = [] }: Node): string => (value ? getNodePath(value).join('.') : '');
