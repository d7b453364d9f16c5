import type { ParseArgsOptionDescriptor } from 'node:util';

/** A flag as `parseArgs` takes it, with its line in the help. */
export interface Flag extends ParseArgsOptionDescriptor {
  readonly description: string;
  /** What stands for its value in the help: `URL`. Only for flags that take one. */
  readonly value?: string;
}

type Flags = Readonly<Record<string, Flag>>;

/** What a command of the terminal takes, and what its help says. */
export interface CommandLine<Options extends Flags = Flags> {
  /** What follows `npm run`: `redrive`. */
  readonly name: string;
  /** What the command does, in one or two sentences. */
  readonly summary: string;
  /** What to write after `npm run NAME`, and what that does. */
  readonly examples?: readonly (readonly [words: string, effect: string])[];
  readonly options: Options;
  /** Name of the words that it takes without a flag: `LINE`. It takes none if absent. */
  readonly words?: string;
  /** The environment variables that it reads, and what each of them means. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** What `--help` prints: the summary, examples, flags and environment variables, each in a column of its own. */
export function helpOf({
  name,
  summary,
  examples = [],
  options,
  words,
  variables = {},
}: CommandLine): string {
  const command = `npm run ${name}`;
  const flags = Object.entries(options).map(([flag, { type, value = 'VALUE', description }]) => [
    type === 'string' ? `--${flag} ${value}` : `--${flag}`,
    description,
  ]);
  const usage = [command, '--', ...(words ? [words] : []), ...(flags.length > 0 ? ['[flags]'] : [])];
  return [
    `${summary}\n`,
    `Usage: ${usage.length > 2 ? usage.join(' ') : command}\n`,
    section(
      'Examples',
      examples.map(([rest, effect]) => [`${command} ${rest}`.trim(), effect]),
    ),
    section('Flags', [...flags, ['--help', 'prints this']]),
    section('Environment variables', Object.entries(variables)),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** A heading and its rows in two columns. The lines of a second cell stay below each other. */
function section(title: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map(([first = '']) => first.length));
  const lines = rows.map(([first = '', second = '']) => {
    const indented = second.replaceAll('\n', `\n${' '.repeat(width + 5)}`);
    return `  ${first.padEnd(width)}   ${indented}`.trimEnd();
  });
  return `${title}:\n${lines.join('\n')}\n`;
}
