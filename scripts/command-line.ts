import { type ParseArgsConfig, parseArgs } from 'node:util';
import { distance } from 'fastest-levenshtein';
import { closestMatch } from '../src/core/closest-match.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What a command of the terminal takes. */
export interface CommandLine<Flags extends Options, Words extends boolean> {
  /** The npm script: `redrive`. */
  readonly name: string;
  /** What it does and each of its flags, with a line break at the end. */
  readonly help: string;
  readonly options: Flags;
  /** Whether it takes words without a flag. */
  readonly allowPositionals: Words;
}

type Arguments<Flags extends Options, Words extends boolean> = ReturnType<
  typeof parseArgs<{ readonly strict: true; readonly options: Flags; readonly allowPositionals: Words }>
>;

/** A mistake that the person at the terminal can correct. Its message is printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * Runs a command of the terminal with its checked arguments, and sets the exit code: what `main` returns, or 0. A
 * `CommandError` is printed as its message alone, with exit code 1; any other error is thrown on.
 */
export async function runCommand<const Flags extends Options, const Words extends boolean>(
  commandLine: CommandLine<Flags, Words>,
  main: (given: Arguments<Flags, Words>) => Promise<number> | Promise<void> | number | void,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(commandLine.help);
    return;
  }
  try {
    process.exitCode = (await main(readArguments(commandLine, args, process.env))) ?? 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * The flags and words that were given. Without a `--` before them, npm keeps flags for itself: a flag without a value
 * counts all the same, and one with a value is refused, because npm drops the value.
 * @throws CommandError for what the command does not take
 */
export function readArguments<const Flags extends Options, const Words extends boolean>(
  { name, help, options, allowPositionals }: CommandLine<Flags, Words>,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Arguments<Flags, Words> {
  const kept = keptByNpm(environment, Object.keys(options));
  const lost = kept.find(({ flag, as }) => options[flag]?.type !== 'boolean' || as !== plain(flag));
  if (lost !== undefined) {
    throw new CommandError(
      `npm keeps --${lost.as} for itself. Write “--” before the flags: npm run ${name} -- --${lost.flag}\n\n${help}`,
    );
  }
  try {
    const all = [...kept.map(({ flag }) => `--${flag}`), ...args];
    return parseArgs({ strict: true, args: all, options, allowPositionals });
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error)) throw error;
    throw new CommandError(`${mistake(error, name, Object.keys(options))}\n\n${help}`);
  }
}

/**
 * The flags that npm took for settings of its own; it passes those on in variables. Long flags are also known with up
 * to two letters wrong, so that a slip does not turn a dry run into a real one.
 */
function keptByNpm(environment: Readonly<Record<string, string | undefined>>, flags: readonly string[]) {
  const settings = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith('npm_config_') && value && value !== 'false' ? [plain(name.slice(11))] : [],
  );
  return flags.flatMap((flag) => {
    const slips = flag.length > 5 ? 2 : 0;
    const as = settings.find((setting) => distance(setting, plain(flag)) <= slips);
    return as === undefined ? [] : [{ flag, as }];
  });
}

/** npm writes dry_run for --dry-run, and dryrun for --dryrun. */
const plain = (flag: string): string => flag.replaceAll(/[-_]/g, '');

function mistake(error: Error & { code?: unknown }, name: string, flags: readonly string[]): string {
  const [sentence = ''] = error.message.split('\n');
  if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `${sentence}.`.replace(/\.\.$/, '.');
  const [typed = ''] = /-[^']+/.exec(sentence) ?? [];
  const meant = closestMatch(typed.replace(/^-+/, ''), flags);
  return `“npm run ${name}” has no flag ${typed}.${meant ? ` Did you mean --${meant}?` : ''}`;
}
