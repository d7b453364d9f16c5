import type { ParseArgsOptionDescriptor } from 'node:util';

/** A flag of `parseArgs`, with its line in the help. */
export interface Flag extends ParseArgsOptionDescriptor {
  readonly description: string;
  /** Placeholder for its value in the help: `URL`. Only for flags that take one. */
  readonly value?: string;
}

export type Flags = Readonly<Record<string, Flag>>;

/** The arguments of a terminal command, and its help. */
export interface CommandLine<Options extends Flags = Flags> {
  /** The name after `npm run`: `redrive`. */
  readonly name: string;
  readonly summary: string;
  /** Words to write after `npm run NAME`, with their effects. */
  readonly examples?: readonly (readonly [words: string, effect: string])[];
  readonly options: Options;
  /** Name of its positional arguments: `LINE`. It takes none if absent. */
  readonly words?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Writes the output of `--help`: the summary, examples, flags and environment variables, in aligned columns. */
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

/** Writes a heading and its rows in two columns. The lines of a second cell stay aligned. */
function section(title: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map(([first = '']) => first.length));
  const lines = rows.map(([first = '', second = '']) => {
    const indented = second.replaceAll('\n', `\n${' '.repeat(width + 5)}`);
    return `  ${first.padEnd(width)}   ${indented}`.trimEnd();
  });
  return `${title}:\n${lines.join('\n')}\n`;
}
