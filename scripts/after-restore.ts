import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { z } from 'zod';
import { parseJson } from '../src/core/parse-json.ts';
import { CommandError, type CommandLine, runCommand, UsageError } from './command-line/command-line.ts';
import { readTime } from './command-line/given-values.ts';
import { regionOf, type StackFlags, stackFlags, stackName } from './deployment/stack.ts';

const commandLine = {
  name: 'after-restore',
  summary: `Lists what a restored table doesn't know: the changes that were made after its time, and which of them
should have ended by themselves. Reads the functions' logs, from CloudWatch or from files; changes nothing.`,
  examples: [
    ['-- --time 2026-11-21T09:00:00Z --stage prod', "from the log of skydesk-prod's worker"],
    ['-- --time 2026-11-21T09:00:00Z worker.log', 'from log lines that were exported; - is standard input'],
  ],
  options: {
    time: {
      type: 'string',
      value: 'TIME',
      description: 'the time to which the table was restored; required',
    },
    ...stackFlags,
  },
  words: 'FILE…',
} as const satisfies CommandLine;

/**
 * Changes started up to this long before the restored time may have been made after it: a background job takes up to 45 minutes.
 */
const startedBefore = 60 * 60_000;

const line = z.object({
  message: z.enum(['started', 'recorded']),
  timestamp: z.iso.datetime(),
  entry: z.string(),
  account: z.string(),
  request: z.string(),
  operation: z.string(),
  ends: z.iso.datetime().optional(),
});
type Line = z.infer<typeof line>;

const exportedEvents = z.object({ events: z.array(z.object({ message: z.string() })) });
/** A line of the log that has another one in it. */
const nested = z.object({ message: z.string().startsWith('{') });

/**
 * Parses the log lines about changes in exported text: one JSON object per line, or the output of `aws logs filter-log-events`.
 */
export function readLines(exported: string): readonly Line[] {
  const events = exportedEvents.safeParse(parseJson(exported)).data?.events;
  return (events?.map(({ message }) => message) ?? exported.split('\n')).flatMap((written) => {
    const start = written.indexOf('{');
    const object = start < 0 ? undefined : parseJson(written.slice(start));
    const inner = nested.safeParse(object).data;
    return line.safeParse(inner ? parseJson(inner.message) : object).data ?? [];
  });
}

/** A change that is missing from the restored table, or not stored there as made. */
export interface UnknownChange extends Pick<Line, 'account' | 'operation' | 'request'> {
  readonly at: string;
  /** The last logged event of the change: "applied". */
  readonly event: string;
  /** When it should end; undefined if it should not, has ended, or was never made. */
  readonly ends?: string | undefined;
}

/**
 * Returns the changes that were started or finished at `time` (in milliseconds since 1970) or later according to the log, in the
 * order of their starts. Includes changes that were started earlier and are not known to have finished before `time`.
 */
export function unknownChanges(lines: readonly Line[], time: number): readonly UnknownChange[] {
  const isAfter = ({ timestamp }: Line): boolean => Date.parse(timestamp) >= time;
  const sorted = lines.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
  const byRequest = Map.groupBy(sorted, ({ account, request }) => `${account} ${request}`);
  return [...byRequest.values()]
    .flatMap((about): readonly UnknownChange[] => {
      const first = about.find(({ message }) => message === 'started');
      const ends = about.filter(({ entry }) => isEnd.has(entry));
      if (!first || (ends.length > 0 && !about.some(isAfter))) return [];
      // The restored table contains the end of changes that were applied before its time.
      const isKnown = ends.some((end) => end.entry === 'applied' && !isAfter(end));
      // A later failure is that of the change's end, which therefore ended nothing.
      const isOpen = !isKnown && ends[0]?.entry !== 'failed' && !ends.some(({ entry }) => entry === 'ended');
      const { timestamp: at, account, operation, request } = first;
      const event = ends.at(-1)?.entry ?? 'started';
      return [{ at, account, operation, request, event, ends: isOpen ? first.ends : undefined }];
    })
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

/** The events after which nothing more is sent for a change. */
const isEnd: ReadonlySet<string> = new Set(['applied', 'failed', 'unknown', 'ended']);

/** Writes the output: a line for each change, then a list of those with an end. */
export function printed(changes: readonly UnknownChange[], time: number): string {
  const since = new Date(time).toISOString();
  if (changes.length === 0) return `No change was made after ${since}.\n`;
  const open = changes.filter(({ ends }) => ends !== undefined);
  return [
    `Made after ${since}, and not in the restored table: ${changes.length}`,
    ...changes.map(({ at, account, event, operation, request }) =>
      ['', at, account, event.padEnd(7), operation, request].join('  '),
    ),
    '',
    open.length === 0
      ? 'None of them has an end that is lost.'
      : `Nothing ends these any more. End each yourself at its time: ${open.length}`,
    ...open.map(({ ends, account, operation, request }) =>
      ['', `ends ${ends}`, account, operation, request].join('  '),
    ),
    '',
  ].join('\n');
}

async function linesOfStack(flags: StackFlags, time: number): Promise<readonly Line[]> {
  const client = new CloudWatchLogsClient({ region: regionOf(flags) });
  try {
    const query = {
      logGroupName: `/aws/lambda/${stackName(flags)}-worker`,
      startTime: time - startedBefore,
      filterPattern: '{ $.message = "started" || $.message = "recorded" }',
    };
    const pages = await Array.fromAsync(paginateFilterLogEvents({ client }, query));
    return pages.flatMap(({ events = [] }) => events.flatMap(({ message = '' }) => readLines(message)));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The logs of ${stackName(flags)} can't be read: ${why}`);
  } finally {
    client.destroy();
  }
}

async function linesIn(file: string): Promise<readonly Line[]> {
  try {
    return readLines(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'));
  } catch {
    throw new CommandError(`${file} can't be read.`);
  }
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values: { time: given, stage, ...flags }, positionals }) => {
    if (given === undefined)
      throw new UsageError('--time is missing: the time to which the table was restored.');
    const time = readTime('--time', given);
    if ((stage === undefined) === (positionals.length === 0))
      throw new UsageError('Name either the stage of the deployment (--stage) or files with its log lines.');
    const lines =
      stage === undefined
        ? (await Promise.all(positionals.map(linesIn))).flat()
        : await linesOfStack({ ...flags, stage }, time);
    process.stdout.write(printed(unknownChanges(lines, time), time));
  });
}
