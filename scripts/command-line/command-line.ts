import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { distance } from 'fastest-levenshtein';
import { closestMatch } from '../../src/core/closest-match.ts';
import { type CommandLine, type Flags, helpOf } from './command-help.ts';

export type { CommandLine, Flag } from './command-help.ts';

type Arguments<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ readonly strict: true; readonly options: Options; readonly allowPositionals: true }>
>;

/** A failure with a message for the person at the terminal. It is printed without a stack trace; exit code 1. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** A wrong flag, argument or environment variable. Exit code 2. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}

/**
 * Runs a command of the terminal with its validated arguments, and sets the exit code: the result of `main`, or 0. Prints only
 * the message of a `UsageError` (exit code 2) or `CommandError` (1); rethrows any other error.
 */
export async function runCommand<const Options extends Flags>(
  commandLine: CommandLine<Options>,
  main: (given: Arguments<Options>) => Promise<number> | Promise<void> | number | void,
): Promise<void> {
  const args = process.argv.slice(2);
  // The reader of the output has closed the pipe, as "| head" does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpOf(commandLine));
    return;
  }
  try {
    process.exitCode = (await main(readArguments(commandLine, args, process.env))) ?? 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const wrongUsage = error instanceof UsageError;
    process.stderr.write(
      `${error.message}\n${wrongUsage ? `Help: npm run ${commandLine.name} -- --help\n` : ''}`,
    );
    process.exitCode = wrongUsage ? 2 : 1;
  }
}

/**
 * Parses the flags and words of the command line. Without a preceding `--`, npm intercepts flags: such a flag still counts if it
 * takes no value. One with a value is refused, because npm drops the value.
 * @throws UsageError for arguments that the command does not take
 */
export function readArguments<const Options extends Flags>(
  { name, options, words }: CommandLine<Options>,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Arguments<Options> {
  const kept = keptByNpm(environment, Object.keys(options));
  const dropped = kept.find(({ flag, as }) => options[flag]?.type !== 'boolean' || as !== plain(flag));
  if (dropped !== undefined)
    throw new UsageError(
      `npm keeps --${dropped.as} for itself. Write “--” before the flags: npm run ${name} -- --${dropped.flag}`,
    );
  const all = [...kept.map(({ flag }) => `--${flag}`), ...args];
  const parsed = parsedArguments(name, options, all);
  const [extra] = parsed.positionals;
  if (words === undefined && extra !== undefined)
    throw new UsageError(`“npm run ${name}” takes only flags, not “${extra}”.`);
  return parsed;
}

function parsedArguments<const Options extends Flags>(
  name: string,
  options: Options,
  args: readonly string[],
): Arguments<Options> {
  try {
    return parseArgs({ strict: true, args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error)) throw error;
    throw new UsageError(mistake(error, name, options));
  }
}

function mistake(error: Error & { code?: unknown }, name: string, options: Flags): string {
  const [typed = ''] = /--?[\w-]+/.exec(error.message) ?? [];
  const flag = typed.replace(/^-+/, '');
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const meant = closestMatch(flag, Object.keys(options));
    return `“npm run ${name}” has no flag ${typed}.${meant ? ` Did you mean --${meant}?` : ''}`;
  }
  const { type, value = 'VALUE' } = options[flag] ?? {};
  return type === 'string' ? `--${flag} needs a value: --${flag}=${value}` : `--${flag} takes no value.`;
}

/**
 * Returns the flags that npm intercepted as its own settings and passed on in environment variables. Long flags match with up to
 * two wrong letters, so that a typo does not turn a dry run into a real one.
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

/** Removes dashes and underscores: npm writes dry_run for --dry-run, and dryrun for --dryrun. */
const plain = (flag: string): string => flag.replaceAll(/[-_]/g, '');
